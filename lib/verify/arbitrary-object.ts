import type fc from "fast-check";
import { isObject, type JsonObject } from "../json/value.ts";
import type { Structural } from "../schema/structural/structural.ts";
import { bodySchema, isValidBody } from "./body-schema.ts";
import { Draw, type IntSource } from "./draw/draw.ts";
import { DrawnArbitrary } from "./draw/drawn-arbitrary.ts";
import { smallerMaps } from "./draw/smaller.ts";
import { valueDraw } from "./draw/value-draw.ts";
import type { Shortfalls } from "./shortfalls.ts";

export interface BodyOptions {
  /** Where to count what could not be generated. */
  readonly shortfalls?: Shortfalls;
  /** What a body must keep beyond the schema, its rules for instance. */
  readonly accepts?: (body: JsonObject) => boolean;
}

/** How often a body is drawn anew that has a fault as a whole. */
const maxTries = 20;

/** About how many values the smallest and largest bodies hold beyond what the schema requires. */
const budgets = { least: 2, most: 240 };

/**
 * Bodies (no apiVersion, kind, metadata) that are valid in a version's schema, also once its defaults are set, with
 * values that conversions stumble over: bounds, integers beyond 2^53, durations in several spellings, null, empty texts
 * and containers, explicit defaults. Counter-examples shrink to bodies that are valid too.
 *
 * Units and limits: up to about 240 values beyond what is required. Where no valid body is found in 20 tries an invalid
 * one is yielded, and counted in `shortfalls` under the empty path; so is each optional member left out for that reason,
 * under its own. Await `preparePatterns` of schema/pattern.ts before. Rules (`x-kubernetes-validations`) count only by `accepts`.
 */
export function validBody(schema: Structural, options: BodyOptions = {}): fc.Arbitrary<JsonObject> {
  const isGood = (body: JsonObject): boolean =>
    isValidBody(body, schema) && (options.accepts?.(body) ?? true);
  return new DrawnArbitrary({
    make: (source) => {
      for (let tries = 0; tries < maxTries; tries++) {
        const body = drawBody(schema, source, options.shortfalls);
        if (isGood(body)) return body;
      }
      options.shortfalls?.note("");
      return drawBody(schema, source);
    },
    *smaller(body) {
      for (const less of smallerMaps(body)) if (isGood(less)) yield less;
    },
  });
}

/** One body, nearly always valid. */
export function drawBody(
  schema: Structural,
  source: IntSource,
  shortfalls?: Shortfalls,
): JsonObject {
  const draw = new Draw(source, shortfalls);
  const budget = budgets.least + budgets.most * draw.unit() ** 2;
  const drawn = valueDraw(bodySchema(schema))(draw, budget);
  return drawn !== undefined && isObject(drawn) ? drawn : {};
}
