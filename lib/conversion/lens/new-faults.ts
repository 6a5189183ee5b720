import { isObject, type JsonObject } from "../../json/value.ts";
import { apiVersionOf } from "../../protocol/gvk.ts";
import type { FieldError } from "../../schema/field-error.ts";
import type { ObjectValidator } from "../../schema/validators.ts";
import type { Convertible } from "../converter.ts";
import { placeOfField } from "./address.ts";
import type { LensEngine, LensSide } from "./engine.ts";
import type { ObjectPlace } from "./trail.ts";

/** Tells the faults of completed objects that the object without preserved values lacks. */
export class NewFaults {
  readonly #validator: ObjectValidator;
  readonly #whole: (body: JsonObject) => JsonObject;
  readonly #base: JsonObject;
  #known: ReadonlySet<string> | undefined;

  constructor(
    base: JsonObject,
    validator: ObjectValidator,
    whole: (body: JsonObject) => JsonObject,
  ) {
    this.#base = base;
    this.#validator = validator;
    this.#whole = whole;
  }

  /** Where they are, of each path and constraint; a fault of the whole object is at its root. */
  of(completed: JsonObject): readonly ObjectPlace[] {
    const faults = this.#validator.everyFault(this.#whole(completed));
    if (faults.length === 0) return [];
    this.#known ??= new Set(this.#validator.everyFault(this.#whole(this.#base)).map(faultKey));
    return faults.filter((fault) => this.#known?.has(faultKey(fault)) !== true).map(placeOfFault);
  }
}

/** What tells one fault from another: where, and which constraint. */
function faultKey({ type, field, detail }: FieldError): string {
  return `${type} ${field} ${detail}`;
}

function placeOfFault({ field }: FieldError): ObjectPlace {
  return placeOfField(field) ?? parentOf(field);
}

/** Paths with odd keys are not told apart from others: as far as they can be read. */
function parentOf(field: string): ObjectPlace {
  const [start = ""] = /^[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*(?=[.[])/.exec(field) ?? [];
  return start === "" ? [] : start.split(".").slice(0, -1);
}

/** An object of a side as its validator wants it: with its type, its name and what a lens has of its metadata. */
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
