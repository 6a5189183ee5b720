/**
 * The keys of a path in the notation of field errors: `spec`, `list` and `0` for `spec.list[0]`; `labels` and `a.b/c`
 * for `labels[a.b/c]`.
 */
export function keysOfPath(path: string): readonly string[] {
  return [...path.matchAll(/\[([^\]]*)\]|[^.[]+/g)].map(([name, bracket]) => bracket ?? name);
}
