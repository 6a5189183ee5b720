import type { CrdFacts, CrdVersion } from "../../crd/crd-facts.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import { fieldMessage } from "../../schema/field-error/field-message.ts";
import { structuralForm } from "../../schema/structural/form.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import { bodySchema, isValidBody } from "../../verify/body-schema.ts";
import { DrawState, seededSource } from "../../verify/draw/draw.ts";
import { formatDraw } from "../../verify/draw/format-text.ts";
import { typicalTexts } from "../../verify/draw/name-hints.ts";
import { satisfiesSchema } from "../../verify/draw/validity.ts";
import { valueDraw } from "../../verify/draw/value-draw.ts";
import { prunedAndDefaulted } from "../../verify/pruned-and-defaulted.ts";
import { runRules } from "../../verify/schema-rules.ts";
import { kebabCase } from "./kebab-case.ts";
import { repairedBody } from "./repaired-body.ts";

interface Sample {
  readonly object: JsonObject;
  /** What the server would refuse in the sample, or that it has no spec. Empty for a good sample. */
  readonly faults: readonly string[];
}

/**
 * A sample object of a version: its required fields and the optional ones near the root, with readable values and no status
 * unless it is required. If no object is found that is valid, satisfies the schema's rules and has a spec, `faults` names what is
 * wrong.
 */
export function sampleObject(
  { group, kind, scope }: CrdFacts,
  { name, schema }: CrdVersion,
): Sample {
  const structural = structuralForm(schema);
  const own = bodySchema(structural);
  const metadata = {
    name: `${kebabCase(kind)}-sample`,
    ...(scope === "Cluster" ? {} : { namespace: "default" }),
  };
  const objectWith = (body: JsonObject): ReviewObject => ({
    apiVersion: `${group}/${name}`,
    kind,
    metadata,
    ...body,
  });
  const brokenRules = (body: JsonObject): readonly string[] =>
    runRules(structural, prunedAndDefaulted(objectWith(body), { schema: structural })).map(
      ({ error }) => fieldMessage(error),
    );
  const readable = [3, 2, 1, 0].map((depth) => sampleBody(own, depth));
  const valid = readable.filter((body) => isValidBody(body, own));
  const bodies = valid.length > 0 ? valid : drawnSamples(own);
  // A sample without a spec is often valid, but shows nothing.
  const lacksSpec = (each: JsonObject): boolean =>
    own.properties?.has("spec") === true && member(each, "spec") === undefined;
  const shortfall = (each: JsonObject): number =>
    brokenRules(each).length + (lacksSpec(each) ? 1 : 0);
  const body =
    bodies.find((each) => shortfall(each) === 0) ??
    firstRepaired(bodies, own, shortfall) ??
    bodies.find((each) => brokenRules(each).length === 0) ??
    bodies[0];
  if (body === undefined) {
    return {
      object: objectWith(sampleBody(own, 0)),
      faults: ["the schema refuses it: correct it"],
    };
  }
  const refused = brokenRules(body).map((fault) => `the server would refuse it: ${fault}`);
  const noSpec = "no spec was found that satisfies the rules of the schema: write one";
  return { object: objectWith(body), faults: [...refused, ...(lacksSpec(body) ? [noSpec] : [])] };
}

/**
 * The most bodies that are edited in search of one that satisfies the rules. The number is a choice: each takes hundreds of
 * edits, and rules that four bodies can't meet are hardly met by more.
 */
const maxRepaired = 4;

function firstRepaired(
  bodies: readonly JsonObject[],
  schema: Structural,
  faults: (body: JsonObject) => number,
): JsonObject | undefined {
  for (const body of bodies.slice(0, maxRepaired)) {
    const repaired = repairedBody(body, schema, faults);
    if (repaired !== undefined) return repaired;
  }
  return undefined;
}

/** A body with all required members, and with optional members down to a depth; with status only if it is required. */
function sampleBody(schema: Structural, depth: number): JsonObject {
  const body = sampleMap(schema, depth);
  const { status: _, ...rest } = body;
  return schema.validation?.required?.includes("status") === true ? body : rest;
}

/** Random valid bodies, the smallest first. The seed is fixed, so the result is always the same. */
function drawnSamples(schema: Structural): readonly JsonObject[] {
  const draw = new DrawState(seededSource(1));
  const values = Array.from({ length: 50 }, () => valueDraw(schema)(draw, 8));
  const valid = values.filter(isObject).filter((value) => isValidBody(value, schema));
  return valid.sort((a, b) => valueCount(a) - valueCount(b));
}

function valueCount(value: JsonValue): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce((sum: number, each: JsonValue) => sum + valueCount(each), 1);
}

/**
 * The most optional members of one map: a sample need not show all of them. The number is a choice: a map of so many members
 * still fits on a screen.
 */
const maxOptional = 12;

function sampleMap(
  { properties, additionalProperties, validation }: Structural,
  depth: number,
): JsonObject {
  const required = validation?.required ?? [];
  const members: [string, JsonValue][] = [];
  let optional = depth > 0 ? maxOptional : 0;
  for (const [name, schema] of properties ?? []) {
    const isRequired = required.includes(name);
    if (!isRequired && optional === 0) continue;
    if (!isRequired) optional -= 1;
    const value = sampleValue(schema, name, depth - 1);
    if (value !== undefined) members.push([name, value]);
  }
  if (typeof additionalProperties === "object" && properties === undefined) {
    const value = sampleValue(additionalProperties, "value", depth - 1);
    if (value !== undefined && depth > 0) members.push(["key", value]);
  }
  return Object.fromEntries(members);
}

function sampleValue(schema: Structural, name: string, depth: number): JsonValue | undefined {
  if (schema.default !== undefined) return schema.default;
  const [word] = schema.validation?.enum ?? [];
  if (word !== undefined) return word;
  if (schema.type === "array") return sampleList(schema, name, depth);
  if (schema.type === "object") return objectOf(schema, depth);
  const found = scalarCandidates(schema, name).find((value) => satisfiesSchema(schema, value));
  return found ?? valueDraw(schema)(new DrawState(seededSource(1)), 1);
}

function sampleList(schema: Structural, name: string, depth: number): JsonValue {
  const { items, validation } = schema;
  const least = validation?.minItems ?? 0;
  if (items === undefined || (depth < 0 && least === 0)) return [];
  const item = sampleValue(items, singularName(name), depth);
  const list = item === undefined ? [] : [item];
  if (least < 2 && satisfiesSchema(schema, list)) return list;
  return valueDraw(schema)(new DrawState(seededSource(1)), 2) ?? list;
}

function objectOf(schema: Structural, depth: number): JsonValue {
  if (!schema.x.embeddedResource) return sampleMap(schema, depth);
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "example" } };
}

/** Readable values for a scalar, the best first; some may not satisfy the schema. */
function scalarCandidates({ type, x, validation }: Structural, name: string): readonly JsonValue[] {
  if (x.intOrString) return [1, "10%"];
  switch (type) {
    case "boolean":
      return [true, false];
    case "integer":
    case "number":
      return [1, validation?.minimum ?? 0, validation?.maximum ?? 10, 10, 80];
    case "string":
      return texts(validation?.format, name);
    default:
      return [];
  }
}

/** Values for members whose names match a pattern. */
const namedValues: readonly { readonly name: RegExp; readonly text: string }[] = [
  { name: /image/i, text: "example.com/app:1.0.0" },
  { name: /url|uri|endpoint/i, text: "https://example.com" },
  { name: /hostport|address/i, text: "example.com:8080" },
  { name: /host|domain/i, text: "example.com" },
  { name: /port$/i, text: "8080" },
  { name: /cron|schedule/i, text: "*/5 * * * *" },
  { name: /interval|timeout|duration|period|delay|ttl/i, text: "5m0s" },
  { name: /cpu/i, text: "100m" },
  { name: /memory|storage|quantity/i, text: "1Gi" },
];

function texts(format: string | undefined, name: string): readonly string[] {
  if (format === "date-time") return ["2026-01-01T00:00:00Z"];
  if (format === "duration") return ["5m0s"];
  const draw = format === undefined ? undefined : formatDraw(format);
  const drawnText = draw === undefined ? [] : [draw(new DrawState(seededSource(1)))];
  const hints = namedValues.filter((hint) => hint.name.test(name)).map(({ text }) => text);
  const others = typicalTexts(name).filter((text) => !["", "0", "0s"].includes(text));
  return [
    ...drawnText,
    ...hints,
    `some-${kebabCase(name)}`,
    "example",
    "a",
    ...others,
    "A",
    "1",
    "1s",
  ];
}

function singularName(name: string): string {
  return name.replace(/ies$/, "y").replace(/s$/, "");
}
