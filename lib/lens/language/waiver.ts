/** The laws that an author can waive. The laws that forbid a loss are not among them: a rule `drop` declares what may be lost. */
export const waivableLaws = [
  "edits-survive",
  "settles",
  "fragments",
  "valid-result",
  "path-independence",
  "scale",
] as const;

type WaivableLaw = (typeof waivableLaws)[number];

/** A law that a lens may break in one direction, with the reason. `check` still tries the law and shows how often it fails. */
export interface Waiver {
  readonly law: WaivableLaw;
  readonly from: string;
  readonly to: string;
  readonly why: string;
}

/** True for the name of a law that can be waived. */
export function isWaivable(law: unknown): law is WaivableLaw {
  return waivableLaws.some((name) => name === law);
}
