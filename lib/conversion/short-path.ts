/** The longest path in messages, in characters: twice a Kubernetes name and its namespace fit. */
const maxLength = 512;

/** A path for messages: the beginning and the end of a very long one. */
export function shortPath(path: string): string {
  if (path.length <= maxLength) return path;
  const half = (maxLength - 1) / 2;
  return `${path.slice(0, Math.ceil(half))}…${path.slice(-Math.floor(half))}`;
}
