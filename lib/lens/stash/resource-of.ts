import type { Convertible } from "../../converter/converter.ts";
import { isObject, type JsonObject } from "../../json/value.ts";
import { apiVersionOf } from "../../protocol/gvk.ts";
import type { LensEngine, LensSide } from "../run/engine.ts";

/** Completes a body for its validator: with type, name and the metadata that the lens knows. */
export function resourceOf(
  { kind, group }: LensEngine,
  { version }: LensSide,
  { name, namespace }: Pick<Convertible, "name" | "namespace">,
): (body: JsonObject) => JsonObject {
  const type = { apiVersion: apiVersionOf({ group, version }), kind: kind.kind ?? "" };
  const identity = {
    ...(name === undefined ? {} : { name }),
    ...(namespace === undefined ? {} : { namespace }),
  };
  return (body) => {
    const own = body["metadata"];
    return { ...body, ...type, metadata: { ...identity, ...(isObject(own) ? own : {}) } };
  };
}
