import { Float, isArray, isObject, type JsonObject, type JsonValue } from "../json/value.ts";
import type { FieldError } from "./field-error.ts";
import { childPath, fieldOf, keyPath, type Path } from "./path.ts";
import { type KeywordKind, keywords } from "./schema-keywords.ts";

/**
 * Every place in a schema where a keyword holds what its type cannot: the server's decoder refuses such a schema as a
 * whole. Null is allowed everywhere and counts as absent; unknown keywords are not looked at.
 */
export function malformedErrors(schema: JsonObject, path: Path): readonly FieldError[] {
  const errors: FieldError[] = [];
  checkSchema(schema, path, errors);
  return errors;
}

function checkSchema(value: JsonValue, path: Path, errors: FieldError[]): void {
  if (value === null) return;
  if (!isObject(value)) {
    errors.push(mistyped(path, value, "must be an object"));
    return;
  }
  for (const keyword of Object.keys(value)) {
    const kind = keywords.get(keyword);
    const held = value[keyword] ?? null;
    if (kind !== undefined && held !== null) checkers[kind](held, childPath(path, keyword), errors);
  }
}

type Checker = (value: JsonValue, path: Path, errors: FieldError[]) => void;

function scalar(isRight: (value: JsonValue) => boolean, detail: string): Checker {
  return (value, path, errors) => {
    if (value !== null && !isRight(value)) errors.push(mistyped(path, value, detail));
  };
}

function listOf(checkItem: Checker): Checker {
  return (value, path, errors) => {
    if (value === null) return;
    if (!isArray(value)) errors.push(mistyped(path, value, "must be an array"));
    else for (const [index, item] of value.entries()) checkItem(item, keyPath(path, index), errors);
  };
}

function mapOf(checkMember: Checker): Checker {
  return (value, path, errors) => {
    if (value === null) return;
    if (!isObject(value)) errors.push(mistyped(path, value, "must be an object"));
    else
      for (const key of Object.keys(value))
        checkMember(value[key] ?? null, keyPath(path, key), errors);
  };
}

const anything: Checker = () => undefined;
const text = scalar((value) => typeof value === "string", "must be a string");
const flag = scalar((value) => typeof value === "boolean", "must be a boolean");
const map = scalar(isObject, "must be an object");

const checkers: Readonly<Record<KeywordKind, Checker>> = {
  text,
  "pointer to text": text,
  flag,
  "pointer to flag": flag,
  number: scalar(isNumber, "must be a number"),
  integer: scalar(isInteger, "must be an integer"),
  texts: listOf(text),
  values: listOf(anything),
  any: anything,
  schema: checkSchema,
  schemas: listOf(checkSchema),
  "schema map": mapOf(checkSchema),
  "schema or list": (value, path, errors) => {
    if (isObject(value)) checkSchema(value, path, errors);
    else if (isArray(value)) listOf(checkSchema)(value, path, errors);
  },
  "schema or flag": (value, path, errors) => {
    if (isObject(value)) checkSchema(value, path, errors);
    else scalar(isBoolean, "must be a boolean or a schema")(value, path, errors);
  },
  dependencies: mapOf((value, path, errors) => {
    if (isArray(value)) listOf(text)(value, path, errors);
    else if (isObject(value)) checkSchema(value, path, errors);
  }),
  map,
  rules: listOf(map),
};

function isBoolean(value: JsonValue): boolean {
  return typeof value === "boolean";
}

function isNumber(value: JsonValue): boolean {
  return typeof value === "number" || typeof value === "bigint" || value instanceof Float;
}

function isInteger(value: JsonValue): boolean {
  return typeof value === "bigint" || Number.isSafeInteger(value);
}

function mistyped(path: Path, badValue: JsonValue, detail: string): FieldError {
  return { type: "FieldValueTypeInvalid", field: fieldOf(path), detail, badValue };
}
