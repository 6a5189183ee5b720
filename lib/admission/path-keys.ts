/** The keys of a path as errors write it: `spec`, `list` and `0` of `spec.list[0]`; `labels` and `a.b/c` of `labels[a.b/c]`. */
export function keysOfPath(path: string): readonly string[] {
  return [...path.matchAll(/\[([^\]]*)\]|[^.[]+/g)].map(([name, bracket]) => bracket ?? name);
}
