/** One step of a JSONPath. */
export type PathNode =
  | { readonly kind: "field"; readonly name: string }
  | { readonly kind: "wildcard" }
  | { readonly kind: "recursive" }
  | { readonly kind: "literal"; readonly value: string | boolean }
  | { readonly kind: "number"; readonly value: number; readonly isInteger: boolean }
  /** `range`, `end`, or any word without a leading dot. */
  | { readonly kind: "identifier"; readonly name: string }
  | { readonly kind: "union"; readonly branches: readonly (readonly PathNode[])[] }
  | FilterNode
  | SliceNode;

export interface FilterNode {
  readonly kind: "filter";
  readonly left: readonly PathNode[];
  readonly operator: string;
  readonly right: readonly PathNode[];
}

/** A bound is undefined where the path omits it. `single` is an index: its end follows from its start. */
export interface SliceNode {
  readonly kind: "slice";
  readonly start: number | undefined;
  readonly end: number | undefined;
  readonly step: number | undefined;
  readonly single: boolean;
}

const form = /^(-?\d*)(:-?\d*)?(:-?\d*)?$/;

/** Parses the text between brackets; undefined where it is not a slice. */
export function sliceOf(text: string): SliceNode | undefined {
  const match = form.exec(text);
  if (match === null) return undefined;
  const parts = [match[1] ?? "", match[2]?.slice(1) ?? "", match[3]?.slice(1) ?? ""];
  if (parts.some((part) => part === "-" || !Number.isSafeInteger(Number(part)))) return undefined;
  const [start, end, step] = parts.map((part) => (part === "" ? undefined : Number(part)));
  const single = match[2] === undefined;
  return { kind: "slice", start, end: single ? (start ?? 0) + 1 : end, step, single };
}
