import {
  assign,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from "../../json/value.ts";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import { bodySchema, isValidBody } from "../body-schema.ts";
import { DrawState } from "../draw/draw.ts";
import { DrawnArbitrary } from "../draw/drawn-arbitrary.ts";
import { smallerMaps } from "../draw/smaller.ts";
import { memberSchema } from "../schema-below.ts";
import type { Direction } from "../subject.ts";
import { bodyOf, withBody } from "./object-body.ts";
import { validObjects } from "./objects.ts";

/**
 * The probability that a restricted value is made invalid, and that a required member is removed. The number is a choice: most
 * objects have some such place, and most of their other values stay as valid objects have them.
 */
const brokenShare = 0.3;

/** A valid object, and the same object with values that only an earlier schema may have allowed. */
export interface OutdatedObject {
  readonly valid: ReviewObject;
  readonly outdated: ReviewObject;
}

/**
 * Objects that the present schema refuses but an earlier one may have allowed: required members are missing, and values violate
 * an enum, pattern, format or bound. Each value has its declared type, because releases don't change the type of stored fields.
 */
export function outdatedObjects(pair: Direction): DrawnArbitrary<OutdatedObject> {
  const { schema } = pair.from;
  const valid = validObjects(pair);
  return new DrawnArbitrary<OutdatedObject>({
    make: (random) => {
      const object = valid.generate(random).value;
      const draw = new DrawState(random);
      const body = outdatedMap(bodyOf(object), bodySchema(schema), draw);
      return { valid: object, outdated: withBody(object, body) };
    },
    *smaller({ valid: object, outdated: old }) {
      for (const body of smallerMaps(bodyOf(old))) {
        if (isTyped(body, bodySchema(schema))) {
          yield { valid: object, outdated: withBody(old, body) };
        }
      }
    },
    change: (sample, { object }) => ({
      valid: object(sample.valid),
      outdated: object(sample.outdated),
    }),
  });
}

function outdatedValue(
  value: JsonValue,
  schema: Structural | undefined,
  draw: DrawState,
): JsonValue {
  if (schema === undefined) return value;
  if (isObject(value)) return outdatedMap(value, schema, draw);
  if (isArray(value)) return value.map((item) => outdatedValue(item, schema.items, draw));
  const isBroken = schema.validation !== undefined && draw.chance(brokenShare);
  return isBroken ? forbiddenValue(value, schema) : value;
}

function outdatedMap(map: JsonObject, schema: Structural, draw: DrawState): JsonObject {
  const result: MutableJsonObject = {};
  for (const [name, value] of Object.entries(map)) {
    const isRequired = schema.validation?.required?.includes(name) === true;
    if (isRequired && draw.chance(brokenShare)) continue;
    assign(result, name, outdatedValue(value, memberSchema(schema, name), draw));
  }
  return result;
}

/** A value of the same type that the schema forbids, from a short list; `value` itself if none of them is forbidden. */
function forbiddenValue(value: JsonValue, schema: Structural): JsonValue {
  const others = typeof value === "string" ? otherTexts : typeof value === "number" ? numbers : [];
  return others.find((other) => !isValidBody({ value: other }, schemaOfHolder(schema))) ?? value;
}

const otherTexts = ["", "Outdated", "x".repeat(300)];
const numbers = [0, -1, 1_000_000_007];

/** The schema of a map with one member, whose schema is `schema`. */
function schemaOfHolder(schema: Structural): Structural {
  const { default: _, ...plain } = schema;
  return {
    type: "object",
    nullable: false,
    properties: new Map([["value", plain]]),
    x: { preserveUnknownFields: false, embeddedResource: false, intOrString: false },
  };
}

/** True if a value and all values in it have their declared types. */
function isTyped(value: JsonValue, schema: Structural | undefined): boolean {
  if (schema === undefined) return true;
  if (isObject(value)) {
    const isMap = schema.type === "object" || schema.type === "";
    return (
      isMap &&
      Object.entries(value).every(([name, each]) => isTyped(each, memberSchema(schema, name)))
    );
  }
  if (isArray(value)) {
    const isList = schema.type === "array" || schema.type === "";
    return isList && value.every((item) => isTyped(item, schema.items));
  }
  return value !== null || schema.nullable;
}
