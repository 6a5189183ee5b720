import { assertDefined } from "../../json/invariant.ts";
import {
  assign,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from "../../json/value.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import type { DrawState } from "./draw.ts";
import { drawName, freeValue } from "./free-json.ts";
import { everyValue } from "./path-text.ts";
import { schemaSize } from "./schema-size.ts";

/**
 * Draws a value of a schema node; undefined if no valid value was found. `budget`: about how many values it may contain in
 * addition to required ones; below 1, only required values.
 */
export type ValueDraw = (draw: DrawState, budget: number) => JsonValue | undefined;

/** Returns the draw function of a child node. */
export type SchemaDraw = (schema: Structural) => ValueDraw;

/** Returns a function that draws maps. The probability of optional members is drawn for each map, limited by the budget. */
export function mapDraw(schema: Structural, drawOf: SchemaDraw): ValueDraw {
  const required = requiredOf(schema);
  const named = [...(schema.properties ?? [])];
  const unnamed = [...required].filter((name) => schema.properties?.has(name) !== true);
  const optional = named.filter(([name]) => !required.has(name)).length;
  const { minProperties = 0, maxProperties = Number.POSITIVE_INFINITY } = schema.validation ?? {};
  const least = Math.min(optional, minProperties - required.size);
  const most = maxProperties - required.size;
  return (draw, budget) => {
    const wish = draw.chance(0.1) ? 0 : 0.2 + draw.unit();
    const density = Math.min(wish, budget / Math.max(1, optional));
    const spine = wish > 0 && budget >= 1 ? weightedMember(named, draw) : "";
    const chosen = chooseMembers(named, { required, density, least, most, spine }, draw);
    const main = chosen.findIndex(([name]) => name === spine);
    const shares = splitBudget(
      { budget: budget - chosen.length, parts: chosen.length, main },
      draw,
    );
    const map: MutableJsonObject = {};
    for (const [index, [name, member]] of chosen.entries()) {
      const make = (): JsonValue | undefined => drawOf(member)(draw, shares(index));
      const value = draw.inMap(schema, () => draw.within(name, make));
      if (value !== undefined) assign(map, name, value);
      else if (required.has(name)) return undefined;
    }
    if (schema.x.embeddedResource) setTypeAndMetadata(map, draw);
    const size = { least: minProperties, most: maxProperties };
    return addOthers({ map, schema, unnamed, ...size }, draw, (member) =>
      drawOf(member)(draw, budget / 4),
    );
  };
}

function requiredOf({ validation, x, properties }: Structural): ReadonlySet<string> {
  const identity = x.embeddedResource ? ["apiVersion", "kind"] : [];
  const declared = identity.filter((name) => properties?.has(name));
  return new Set([...(validation?.required ?? []), ...declared]);
}

type NamedSchemas = readonly (readonly [name: string, schema: Structural])[];

interface MemberChoice {
  readonly required: ReadonlySet<string>;
  /** The probability of an optional member. */
  readonly density: number;
  /** The least and the most optional members. */
  readonly least: number;
  readonly most: number;
  /** The name of a member that is always chosen, if it is required or `most` allows one; empty for none. */
  readonly spine: string;
}

function chooseMembers(named: NamedSchemas, choice: MemberChoice, draw: DrawState): NamedSchemas {
  const { required, density, least, most, spine } = choice;
  const chosen = new Set<string>();
  if (spine !== "" && !required.has(spine) && most > 0) chosen.add(spine);
  for (const [name] of named) {
    if (!required.has(name) && chosen.size < most && draw.chance(density)) chosen.add(name);
  }
  while (chosen.size < least) {
    const [name] = assertDefined(draw.pick(named), "there are as many optional members as `least`");
    if (!required.has(name)) chosen.add(name);
  }
  return named.filter(([name]) => required.has(name) || chosen.has(name));
}

/** The name of a random member. Members with larger schemas are more likely, so that deep fields are reached. */
function weightedMember(named: NamedSchemas, draw: DrawState): string {
  const total = named.reduce((sum, [, schema]) => sum + schemaSize(schema), 0);
  let left = draw.unit() * total;
  for (const [name, schema] of named) {
    left -= schemaSize(schema);
    if (left < 0) return name;
  }
  return "";
}

interface BudgetSplit {
  readonly budget: number;
  readonly parts: number;
  /** The index of the part that gets most of the budget; -1 for none. */
  readonly main: number;
}

/**
 * The main part's fraction of a budget. The number is a choice: one member gets most of the values, so that it can become deep,
 * and enough are left for the others.
 */
const mainShare = 0.7;

/** Splits a budget unevenly, so that some parts can become deep. Returns the share of each part by index. */
export function splitBudget(
  { budget, parts, main }: BudgetSplit,
  draw: DrawState,
): (index: number) => number {
  if (budget < 1) return () => 0;
  const weights = Array.from({ length: parts }, () => draw.unit() ** 2);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const rest = main < 0 ? budget : budget * (1 - mainShare);
  return (index) => {
    const share =
      (rest * assertDefined(weights[index], "each part has a weight")) / Math.max(sum, 0.001);
    return index === main ? share + budget * mainShare : share;
  };
}

interface OtherMembers {
  readonly map: MutableJsonObject;
  readonly schema: Structural;
  readonly unnamed: readonly string[];
  readonly least: number;
  readonly most: number;
}

/**
 * The most names to try beyond the least number of members. The number is a choice: a declared or repeated name and a value that
 * can't be drawn need more attempts, and these must end.
 */
const maxNames = 20;

/** Adds members that `properties` does not declare. Undefined if a required one has no valid value, or too few are found. */
function addOthers(
  { map, schema, unnamed, least, most }: OtherMembers,
  draw: DrawState,
  drawValue: (schema: Structural) => JsonValue | undefined,
): JsonObject | undefined {
  const { additionalProperties: others, x, properties } = schema;
  const isOpen = others === true || x.preserveUnknownFields;
  const otherMember = (): JsonValue | undefined =>
    typeof others === "object"
      ? draw.within(everyValue, () => drawValue(others))
      : freeValue(draw, 1);
  for (const name of unnamed) {
    const value = Object.hasOwn(map, name) ? map[name] : otherMember();
    if (value === undefined) return undefined;
    assign(map, name, value);
  }
  if (typeof others !== "object" && !isOpen) return mapOfSize(map, least);
  const wanted = Math.min(most, Math.max(least, Object.keys(map).length + draw.int(0, 2)));
  for (let names = 0; Object.keys(map).length < wanted && names < least + maxNames; names++) {
    const name = names < maxNames / 2 ? drawName(draw) : `key-${names}`;
    const value = properties?.has(name) ? undefined : otherMember();
    if (value !== undefined) assign(map, name, value);
  }
  return mapOfSize(map, least);
}

function mapOfSize(map: JsonObject, least: number): JsonObject | undefined {
  return least > 0 && Object.keys(map).length < least ? undefined : map;
}

/** Sets apiVersion and kind of an embedded resource unless they are valid, and sets or removes its metadata. */
function setTypeAndMetadata(map: MutableJsonObject, draw: DrawState): void {
  const [apiVersion, kind] = draw.pick(resources);
  if (!isText(map["apiVersion"], /^[^/]+(?:\/[^/]*)?$/)) map["apiVersion"] = apiVersion;
  if (!isText(map["kind"], /^[A-Za-z][A-Za-z0-9]*$/)) map["kind"] = kind;
  if (draw.chance(0.7)) map["metadata"] = draw.pick(metadata);
  else delete map["metadata"];
}

function isText(value: JsonValue | undefined, form: RegExp): boolean {
  return typeof value === "string" && form.test(value);
}

type Identity = readonly [apiVersion: string, kind: string];

const resources: readonly [Identity, ...Identity[]] = [
  ["v1", "ConfigMap"],
  ["apps/v1", "Deployment"],
  ["example.com/v1alpha1", "Widget"],
];

const metadata: readonly [JsonObject, ...JsonObject[]] = [
  {},
  { name: "some-name" },
  { name: "some-name", labels: { app: "a" }, annotations: { "example.com/note": "" } },
];
