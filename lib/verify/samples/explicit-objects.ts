import { isArray, isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import { drawBody } from "../arbitrary-object.ts";
import { seededSource } from "../draw/draw.ts";
import { exampleValues } from "../draw/example-values.ts";
import { type FieldState, smallScope } from "../small-scope.ts";
import type { Direction } from "../subject.ts";
import { objectOf } from "./object-body.ts";
import { seedBodies } from "./seeds.ts";
import { isValidObject } from "./valid-object.ts";

/** A valid object with a value that conversions often confuse with an absent one, round, or merge with another one. */
export interface ExplicitObject {
  /** The path of the value in the schema. */
  readonly path: string;
  readonly state: FieldState;
  readonly object: ReviewObject;
}

/**
 * The number of bodies to draw in search of small valid ones. The number is a choice: the smallest of a dozen is usually small
 * enough.
 */
const drawnBases = 12;
/**
 * The most bodies in which a value is tried. The number is a choice: a few differ in the branches of the schema that they take,
 * and each field is tried in each of them.
 */
const maxBases = 4;

/**
 * For each field of the source version, valid objects in which the field is null; empty (`""`, `0`, `false`, `[]`, `{}`); for an
 * integer or int-or-string, 2^53 + 1; for a list, a list with a repeated item. The body has only this field if that is valid, or
 * else the field is added to a small valid body. The result is the same in every run.
 */
export function* explicitObjects(pair: Direction): Generator<ExplicitObject> {
  const wholeObjectOf = (body: JsonObject): ReviewObject => objectOf(pair.subject, pair.from, body);
  const isValid = (body: JsonObject): boolean => isValidObject(wholeObjectOf(body), pair);
  const bases = smallBodies(pair, isValid);
  for (const scope of smallScope(pair.from.schema, fieldStates)) {
    if (scope.state === "absent") continue;
    const candidates = [scope.body, ...bases.map((base) => mergedObject(base, scope.body))];
    const body = candidates.find(isValid);
    if (body !== undefined) {
      yield { path: scope.path, state: scope.state, object: wholeObjectOf(body) };
    }
  }
}

/** 2^53 + 1, which is rounded by a program that reads numbers as doubles. */
const beyondDoubles = 2n ** 53n + 1n;

function fieldStates(schema: Structural): readonly (readonly [FieldState, JsonValue])[] {
  if (schema.type === "integer" || schema.x.intOrString) return [["one", beyondDoubles]];
  const [, two] = schema.type === "array" ? exampleValues(schema) : [];
  if (!isArray(two)) return [];
  const [first, ...others] = two;
  return first === undefined ? [] : [["two", [first, ...others, first]]];
}

/** Up to {@link maxBases} valid bodies, the smallest first: of samples, of examples, or drawn. */
function smallBodies(
  pair: Direction,
  isValid: (body: JsonObject) => boolean,
): readonly JsonObject[] {
  const source = seededSource(6);
  const drawn = Array.from({ length: drawnBases }, () => drawBody(pair.from.schema, source));
  return [...drawn.filter(isValid), ...seedBodies(pair.subject, pair.from)]
    .sort((one, other) => valueCount(one) - valueCount(other))
    .slice(0, maxBases);
}

function valueCount(value: JsonValue): number {
  if (value === null || typeof value !== "object") return 1;
  return Object.values(value).reduce((sum: number, each) => sum + valueCount(each), 1);
}

/** A deep merge of two maps. Members of `other` win. */
function mergedObject(base: JsonObject, other: JsonObject): JsonObject {
  const members = Object.entries(other).map(([name, value]) => {
    const own = member(base, name);
    return [name, isObject(own) && isObject(value) ? mergedObject(own, value) : value];
  });
  return { ...base, ...Object.fromEntries(members) };
}
