import type fc from "fast-check";
import {
  assign,
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from "../json/value.ts";
import type { Structural } from "../schema/structural/structural.ts";
import { drawBody } from "./arbitrary-object.ts";
import { bodySchema } from "./body-schema.ts";
import { DrawState } from "./draw/draw.ts";
import { DrawnArbitrary } from "./draw/drawn-arbitrary.ts";
import { drawName, freeValue } from "./draw/free-json.ts";
import { smallerMaps } from "./draw/smaller.ts";
import { valueDraw } from "./draw/value-draw.ts";
import { valueOfOtherType } from "./draw/value-of-other-type.ts";
import { memberSchema } from "./schema-below.ts";

/**
 * The probability of each change, for each value or container. If it were larger, most bodies would have several changes, and a
 * fault would seldom show which change caused it; if it were smaller, more bodies would have no change.
 */
const chances = {
  illTyped: 0.06,
  absent: 0.03,
  null: 0.02,
  unknownField: 0.06,
  otherVersion: 0.15,
  repeat: 0.15,
};

/**
 * Bodies that admission would deny but that storage may contain. They follow the schema, except for: values of a wrong type or
 * null; missing members, also required ones; unknown fields, also `__proto__` and `constructor`; fields of the other version;
 * repeated list items. Shrinking ignores the schema.
 */
export function edgeBody(schema: Structural, otherSchema: Structural): fc.Arbitrary<JsonObject> {
  return new DrawnArbitrary({
    make: (source) =>
      mutatedBody(
        drawBody(schema, source),
        { thisSchema: schema, otherSchema },
        new DrawState(source),
      ),
    smaller: smallerMaps,
  });
}

/** A body of `thisSchema`, changed at random as in {@link edgeBody}, with fields of the other version's schema. */
export function mutatedBody(
  body: JsonObject,
  {
    thisSchema,
    otherSchema,
  }: { readonly thisSchema: Structural; readonly otherSchema: Structural },
  draw: DrawState,
): JsonObject {
  return mapWithFaults(
    body,
    { thisSchema: bodySchema(thisSchema), otherSchema: bodySchema(otherSchema) },
    draw,
  );
}

/** The schemas of both versions at one path; undefined if a version does not declare the path. */
interface SchemasAtPath {
  readonly thisSchema: Structural | undefined;
  readonly otherSchema: Structural | undefined;
}

function valueWithFaults(value: JsonValue, schemas: SchemasAtPath, draw: DrawState): JsonValue {
  if (draw.chance(chances.illTyped)) return valueOfOtherType(value, draw);
  if (draw.chance(chances.null)) return null;
  if (isArray(value)) return listWithFaults(value, schemas, draw);
  return isObject(value) ? mapWithFaults(value, schemas, draw) : value;
}

function mapWithFaults(
  map: JsonObject,
  { thisSchema, otherSchema }: SchemasAtPath,
  draw: DrawState,
): JsonObject {
  const result: MutableJsonObject = {};
  for (const [name, value] of Object.entries(map)) {
    if (draw.chance(chances.absent)) continue;
    const schemas = {
      thisSchema: memberSchema(thisSchema, name),
      otherSchema: memberSchema(otherSchema, name),
    };
    assign(result, name, valueWithFaults(value, schemas, draw));
  }
  if (draw.chance(chances.unknownField)) assign(result, drawUnknown(draw), freeValue(draw));
  if (draw.chance(chances.otherVersion))
    addFieldsOfOtherVersion(result, { thisSchema, otherSchema }, draw);
  return result;
}

function drawUnknown(draw: DrawState): string {
  return draw.chance(0.3) ? draw.pick(["__proto__", "constructor"]) : drawName(draw);
}

/** Adds up to two fields of the other version, mostly fields that the version of the body lacks. */
function addFieldsOfOtherVersion(
  map: MutableJsonObject,
  { thisSchema, otherSchema }: SchemasAtPath,
  draw: DrawState,
): void {
  const fields = [...(otherSchema?.properties ?? [])];
  const lacking = fields.filter(([name]) => thisSchema?.properties?.has(name) !== true);
  for (let count = draw.int(1, 2); count > 0; count--) {
    const field = draw.chance(0.7) ? draw.pick(lacking) : undefined;
    const [name, schema] = field ?? draw.pick(fields) ?? [];
    if (name === undefined || schema === undefined || Object.hasOwn(map, name)) continue;
    const value = valueDraw(schema)(draw, 4);
    if (value !== undefined) assign(map, name, value);
  }
}

function listWithFaults(
  list: JsonArray,
  { thisSchema, otherSchema }: SchemasAtPath,
  draw: DrawState,
): JsonArray {
  const schemas = { thisSchema: thisSchema?.items, otherSchema: otherSchema?.items };
  const result = list.map((item) => valueWithFaults(item, schemas, draw));
  const repeated = draw.chance(chances.repeat) ? draw.pick(result) : undefined;
  if (repeated === undefined) return result;
  return result.toSpliced(draw.int(0, result.length), 0, repeated);
}
