import type { Allowance } from "../../converter/allowance.ts";
import type { Converter, Reads, SparseConverter } from "../../converter/converter.ts";
import type { JsonObject } from "../../json/value.ts";
import { joinedReads } from "../../lens/edge/reads.ts";

/** The steps of a path between two versions as one conversion of sparse bodies. */
export interface SparseRoute {
  /** What any of the steps looks at: what a step does not write it finds where it was. */
  readonly reads: Reads;
  /** Annotations whose keys begin so concern some step. */
  readonly annotations: readonly string[];
  convert(body: JsonObject, allowance: Allowance): JsonObject | undefined;
}

/** The route along a path; undefined where some step always needs the whole object. */
export function sparseRoute(path: readonly Converter[]): SparseRoute | undefined {
  const steps: SparseConverter[] = [];
  let reads: Reads = new Map();
  for (const { sparse } of path) {
    const more = sparse?.reads();
    if (sparse === undefined || more === undefined || envelope.some((key) => more.has(key))) {
      return undefined;
    }
    reads = joinedReads(reads, more);
    steps.push(sparse);
  }
  return {
    reads,
    annotations: steps.map(({ annotations }) => annotations),
    convert: (body, allowance) => {
      let current: JsonObject | undefined = body;
      for (const step of steps) {
        if (current !== undefined) current = step.convert(current, allowance);
      }
      return current;
    },
  };
}

/** What is not a conversion's to change; where one tries, that is told where the object is converted whole. */
const envelope = ["apiVersion", "kind", "metadata"];
