/** Why a text is no JSON, and where: `offset` counts UTF-16 units from 0. `message` never quotes the text. */
export interface JsonError {
  readonly message: string;
  readonly offset: number;
}

/**
 * Levels of lists and maps that a text may nest. The server's own limit is 10,000; this is what a recursive walk on
 * Node's default stack carries.
 */
export const maxDepth = 6000;

/** The text for more levels than allowed. */
export function tooDeep(limit: number): string {
  return `nested deeper than ${limit} levels`;
}
