/** One step of a JSONPath. */
export type PathNode =
  | { readonly kind: "field"; readonly name: string }
  | { readonly kind: "wildcard" }
  | { readonly kind: "recursive" }
  | { readonly kind: "literal"; readonly value: string | boolean }
  | { readonly kind: "number"; readonly value: number; readonly isInteger: boolean }
  /** `range`, `end`, or any other word without a leading dot. */
  | { readonly kind: "identifier"; readonly name: string }
  | { readonly kind: "union"; readonly branches: readonly (readonly PathNode[])[] }
  | FilterNode
  | SliceNode;

/**
 * `[?(left operator right)]` selects the items for which the comparison is true. `[?(left)]` has the operator `exists` and
 * selects the items in which `left` finds a value.
 */
export interface FilterNode {
  readonly kind: "filter";
  readonly left: readonly PathNode[];
  readonly operator: string;
  readonly right: readonly PathNode[];
}

/**
 * A slice `[start:end:step]`. A bound is undefined if the path omits it. `single` is true for a single index such as `[3]`:
 * then `start` is the index, and `end` is one more.
 */
export interface SliceNode {
  readonly kind: "slice";
  readonly start: number | undefined;
  readonly end: number | undefined;
  readonly step: number | undefined;
  readonly single: boolean;
}

const form = /^(-?\d*)(:-?\d*)?(:-?\d*)?$/;

/** Parses the text between brackets; undefined if it is not an index or slice. */
export function sliceOf(text: string): SliceNode | undefined {
  const match = form.exec(text);
  if (match === null) return undefined;
  const [, first, second, third] = match;
  const parts = [first, second?.slice(1), third?.slice(1)];
  const bounds = parts.map((part) =>
    part === undefined || part === "" ? undefined : Number(part),
  );
  if (bounds.some((bound) => bound !== undefined && !Number.isSafeInteger(bound))) return undefined;
  const [start, end, step] = bounds;
  const single = second === undefined;
  return { kind: "slice", start, end: single ? (start ?? 0) + 1 : end, step, single };
}
