/** Why and where a text is not JSON. `offset` counts UTF-16 units from 0. `message` does not quote the text. */
export interface JsonError {
  readonly message: string;
  readonly offset: number;
}

/**
 * The most levels of lists and maps in a text. kube-apiserver allows 10,000; this limit is what a recursive function can
 * handle on Node's default stack (docs/decisions/002-depth-limit.md).
 */
export const maxDepth = 6000;

/** The message for a text with more than `limit` levels. */
export function tooDeep(limit: number): string {
  return `nested deeper than ${limit} levels`;
}
