import type { JsonObject } from "../../json/value.ts";
import type { Place } from "./documents.ts";
import { didYouMean } from "./nearest.ts";
import * as validators from "./validators.generated.ts";

/** What is wrong with a part of a document. */
export interface PartFault {
  readonly place: Place;
  readonly text: string;
}

/** A fault as ajv's code says it. */
interface SchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

interface SchemaValidator {
  (value: JsonObject): boolean;
  readonly errors?: readonly SchemaError[] | null;
}

const validatorsByName: ReadonlyMap<string, SchemaValidator> = new Map(Object.entries(validators));

/** What the schema of an op's rule, or of a whole document, does not allow in a value. */
export function schemaFaults(
  name: string,
  value: JsonObject,
  members: readonly string[],
): readonly PartFault[] {
  const validate = validatorsByName.get(`${name}Rule`);
  if (validate === undefined || validate(value)) return [];
  const all = validate.errors ?? [];
  const told = all.filter(({ keyword }) => keyword !== "anyOf");
  return (told.length > 0 ? told : all).map((error) => faultOf(error, name, members));
}

function faultOf(error: SchemaError, name: string, members: readonly string[]): PartFault {
  const place = error.instancePath
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const { additionalProperty, allowedValues, missingProperty } = error.params;
  if (typeof additionalProperty === "string") {
    const near = place.length === 0 ? didYouMean(additionalProperty, members) : "";
    const known = near === "" && place.length === 0 ? ` (it has ${members.join(", ")})` : near;
    return { place: [...place, additionalProperty], text: `is no member of ${name}${known}` };
  }
  if (typeof missingProperty === "string") {
    return { place, text: `${name} needs the member ${missingProperty}` };
  }
  if (Array.isArray(allowedValues)) {
    return { place, text: `must be one of ${allowedValues.map(String).join(", ")}` };
  }
  return { place, text: (error.message ?? "is not allowed").replaceAll(",", " or ") };
}
