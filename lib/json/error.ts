/** Why a text is not JSON, and where: `offset` counts UTF-16 units from 0. `message` never quotes the text. */
export interface JsonError {
  readonly message: string;
  readonly offset: number;
}

/**
 * The most levels of lists and maps in a text. The server's own limit is 10,000; this is as deep as a recursive walk
 * can go on Node's default stack.
 */
export const maxDepth = 6000;

/** The message for a text with more than `limit` levels. */
export function tooDeep(limit: number): string {
  return `nested deeper than ${limit} levels`;
}
