import { memoizedByObject } from "../../json/memoized-by-object.ts";
import type { JsonValue } from "../../json/value.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import { DrawState, seededSource } from "./draw.ts";
import { freeMap, freeValue } from "./free-json.ts";
import { listDraw } from "./list-draw.ts";
import { mapDraw, type ValueDraw } from "./map-draw.ts";
import { branchSchemas, hasJunctors } from "./narrowing.ts";
import { scalarDraw } from "./scalar-draw.ts";
import { isValidWhenStored, satisfiesSchema } from "./validity.ts";

/** The draw function of a schema node, cached for each node. */
export const valueDraw: (schema: Structural) => ValueDraw = memoizedByObject((schema) =>
  withSpecials(schema, nodeDraw(schema)),
);

/** Occasionally draws the default, or null if the node allows it, instead of a value by `plain`. */
function withSpecials(schema: Structural, plain: ValueDraw): ValueDraw {
  const candidates: readonly JsonValue[] = [
    ...(schema.nullable ? [null] : []),
    ...(schema.default === undefined ? [] : [schema.default]),
  ];
  if (candidates.length === 0) return plain;
  const specials = candidates.filter((value) => isValidWhenStored(schema, value));
  return (draw, budget) => {
    const special = draw.chance(0.15) ? draw.pick(specials) : undefined;
    return special === undefined ? plain(draw, budget) : special;
  };
}

function nodeDraw(schema: Structural): ValueDraw {
  const words = schema.validation?.enum;
  if (words !== undefined && words.length > 0) {
    const valid = words.filter((word) => satisfiesSchema(schema, word));
    return (draw) => draw.pick(valid) ?? draw.notGenerated();
  }
  if (hasJunctors(schema)) return junctorDraw(schema);
  return isChecked(schema) ? triedDraw(schema, [shapeDraw(schema)]) : shapeDraw(schema);
}

function shapeDraw(schema: Structural): ValueDraw {
  switch (schema.type) {
    case "object":
      return isFreeMap(schema) ? freeMapDraw : mapDraw(schema, valueDraw);
    case "array":
      return listDraw(schema, valueDraw);
    case "":
      if (schema.x.intOrString) return scalarDraw(schema);
      return schema.properties === undefined && !schema.x.embeddedResource
        ? freeValueDraw
        : mapDraw(schema, valueDraw);
    default: {
      const scalar = scalarDraw(schema);
      return (draw) => scalar(draw) ?? draw.notGenerated();
    }
  }
}

/** Draws any JSON for a node without a schema; often a map of the enclosing map's schema, as in a recursive type. */
const freeValueDraw: ValueDraw = (draw, budget) => recursiveMap(draw, budget) ?? freeValue(draw);

const freeMapDraw: ValueDraw = (draw, budget) => recursiveMap(draw, budget) ?? freeMap(draw);

function recursiveMap(draw: DrawState, budget: number): JsonValue | undefined {
  const { map } = draw;
  if (map === undefined || budget < 1 || draw.chance(0.5)) return undefined;
  return valueDraw(map)(draw, budget / 2);
}

function isFreeMap({ properties, x, validation, additionalProperties }: Structural): boolean {
  return (
    x.preserveUnknownFields &&
    !x.embeddedResource &&
    properties === undefined &&
    validation === undefined &&
    additionalProperties === undefined
  );
}

/** True if a drawn value may be invalid at the node, so that it must be validated. */
function isChecked({ type, x, validation }: Structural): boolean {
  if (x.embeddedResource) return true;
  return (type === "" || type === "object") && validation !== undefined && !x.intOrString;
}

function junctorDraw(schema: Structural): ValueDraw {
  const schemas = branchSchemas(schema);
  return triedDraw(
    schema,
    schemas.map((each) => nodeDraw(each)),
  );
}

/**
 * The most attempts to draw a valid value of a node. The number is a choice: nearly always enough if one value in ten is valid,
 * and a node without valid values takes this many attempts only once.
 */
const maxTries = 40;

/**
 * Draws until a value is valid at the node, {@link maxTries} times at most. After the first invalid value, a fixed series of
 * attempts is made once: if it finds no valid value, nothing is drawn any more.
 */
function triedDraw(schema: Structural, draws: readonly ValueDraw[]): ValueDraw {
  const attemptDraw = (draw: DrawState, budget: number): JsonValue | undefined => {
    const value = draw.pick(draws)?.(draw, budget);
    return value !== undefined && isValidWhenStored(schema, value) ? value : undefined;
  };
  let isHopeless: boolean | undefined;
  const failsEachAttempt = (): boolean => {
    const draw = new DrawState(seededSource(2));
    const found = Array.from({ length: maxTries }, (_, index) => attemptDraw(draw, index % 4));
    return found.every((value) => value === undefined);
  };
  return (draw, budget) => {
    for (let tries = 0; tries < maxTries && isHopeless !== true; tries++) {
      const value = attemptDraw(draw, tries < maxTries / 2 ? budget : 0);
      if (value !== undefined) return value;
      if (isHopeless !== undefined) continue;
      // While the series runs, a recursive map calls this function again. That call must not start the series.
      isHopeless = false;
      isHopeless = failsEachAttempt();
    }
    return draw.notGenerated();
  };
}
