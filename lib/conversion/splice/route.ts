import { type ReadPlan, type Reads, readPlan } from "../../json/scan/plan.ts";
import type { JsonObject } from "../../json/value.ts";
import type { Converter, SparseConverter } from "../converter.ts";
import type { Growth } from "../growth.ts";
import { joinedReads } from "../lens/reads.ts";

/** The steps of a path between two versions as one conversion of sparse bodies. */
export interface SparseRoute {
  /** What any of the steps looks at: what a step does not write it finds where it was. */
  readonly plan: ReadPlan;
  /** Annotations whose keys begin so concern some step, as bytes with the opening quote. */
  readonly annotations: readonly Uint8Array[];
  convert(body: JsonObject, growth: Growth): JsonObject | undefined;
}

const known = new WeakMap<readonly Converter[], SparseRoute | "none">();

/** The route along a path of one step or more; undefined where some step always needs the whole object. */
export function sparseRoute(path: readonly Converter[]): SparseRoute | undefined {
  const route = known.get(path) ?? routeOf(path) ?? "none";
  known.set(path, route);
  return route === "none" ? undefined : route;
}

function routeOf(path: readonly Converter[]): SparseRoute | undefined {
  const steps: SparseConverter[] = [];
  let reads: Reads = new Map();
  for (const { sparse } of path) {
    const more = sparse?.reads();
    if (sparse === undefined || more === undefined) return undefined;
    reads = joinedReads(reads, more);
    steps.push(sparse);
  }
  const plan = readPlan(reads);
  if (plan === undefined) return undefined;
  return {
    plan,
    annotations: steps.map(({ annotations }) => encoder.encode(`"${annotations}`)),
    convert: (body, growth) => {
      let current: JsonObject | undefined = body;
      for (const step of steps) {
        if (current !== undefined) current = step.convert(current, growth);
      }
      return current;
    },
  };
}

const encoder = new TextEncoder();
