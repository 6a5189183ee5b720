import type { ConverterInput } from "../../converter/converter.ts";
import { isObject, type JsonObject } from "../../json/value.ts";
import { apiVersionOf } from "../../protocol/gvk.ts";
import type { LensEngine, LensSide } from "../run/engine.ts";

/** Returns a function that completes a body for its validator, with apiVersion, kind, name and namespace. */
export function resourceOf(
  { kind, group }: LensEngine,
  { version }: LensSide,
  { name, namespace }: Pick<ConverterInput, "name" | "namespace">,
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
