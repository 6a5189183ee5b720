import type { Literal } from "../syntax/ast.ts";
import type { CelType } from "../type/cel-type.ts";
import type { Interval } from "./interval.ts";
import type { SharedPath } from "./shared-path.ts";

/** An argument of a call, for the cost estimate. If `size` is undefined, the limits in the schema at `path` apply. */
export interface CostNode {
  readonly type: CelType;
  /** The path from a variable to the value; undefined if the value is computed. */
  readonly path: SharedPath | undefined;
  readonly literal: Literal | undefined;
  readonly size: Interval | undefined;
}

/** The cost of a call without its arguments, and the size of its result if that can be estimated. */
export interface CallEstimate {
  readonly cost: Interval;
  readonly size?: Interval;
}

/**
 * Returns the size of the value at a path (items, entries or bytes), from the limits in the schema; undefined if the schema
 * has nothing at the path.
 */
export type PathSize = (path: readonly string[]) => Interval | undefined;

/** A call of one overload: its receiver and arguments, and the function that finds their sizes in the schema. */
export interface CallNodes {
  readonly overload: string;
  readonly target: CostNode | undefined;
  readonly args: readonly CostNode[];
  readonly pathSize: PathSize;
}
