/** The credentials in a caller's path: a cluster's name and its key. */
export interface PathCredentials {
  readonly cluster: string;
  readonly key: string;
}

/** A cluster's name or key as a segment of a path: kube-apiserver re-encodes and cleans any other. */
export const segmentPattern = "^[A-Za-z0-9_~-]+$";

const segment = new RegExp(segmentPattern);

/** True for a text that can be a cluster's name or key in a path. */
export function isSegment(text: string): boolean {
  return segment.test(text);
}
