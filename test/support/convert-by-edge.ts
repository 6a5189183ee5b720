import type { Conversion } from "../../lib/converter/converter.ts";
import { deepFreeze } from "../../lib/json/deep-freeze.ts";
import type { LensEdge } from "../../lib/lens/edge/edge.ts";
import { allowance } from "./allowance.ts";

/** Converts a deep-frozen object without a name by one direction of an edge. Throws if the conversion fails. */
export function convertByEdge(
  edge: LensEdge,
  way: "forward" | "backward",
  from: Conversion,
): Conversion {
  const none = { labels: {}, annotations: {}, name: undefined, namespace: undefined };
  const result = edge[way](deepFreeze({ ...none, ...from }), allowance());
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}
