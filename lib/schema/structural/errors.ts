import { compareText } from "../../go/text-order.ts";
import { textAt } from "../../json/members.ts";
import { isObject, type JsonObject } from "../../json/value.ts";
import type { FieldError } from "../field-error/field-error.ts";
import { forbidden, invalid, required } from "../field-error/field-faults.ts";
import { childPath, elementPath, type FieldPath } from "../field-error/path.ts";
import { completenessErrors } from "./completeness.ts";
import { type PatternFault, restrictionErrors } from "./junctors.ts";
import { flagOf, keywordOf, propertiesOf, schemaOf } from "./keywords.ts";
import { restrictsOnlyNames } from "./zero.ts";

export type { PatternFault } from "./junctors.ts";

/**
 * All violations of the rules for structural schemas, ordered by field, type and detail. `schema` must be well-formed and
 * must not have unsupported keywords. Without `patternFault`, patterns are not checked.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apiserver/schema/validation.go
 * ValidateStructural.
 */
export function structuralErrors(
  schema: JsonObject,
  path: FieldPath,
  patternFault: PatternFault = () => undefined,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  checkNode(schema, "root", path, { errors, patternFault });
  errors.push(...completenessErrors(schema, path));
  return errors.sort(
    (a, b) => compareText(a.field, b.field) || compareText(a.type + a.detail, b.type + b.detail),
  );
}

/** Where a schema is used. This determines what it may declare, and how a missing type is reported. */
type SchemaLevel = "root" | "item" | "field";

interface StructuralCheck {
  readonly errors: FieldError[];
  readonly patternFault: PatternFault;
}

/** Checks a schema outside junctors, and all schemas within it. */
function checkNode(
  schema: JsonObject,
  level: SchemaLevel,
  path: FieldPath,
  check: StructuralCheck,
): void {
  const { errors } = check;
  checkChildren(schema, level, path, check);
  checkExtensions(schema, path, errors);
  errors.push(...restrictionErrors(schema, path, check.patternFault));
  checkType(schema, level, path, errors);
  checkEmbedded(schema, path, errors);
  checkTypeMeta(schema, level, path, errors);
}

function checkChildren(
  schema: JsonObject,
  level: SchemaLevel,
  path: FieldPath,
  check: StructuralCheck,
): void {
  const items = schemaOf(schema, "items");
  const itemsPath = childPath(path, "items");
  if (items !== undefined) checkNode(items, "item", itemsPath, check);
  else if (textAt(schema, "type") === "array") {
    check.errors.push(required(itemsPath, "must be specified"));
  }
  for (const [name, property] of propertiesOf(schema) ?? []) {
    checkNode(property, "field", elementPath(childPath(path, "properties"), name), check);
  }
  const additional = keywordOf(schema, "additionalProperties");
  const additionalPath = childPath(path, "additionalProperties");
  if (additional !== undefined && level === "root") {
    check.errors.push(forbidden(additionalPath, "must not be used at the root"));
  }
  if (isObject(additional)) checkNode(additional, "field", additionalPath, check);
}

function checkExtensions(schema: JsonObject, path: FieldPath, errors: FieldError[]): void {
  if (!flagOf(schema, "x-kubernetes-int-or-string")) return;
  const detail = "must be false if x-kubernetes-int-or-string is true";
  for (const name of ["preserve-unknown-fields", "embedded-resource"]) {
    const keyword = `x-kubernetes-${name}`;
    if (flagOf(schema, keyword)) {
      errors.push(invalid(childPath(path, keyword), true, detail));
    }
  }
}

const missingType: Readonly<Record<SchemaLevel, string>> = {
  root: "must not be empty at the root",
  item: "must not be empty for specified array items",
  field: "must not be empty for specified object fields",
};

function checkType(
  schema: JsonObject,
  level: SchemaLevel,
  path: FieldPath,
  errors: FieldError[],
): void {
  const type = textAt(schema, "type");
  const typePath = childPath(path, "type");
  if (flagOf(schema, "x-kubernetes-embedded-resource") && type !== "object") {
    const detail = "must be object if x-kubernetes-embedded-resource is true";
    errors.push(typeFieldError(typePath, type, detail));
  } else if (type === "" && !mayLackType(schema)) {
    errors.push(required(typePath, missingType[level]));
  }
  if (level === "root" && type !== "" && type !== "object") {
    errors.push(typeFieldError(typePath, type, "must be object at the root"));
  }
}

function mayLackType(schema: JsonObject): boolean {
  return (
    flagOf(schema, "x-kubernetes-int-or-string") ||
    flagOf(schema, "x-kubernetes-preserve-unknown-fields")
  );
}

function checkEmbedded(schema: JsonObject, path: FieldPath, errors: FieldError[]): void {
  if (!flagOf(schema, "x-kubernetes-embedded-resource")) return;
  if (keywordOf(schema, "additionalProperties") !== undefined) {
    const detail = "must not be used if x-kubernetes-embedded-resource is set";
    errors.push(forbidden(childPath(path, "additionalProperties"), detail));
  }
  const names = propertiesOf(schema)?.size ?? 0;
  if (names === 0 && !flagOf(schema, "x-kubernetes-preserve-unknown-fields")) {
    const detail =
      "must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields";
    errors.push(required(childPath(path, "properties"), detail));
  }
}

/**
 * Checks the types of a resource's `apiVersion`, `kind` and `metadata`, and that the schema of the root's `metadata`
 * restricts only names.
 */
function checkTypeMeta(
  schema: JsonObject,
  level: SchemaLevel,
  path: FieldPath,
  errors: FieldError[],
): void {
  const properties = propertiesOf(schema);
  if (properties === undefined) return;
  const types = { apiVersion: "string", kind: "string", metadata: "object" };
  const isResource = level === "root" || flagOf(schema, "x-kubernetes-embedded-resource");
  for (const [name, wanted] of Object.entries(isResource ? types : {})) {
    const property = properties.get(name);
    const type = property === undefined ? wanted : textAt(property, "type");
    const propertyPath = elementPath(childPath(path, "properties"), name);
    if (type !== wanted) {
      errors.push(invalid(childPath(propertyPath, "type"), type, `must be ${wanted}`));
    }
  }
  const metadata = properties.get("metadata");
  if (level === "root" && metadata !== undefined && !restrictsOnlyNames(metadata)) {
    const detail =
      "must not specify anything other than name and generateName, but metadata is implicitly specified";
    errors.push(forbidden(elementPath(childPath(path, "properties"), "metadata"), detail));
  }
}

/** The error for a type: `required` if it is empty, otherwise `invalid`. */
function typeFieldError(path: FieldPath, type: string, detail: string): FieldError {
  return type === "" ? required(path, detail) : invalid(path, type, detail);
}
