import type { JsonObject } from "../../json/value.ts";
import type { YamlPath } from "./documents.ts";
import { didYouMean } from "./nearest.ts";
import * as validators from "./validators.generated.ts";

/** A fault of the value at a path of a YAML document. */
export interface YamlFault {
  readonly yamlPath: YamlPath;
  readonly text: string;
}

/** An error as ajv's generated code reports it. */
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

/**
 * Validates a value against the schema called `name`: that of an op's rules, or `document`, `shared`, `lens`, `admission`.
 * `members` are the members that it may have, for suggestions.
 */
export function schemaFaults(
  name: string,
  value: JsonObject,
  members: readonly string[],
): readonly YamlFault[] {
  const validate = validatorsByName.get(`${name}Rule`);
  if (validate === undefined || validate(value)) return [];
  const all = validate.errors ?? [];
  const specific = all.filter(({ keyword }) => keyword !== "anyOf");
  return (specific.length > 0 ? specific : all).map((error) => faultOf(error, name, members));
}

function faultOf(error: SchemaError, name: string, members: readonly string[]): YamlFault {
  const yamlPath = error.instancePath
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const { additionalProperty, allowedValues, missingProperty } = error.params;
  const isRoot = yamlPath.length === 0;
  if (typeof additionalProperty === "string") {
    const near = isRoot ? didYouMean(additionalProperty, members) : "";
    const known = near === "" && isRoot ? ` (it has ${members.join(", ")})` : near;
    const fact = isRoot ? `is not a member of ${name}` : "is not a known member";
    // In YAML, `{ why: one, two }` has a member `two`: a text with a comma needs quotes.
    const quotes = /\s/.test(additionalProperty) ? "; a text with a comma needs quotes" : "";
    return { yamlPath: [...yamlPath, additionalProperty], text: `${fact}${known}${quotes}` };
  }
  if (typeof missingProperty === "string") {
    return { yamlPath, text: `${isRoot ? `${name} ` : ""}needs the member ${missingProperty}` };
  }
  if (Array.isArray(allowedValues)) {
    return { yamlPath, text: `must be one of ${allowedValues.map(String).join(", ")}` };
  }
  if (error.keyword === "pattern") return { yamlPath, text: "must not be empty" };
  return { yamlPath, text: (error.message ?? "is not allowed").replaceAll(",", " or ") };
}

/** A path as text, in a list of one item: `rules[2].table.a`. An empty list for the document itself. */
export function yamlPathText(yamlPath: YamlPath): readonly string[] {
  const text = yamlPath
    .map((step) => (/^\d+$/.test(String(step)) ? `[${step}]` : `.${step}`))
    .join("");
  return text === "" ? [] : [text.replace(/^\./, "")];
}
