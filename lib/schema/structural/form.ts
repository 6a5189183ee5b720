import { float64Of, isNumber } from "../../go/number.ts";
import { textAt } from "../../json/members.ts";
import { isArray, isObject, type JsonObject, type JsonValue } from "../../json/value.ts";
import { flagOf, keywordOf, keywordTexts, propertiesOf, schemaOf } from "./keywords.ts";
import type {
  NestedValueValidation,
  Structural,
  StructuralExtensions,
  ValidationRule,
  ValueValidation,
} from "./structural.ts";

/**
 * Converts a schema to its structural form. Keywords that a structural schema can't have are dropped.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apiserver/schema/convert.go
 * NewStructural.
 */
export function structuralForm(schema: JsonObject): Structural {
  const form: Mutable<Structural> = {
    type: structuralType(schema),
    nullable: flagOf(schema, "nullable"),
    x: extensionsOf(schema),
  };
  const title = textAt(schema, "title");
  const description = textAt(schema, "description");
  const declared = keywordOf(schema, "default");
  const properties = propertiesOf(schema);
  const items = schemaOf(schema, "items");
  const additional = keywordOf(schema, "additionalProperties");
  const validation: ValueValidation = {};
  if (title !== "") form.title = title;
  if (description !== "") form.description = description;
  if (declared !== undefined) form.default = declared;
  if (properties !== undefined && properties.size > 0) {
    form.properties = formsOf(properties, structuralForm);
  }
  if (items !== undefined) form.items = structuralForm(items);
  if (isObject(additional)) form.additionalProperties = structuralForm(additional);
  if (typeof additional === "boolean") form.additionalProperties = additional;
  if (readRestrictions(schema, validation)) form.validation = validation;
  return form;
}

/** A type whose members can be assigned, to build a value step by step. */
type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function formsOf<T>(
  schemas: ReadonlyMap<string, JsonObject>,
  form: (schema: JsonObject) => T,
): ReadonlyMap<string, T> {
  const forms = new Map<string, T>();
  for (const [name, schema] of schemas) forms.set(name, form(schema));
  return forms;
}

function structuralType(schema: JsonObject): Structural["type"] {
  const type = textAt(schema, "type");
  switch (type) {
    case "object":
    case "array":
    case "string":
    case "integer":
    case "number":
    case "boolean":
      return type;
    default:
      return "";
  }
}

/** The extensions of a schema without `x-` keywords. One shared object, because most schemas have none. */
const noExtensions: StructuralExtensions = {
  preserveUnknownFields: false,
  embeddedResource: false,
  intOrString: false,
};

function extensionsOf(schema: JsonObject): StructuralExtensions {
  if (!Object.keys(schema).some((keyword) => keyword.startsWith("x-"))) return noExtensions;
  const listType = textAt(schema, "x-kubernetes-list-type");
  const mapType = textAt(schema, "x-kubernetes-map-type");
  const listMapKeys = keywordTexts(schema, "x-kubernetes-list-map-keys");
  const validations = validationRules(schema);
  return {
    preserveUnknownFields: flagOf(schema, "x-kubernetes-preserve-unknown-fields"),
    embeddedResource: flagOf(schema, "x-kubernetes-embedded-resource"),
    intOrString: flagOf(schema, "x-kubernetes-int-or-string"),
    ...((listType === "atomic" || listType === "set" || listType === "map") && { listType }),
    ...(listMapKeys !== undefined && { listMapKeys }),
    ...((mapType === "atomic" || mapType === "granular") && { mapType }),
    ...(validations !== undefined && { validations }),
  };
}

function validationRules(schema: JsonObject): readonly ValidationRule[] | undefined {
  const rules = keywordOf(schema, "x-kubernetes-validations");
  return isArray(rules) ? rules.filter(isObject).map(validationRule) : undefined;
}

function validationRule(rule: JsonObject): ValidationRule {
  const read: Mutable<ValidationRule> = { rule: textAt(rule, "rule") };
  for (const key of ["message", "messageExpression", "reason", "fieldPath"] as const) {
    const text = textAt(rule, key);
    if (text !== "") read[key] = text;
  }
  const optional = keywordOf(rule, "optionalOldSelf");
  if (typeof optional === "boolean") read.optionalOldSelf = optional;
  return read;
}

/** Reads one keyword that restricts a value (such as `maxLength`) into `validation`. */
type RestrictionReader = (validation: Mutable<ValueValidation>, value: JsonValue) => void;

const restrictions = new Map<string, RestrictionReader>();
for (const keyword of ["format", "pattern"] as const) {
  restrictions.set(keyword, (validation, value) => {
    if (typeof value === "string" && value !== "") validation[keyword] = value;
  });
}
for (const keyword of [
  "maximum",
  "minimum",
  "maxLength",
  "minLength",
  "maxItems",
  "minItems",
  "multipleOf",
  "maxProperties",
  "minProperties",
] as const) {
  restrictions.set(keyword, (validation, value) => {
    if (isNumber(value)) validation[keyword] = float64Of(value);
  });
}
for (const keyword of ["exclusiveMaximum", "exclusiveMinimum", "uniqueItems"] as const) {
  restrictions.set(keyword, (validation, value) => {
    if (value === true) validation[keyword] = true;
  });
}
for (const keyword of ["allOf", "anyOf", "oneOf"] as const) {
  restrictions.set(keyword, (validation, value) => {
    if (isArray(value)) validation[keyword] = value.map(branchForm);
  });
}
restrictions.set("not", (validation, value) => {
  if (isObject(value)) validation.not = branchForm(value);
});
restrictions.set("enum", (validation, value) => {
  if (isArray(value)) validation.enum = value;
});
restrictions.set("required", (validation, value) => {
  if (isArray(value))
    validation.required = value.map((name) => (typeof name === "string" ? name : ""));
});

/** Reads all keywords that restrict a value into `validation`. True if the schema has such a keyword. */
function readRestrictions(schema: JsonObject, validation: Mutable<ValueValidation>): boolean {
  let some = false;
  for (const [keyword, value] of Object.entries(schema)) {
    const read = restrictions.get(keyword);
    if (read === undefined) continue;
    read(validation, value);
    some = true;
  }
  return some;
}

/** The structural form of a schema within a junctor. Null counts as an empty schema. */
function branchForm(value: JsonValue): NestedValueValidation {
  const schema = isObject(value) ? value : {};
  const form: Mutable<NestedValueValidation> = {};
  const type = structuralType(schema);
  const properties = propertiesOf(schema);
  const items = schemaOf(schema, "items");
  const additional = keywordOf(schema, "additionalProperties");
  const validations = validationRules(schema);
  readRestrictions(schema, form);
  if (type !== "") form.type = type;
  if (properties !== undefined) form.properties = formsOf(properties, branchForm);
  if (items !== undefined) form.items = branchForm(items);
  if (isObject(additional)) form.additionalProperties = branchForm(additional);
  if (additional === true) form.additionalProperties = {};
  if (validations !== undefined) form.validations = validations;
  return form;
}
