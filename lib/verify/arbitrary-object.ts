import type fc from "fast-check";
import { isObject, type JsonObject } from "../json/value.ts";
import type { Structural } from "../schema/structural/structural.ts";
import { bodySchema, isValidBody } from "./body-schema.ts";
import { DrawState, type IntSource } from "./draw/draw.ts";
import { DrawnArbitrary } from "./draw/drawn-arbitrary.ts";
import { smallerMaps } from "./draw/smaller.ts";
import { valueDraw } from "./draw/value-draw.ts";
import type { Ungenerated } from "./ungenerated.ts";

interface BodyOptions {
  /** Counts what could not be generated. */
  readonly ungenerated?: Ungenerated;
  /** A further condition on bodies, such as the schema's rules. */
  readonly accepts?: (body: JsonObject) => boolean;
  /** Bodies to fall back on where none is found. */
  readonly otherwise?: readonly JsonObject[];
}

/** Attempts to draw a body that is valid as a whole. */
const maxTries = 20;

/** About how many values the smallest and largest bodies hold beyond what the schema requires. */
const budgets = { least: 2, most: 240 };

/**
 * Bodies (no apiVersion, kind, metadata) that are valid in a version's schema, also as the server holds them (nulls
 * dropped, defaults set), with values that conversions often get wrong: bounds, integers beyond 2^53, durations in several
 * spellings, null, empty texts and containers, explicit defaults. Counter-examples shrink to bodies that are valid too.
 *
 * Units and limits: up to about 240 values beyond what is required. Where no valid body is found in 20 attempts, that is
 * counted in `ungenerated` under the empty path, and one of `otherwise`, the empty body or, if none of them is valid, an
 * invalid one is returned; an optional member left out for that reason is counted under its path. Rules
 * (`x-kubernetes-validations`) count only by `accepts`.
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

/** One body, nearly always valid. */
export function drawBody(
  schema: Structural,
  source: IntSource,
  ungenerated?: Ungenerated,
): JsonObject {
  const draw = new DrawState(source, ungenerated);
  const budget = budgets.least + budgets.most * draw.unit() ** 2;
  const drawn = valueDraw(bodySchema(schema))(draw, budget);
  return drawn !== undefined && isObject(drawn) ? drawn : {};
}
