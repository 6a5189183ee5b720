/** Characters of a path that messages name; those of a Kubernetes name and its namespace fit twice. */
const maxLength = 512;

/** A path as messages have it: of a very long one the beginning and the end. */
export function shortPath(path: string): string {
  if (path.length <= maxLength) return path;
  const half = (maxLength - 1) / 2;
  return `${path.slice(0, Math.ceil(half))}…${path.slice(-Math.floor(half))}`;
}
