import type { AdmissibleKind } from "../admission/admission-kind.ts";
import type { JsonObject } from "../json/value.ts";
import { prune } from "../schema/pruning/prune.ts";
import { parseStructural } from "../schema/structural/parse.ts";
import type { Structural } from "../schema/structural/structural.ts";
import type { Kind } from "./kind.ts";

/**
 * Adds `dropUnknownFields` to a kind with `unknownFields: "drop"`: the mutating webhook then drops fields that the
 * request version's schema does not declare. The server would prune them too, but only after other webhooks have seen
 * them. A version's schema is parsed at the first request in that version.
 */
export function unknownFieldsDropper(kind: Kind): Kind & AdmissibleKind {
  if (!kind.dropsUnknownFields) return kind;
  const parsed = new Map<string, Structural>();
  const dropUnknownFields = (object: JsonObject, version: string): JsonObject => {
    const structural = parsed.get(version) ?? structuralOf(kind, version);
    if (structural === undefined) return object;
    parsed.set(version, structural);
    return prune(object, structural, { isResourceRoot: true }).object;
  };
  return { ...kind, dropUnknownFields };
}

/** The structural form of a version's schema; undefined for a version that the CRD no longer lists. */
function structuralOf({ crd }: Kind, version: string): Structural | undefined {
  const schema = crd.versions.find(({ name }) => name === version)?.schema;
  return schema === undefined ? undefined : parseStructural(schema).structural;
}
