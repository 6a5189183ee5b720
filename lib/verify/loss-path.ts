import type { ObjectPath } from "../lens/place/object-path.ts";
import type { Structural } from "../schema/structural/structural.ts";
import { drawnPathText, everyItem } from "./draw/path-text.ts";
import type { Subject } from "./subject.ts";

/**
 * The path of a loss as people name it: `[*]` for each item, and a map as a whole, because its keys are generated. The path ends
 * where the schema that declares the most of it ends. A path in metadata is named in full.
 */
export function lossPath({ versions }: Pick<Subject, "versions">, at: ObjectPath): string {
  if (at[0] === "metadata") return drawnPathText(at);
  const depths = [...versions.values()].map(({ schema }) => declaredDepth(schema, at));
  const declared = at.slice(0, Math.max(1, ...depths));
  return drawnPathText(declared.map((step) => (typeof step === "number" ? everyItem : step)));
}

/** How many steps of a path a schema declares. */
function declaredDepth(schema: Structural, at: ObjectPath): number {
  let place: Structural | undefined = schema;
  for (const [depth, step] of at.entries()) {
    place = typeof step === "number" ? place.items : place.properties?.get(step);
    if (place === undefined) return depth;
  }
  return at.length;
}
