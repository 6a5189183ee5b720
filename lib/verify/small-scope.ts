import { equal } from "../json/equal.ts";
import {
  assign,
  isObject,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from "../json/value.ts";
import type { Structural } from "../schema/structural.ts";
import { bodySchema } from "./body-schema.ts";
import { Draw, steadySource } from "./draw/draw.ts";
import { items, pathText, type Step, values } from "./draw/path-text.ts";
import { valueDraw } from "./draw/value-draw.ts";

/** What stands at the one place of a small body. */
export type ScopeState = "absent" | "null" | "empty" | "one" | "two";

/** A body that holds one field and its parents. */
export interface ScopeBody {
  /** The path of the field in the schema. */
  readonly path: string;
  readonly state: ScopeState;
  readonly body: JsonObject;
}

/**
 * Every field of a version's schema alone in a body: absent (with its parents), null, empty (`""`, `0`, `false`, `[]`,
 * `{}`), with one value, with two (of scalars and items: with another value). Items and values of maps count as fields;
 * lists on the way hold one item, that of a map list with its keys.
 *
 * Shape: in the order of the schema, parents first; made one at a time, the same in every run. The bodies are parts:
 * what the schema requires beside the field is absent. Await `preparePatterns` before.
 */
export function* smallScope(schema: Structural): Generator<ScopeBody> {
  yield* below(bodySchema(schema), { steps: [], wrap: asBody });
}

function asBody(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** A place, and how a body is made that holds a value there. */
interface Scope {
  readonly steps: readonly Step[];
  readonly wrap: (value: JsonValue | undefined) => JsonObject;
}

function* below(schema: Structural, scope: Scope): Generator<ScopeBody> {
  const { properties, items: each, additionalProperties: others } = schema;
  for (const [name, member] of properties ?? []) {
    yield* fieldBodies(
      member,
      inside(scope, name, (value) => mapOf(name, value)),
    );
  }
  if (typeof others === "object") {
    yield* fieldBodies(
      others,
      inside(scope, values, (value) => mapOf(someKey, value)),
    );
  }
  if (each !== undefined) {
    const keys = keysOf(schema, each);
    const withKeys = (value: JsonValue): JsonValue =>
      isObject(value) ? { ...keys, ...value } : value;
    const listOf = (value: JsonValue | undefined): JsonValue =>
      value === undefined ? [] : [withKeys(value)];
    yield* fieldBodies(each, inside(scope, items, listOf));
  }
}

const someKey = "some-key";
const otherKey = "other-key";

function inside(
  { steps, wrap }: Scope,
  step: Step,
  hold: (value: JsonValue | undefined) => JsonValue,
): Scope {
  return { steps: [...steps, step], wrap: (value) => wrap(hold(value)) };
}

function* fieldBodies(schema: Structural, scope: Scope): Generator<ScopeBody> {
  const path = pathText(scope.steps);
  yield { path, state: "absent", body: scope.wrap(undefined) };
  yield { path, state: "null", body: scope.wrap(null) };
  yield { path, state: "empty", body: scope.wrap(emptyOf(schema)) };
  for (const [state, value] of filled(schema)) yield { path, state, body: scope.wrap(value) };
  yield* below(schema, scope);
}

function emptyOf({ type, properties, x }: Structural): JsonValue {
  switch (type) {
    case "array":
      return [];
    case "string":
      return "";
    case "integer":
    case "number":
      return 0;
    case "boolean":
      return false;
    default:
      return x.intOrString && properties === undefined ? "" : {};
  }
}

function filled(schema: Structural): readonly (readonly [ScopeState, JsonValue])[] {
  const [one, two] = valuesFor(schema);
  return [
    ...(one === undefined ? [] : [["one", one] as const]),
    ...(two === undefined ? [] : [["two", two] as const]),
  ];
}

/** One value, and two: of a list its first and first two items, of a map members alike, of a scalar another one. */
function valuesFor(schema: Structural): readonly JsonValue[] {
  const { type, properties, items: each, additionalProperties: others } = schema;
  if (type === "array") {
    const found = each === undefined ? [1, "a"] : examples(each);
    return prefixes(found).map((some) => uniqueItems(schema, some));
  }
  if (properties === undefined) {
    if (typeof others !== "object") return examples(schema);
    const found = examples(others).map(
      (value, index) => [[someKey, otherKey][index] ?? "", value] as const,
    );
    return prefixes(found).map(mapFrom);
  }
  const members: (readonly [string, JsonValue])[] = [];
  for (const [name, member] of properties) {
    const [value] = members.length < 2 ? examples(member) : [];
    if (value !== undefined) members.push([name, value]);
  }
  return prefixes(members).map(mapFrom);
}

/** Items of a map list that differ in their keys, as far as two examples can. */
function uniqueItems({ x, items: each }: Structural, list: readonly JsonValue[]): JsonValue {
  if (x.listType !== "map" || each === undefined) return list;
  return list.map((item, index) => {
    if (!isObject(item)) return item;
    const copy: MutableJsonObject = { ...item };
    for (const key of x.listMapKeys ?? []) {
      const member = each.properties?.get(key);
      const found = member === undefined ? [] : examples(member);
      const value = found[index] ?? found[0];
      if (value !== undefined) assign(copy, key, value);
    }
    return copy;
  });
}

function prefixes<T>(list: readonly T[]): readonly (readonly T[])[] {
  return list.slice(0, 2).map((_, index) => list.slice(0, index + 1));
}

function keysOf({ x }: Structural, each: Structural): JsonObject {
  const keys: (readonly [string, JsonValue])[] = [];
  for (const key of x.listType === "map" ? (x.listMapKeys ?? []) : []) {
    const member = each.properties?.get(key);
    const [value] = member === undefined ? [] : examples(member);
    if (value !== undefined) keys.push([key, value]);
  }
  return mapFrom(keys);
}

function mapOf(name: string, value: JsonValue | undefined): JsonObject {
  return mapFrom(value === undefined ? [] : [[name, value]]);
}

function mapFrom(entries: readonly (readonly [string, JsonValue])[]): JsonObject {
  const map: MutableJsonObject = {};
  for (const [name, value] of entries) assign(map, name, value);
  return map;
}

const known = new WeakMap<Structural, readonly JsonValue[]>();

/** How often a value is drawn to find a second one. */
const maxTries = 40;

/** Two different valid values of a node, none empty if there are others; fewer where it has fewer. */
function examples(schema: Structural): readonly JsonValue[] {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const draw = new Draw(steadySource(3));
  const found: JsonValue[] = [];
  const spare: JsonValue[] = [];
  for (let tries = 0; tries < maxTries && found.length < 2; tries++) {
    const value = valueDraw(schema)(draw, 2);
    if (value === undefined || value === null) continue;
    const list = equal(value, emptyOf(schema)) ? spare : found;
    if (!list.some((each) => equal(each, value))) list.push(value);
  }
  const two = [...found, ...spare].slice(0, 2);
  known.set(schema, two);
  return two;
}
