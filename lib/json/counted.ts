/** A number with its noun, which takes an s as plural: `1 field`, `2 fields`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
