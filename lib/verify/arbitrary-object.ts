import type fc from "fast-check";
import { isObject, type JsonObject } from "../json/value.ts";
import type { Structural } from "../schema/structural/structural.ts";
import { bodySchema, isValidBody } from "./body-schema.ts";
import { DrawState, type IntSource } from "./draw/draw.ts";
import { DrawnArbitrary } from "./draw/drawn-arbitrary.ts";
import { smallerMaps } from "./draw/smaller.ts";
import { valueDraw } from "./draw/value-draw.ts";
import type { UngeneratedPaths } from "./ungenerated-paths.ts";

interface BodyOptions {
  /** Counts by path how often no valid value was found. */
  readonly ungenerated?: UngeneratedPaths;
  /** An additional condition for bodies, such as the rules of the schema. */
  readonly accepts?: (body: JsonObject) => boolean;
  /** Bodies to use if no valid one is found. */
  readonly otherwise?: readonly JsonObject[];
}

/**
 * The most attempts to draw a valid body. The number is a choice: a drawn body is nearly always valid, so a schema for which
 * this many fail has conditions that drawing does not meet.
 */
const maxTries = 20;

/** About how many values the smallest and the largest bodies have in addition to required ones. */
const budgets = { least: 2, most: 240 };

/**
 * Bodies (without apiVersion, kind and metadata) that a version's schema accepts, also after the server drops nulls and sets
 * defaults. They have values that conversions often get wrong: bounds, integers beyond 2^53, durations in several spellings,
 * null, empty strings and containers, explicit defaults. Counterexamples shrink to valid bodies.
 *
 * Limits: about 240 values in addition to required ones. If 20 attempts find no valid body, `ungenerated` counts that under
 * the empty path, and a body of `otherwise` or the empty body is returned, or an invalid one if none of these is valid. An
 * optional member without a valid value is left out and counted under its path. Rules (`x-kubernetes-validations`) are only
 * checked if `accepts` does so.
 */
export function validBody(schema: Structural, options: BodyOptions = {}): fc.Arbitrary<JsonObject> {
  const isGood = (body: JsonObject): boolean =>
    isValidBody(body, schema) && (options.accepts?.(body) ?? true);
  return new DrawnArbitrary({
    make: (source) => {
      for (let tries = 0; tries < maxTries; tries++) {
        const body = drawBody(schema, source, options.ungenerated);
        if (isGood(body)) return body;
      }
      options.ungenerated?.add("");
      return [...(options.otherwise ?? []), {}].find(isGood) ?? drawBody(schema, source);
    },
    *smaller(body) {
      for (const less of smallerMaps(body)) if (isGood(less)) yield less;
    },
  });
}

/** Draws one body, which is nearly always valid. */
export function drawBody(
  schema: Structural,
  source: IntSource,
  ungenerated?: UngeneratedPaths,
): JsonObject {
  const draw = new DrawState(source, ungenerated);
  const budget = budgets.least + budgets.most * draw.unit() ** 2;
  const drawn = valueDraw(bodySchema(schema))(draw, budget);
  return drawn !== undefined && isObject(drawn) ? drawn : {};
}
