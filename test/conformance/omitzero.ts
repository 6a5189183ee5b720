import { isObject, type JsonObject } from "../../lib/json/value.ts";
import type { Fault } from "./faulty-webhook.ts";

/** Leaves empty metadata out, as a struct tagged `metadata,omitzero` is written. */
export function withoutEmptyMetadata(object: JsonObject): JsonObject {
  const { metadata = null, ...rest } = object;
  return isObject(metadata) && Object.keys(metadata).length === 0 ? rest : object;
}

/** Writes a spec that nobody sent, as a struct tagged `spec` is written. */
export function withInventedSpec(object: JsonObject): JsonObject {
  return { spec: {}, ...object };
}

/**
 * The response of a controller-runtime webhook whose types have the tags of kubebuilder's scaffold: `metadata,omitzero`
 * and `spec`.
 */
export const omitzero: Fault = {
  after: (object) => withInventedSpec(withoutEmptyMetadata(object)),
};
