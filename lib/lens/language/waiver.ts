/**
 * The laws that an author may set aside. A loss is declared by `drop` where it happens, so no law about what comes back is
 * among them.
 */
export const waivableLaws = [
  "edits-survive",
  "settles",
  "fragments",
  "valid-result",
  "path-independence",
  "scale",
] as const;

/** One of the laws that an author may set aside. */
type WaivableLaw = (typeof waivableLaws)[number];

/** A law that a lens breaks in one direction, and why that is right. `check` tries it all the same, and shows how often. */
export interface Waiver {
  readonly law: WaivableLaw;
  readonly from: string;
  readonly to: string;
  readonly why: string;
}

/** True for the name of a law that may be waived. */
export function isWaivable(law: unknown): law is WaivableLaw {
  return waivableLaws.some((name) => name === law);
}
