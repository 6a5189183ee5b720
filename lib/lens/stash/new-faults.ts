import type { Convertible } from "../../converter/converter.ts";
import { isObject, type JsonObject } from "../../json/value.ts";
import { apiVersionOf } from "../../protocol/gvk.ts";
import type { FieldError } from "../../schema/field-error/field-error.ts";
import type { ObjectValidator } from "../../schema/validation/validators.ts";
import { fieldPath } from "../place/address.ts";
import type { ObjectPath } from "../place/object-path.ts";
import type { LensEngine, LensSide } from "../run/engine.ts";

/** The paths of schema faults of a completed object that the base lacks. */
export function faultsBeyond(
  validator: ObjectValidator,
  whole: (body: JsonObject) => JsonObject,
): (base: JsonObject) => (completed: JsonObject) => readonly ObjectPath[] {
  return (base) => {
    let known: ReadonlySet<string> | undefined;
    return (completed) => {
      const faults = validator.everyFault(whole(completed));
      if (faults.length === 0) return [];
      known ??= new Set(validator.everyFault(whole(base)).map(faultKey));
      const before = known;
      return faults.filter((fault) => !before.has(faultKey(fault))).map(placeOfFault);
    };
  };
}

/** Identifies a fault by path and constraint. */
function faultKey({ type, field, detail }: FieldError): string {
  return `${type} ${field} ${detail}`;
}

function placeOfFault({ field }: FieldError): ObjectPath {
  return fieldPath(field) ?? parentOf(field);
}

/** The readable start of a field path whose keys contain special characters. */
function parentOf(field: string): ObjectPath {
  const [start] = /^[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*(?=[.[])/.exec(field) ?? [];
  return start === undefined ? [] : start.split(".").slice(0, -1);
}

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
