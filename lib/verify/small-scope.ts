import { isObject, type JsonObject, type JsonValue } from "../json/value.ts";
import type { Structural } from "../schema/structural/structural.ts";
import { bodySchema } from "./body-schema.ts";
import { emptyValueOf, exampleKey, exampleValues, listMapKeysOf } from "./draw/example-values.ts";
import { type DrawnStep, drawnPathText, everyItem, everyValue } from "./draw/path-text.ts";

/** The value of the only field in a small body. `one`, `two`: two different example values; `own`: a value that a rule names. */
export type FieldState = "absent" | "null" | "empty" | "one" | "two" | "own";

/** A body with only one field and its parents. */
export interface ScopeBody {
  /** The path of the field in the schema. */
  readonly path: string;
  readonly state: FieldState;
  readonly body: JsonObject;
}

/**
 * For each field of a version's schema, bodies with only this field: absent (only its parents), null, empty (`""`, `0`, `false`,
 * `[]`, `{}`), with one value, and with two values (for a scalar: with another value). Items and map values count as fields. A
 * list above the field has one item, with its keys in a map list. `valuesOf` replaces the values for `one` and `two`.
 *
 * The bodies are in the order of the schema, parents first, and the same in every run. They lack all other fields, also required
 * ones.
 */
export function* smallScope(
  schema: Structural,
  valuesOf: ValuesOf = namedExampleValues,
): Generator<ScopeBody> {
  yield* bodiesBelow(bodySchema(schema), { steps: [], wrap: asBody, valuesOf });
}

function asBody(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** Returns the values to try for a field, in addition to null and the empty value. */
type ValuesOf = (schema: Structural) => readonly (readonly [FieldState, JsonValue])[];

/** A field, and a function that returns the body with a given value in that field. */
interface FieldScope {
  readonly steps: readonly DrawnStep[];
  readonly wrap: (value: JsonValue | undefined) => JsonObject;
  readonly valuesOf: ValuesOf;
}

function* bodiesBelow(schema: Structural, scope: FieldScope): Generator<ScopeBody> {
  const { properties, items: each, additionalProperties: others } = schema;
  for (const [name, member] of properties ?? []) {
    yield* fieldBodies(
      member,
      scopeInside(scope, name, (value) => mapWithMember(name, value)),
    );
  }
  if (typeof others === "object") {
    yield* fieldBodies(
      others,
      scopeInside(scope, everyValue, (value) => mapWithMember(exampleKey, value)),
    );
  }
  if (each !== undefined) {
    const keys = listMapKeysOf(schema, each);
    const withKeys = (value: JsonValue): JsonValue =>
      isObject(value) ? { ...keys, ...value } : value;
    const listOf = (value: JsonValue | undefined): JsonValue =>
      value === undefined ? [] : [withKeys(value)];
    yield* fieldBodies(each, scopeInside(scope, everyItem, listOf));
  }
}

function scopeInside(
  { steps, wrap, valuesOf }: FieldScope,
  step: DrawnStep,
  hold: (value: JsonValue | undefined) => JsonValue,
): FieldScope {
  return { steps: [...steps, step], wrap: (value) => wrap(hold(value)), valuesOf };
}

function* fieldBodies(schema: Structural, scope: FieldScope): Generator<ScopeBody> {
  const path = drawnPathText(scope.steps);
  yield { path, state: "absent", body: scope.wrap(undefined) };
  yield { path, state: "null", body: scope.wrap(null) };
  yield { path, state: "empty", body: scope.wrap(emptyValueOf(schema)) };
  for (const [state, value] of scope.valuesOf(schema)) {
    yield { path, state, body: scope.wrap(value) };
  }
  yield* bodiesBelow(schema, scope);
}

function namedExampleValues(schema: Structural): ReturnType<ValuesOf> {
  const [one, two] = exampleValues(schema);
  return [
    ...(one === undefined ? [] : [["one", one] as const]),
    ...(two === undefined ? [] : [["two", two] as const]),
  ];
}

function mapWithMember(name: string, value: JsonValue | undefined): JsonObject {
  return value === undefined ? {} : { [name]: value };
}
