/** The credentials in the path of a caller's URL: a cluster's name and its key. */
export interface PathCredentials {
  readonly cluster: string;
  readonly key: string;
}

/**
 * The characters allowed in a cluster's name and key, which are segments of a path: kube-apiserver would encode or
 * normalize any other.
 */
export const segmentPattern = "^[A-Za-z0-9_~-]+$";

const segment = new RegExp(segmentPattern);

/** True for a text that can be a cluster's name or key. */
export function isSegment(text: string): boolean {
  return segment.test(text);
}
