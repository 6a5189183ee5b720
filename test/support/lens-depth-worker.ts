import { parentPort, workerData } from "node:worker_threads";
import { convertObject } from "../../lib/conversion/convert-object.ts";
import { conversionRegistry } from "../../lib/conversion/registry.ts";
import { lensEdge } from "../../lib/lens/edge/edge.ts";
import { allowance } from "./allowance.ts";

/**
 * Converts objects by a lens on the stack of this thread; the first object in code that has never run before. Posts for each
 * object the code of its fault, or ok.
 */
const { lens, objects } = workerData;
const edge = lensEdge({ group: "e.com", schemaOf: () => undefined }, lens);
const registry = conversionRegistry([
  { group: "e.com", kind: "Tree", versions: ["v1", "v2"], edges: [edge] },
]);
const codes: string[] = [];
for (const object of objects) {
  const result = convertObject(registry, object, { group: "e.com", version: "v2" }, allowance());
  codes.push(result.ok ? "ok" : result.error.code);
}
parentPort?.postMessage(codes);
