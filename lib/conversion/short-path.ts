/** The longest path in messages, in UTF-16 units. Two Kubernetes names of 253 characters fit. */
const maxLength = 512;

/** Shortens a path for messages: of a very long path only the beginning and the end are kept. */
export function shortPath(path: string): string {
  if (path.length <= maxLength) return path;
  const half = (maxLength - 1) / 2;
  return `${path.slice(0, Math.ceil(half))}…${path.slice(-Math.floor(half))}`;
}
