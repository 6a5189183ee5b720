import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readObjects } from "../../../lib/cli/files/yaml.ts";
import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../../../lib/json/value.ts";
import type { Structural } from "../../../lib/schema/structural/structural.ts";
import { validBody } from "../../../lib/verify/arbitrary-object.ts";
import { isValidBody } from "../../../lib/verify/body-schema.ts";
import { UngeneratedPaths } from "../../../lib/verify/ungenerated-paths.ts";
import { free, mapOf } from "../../support/lens-analysis.ts";
import { specOf, structuralOf, versionsOf } from "./schemas.ts";

const seed = 1;
function sample(schema: Structural, numRuns = 300): readonly JsonObject[] {
  return fc.sample(validBody(schema), { seed, numRuns });
}

/** What a member of spec held in the bodies. */
function valuesOf(
  schema: Structural,
  name = "f",
  numRuns = 600,
): readonly (JsonValue | undefined)[] {
  return sample(schema, numRuns).map((body) => {
    const spec = member(body, "spec");
    return isObject(spec) ? member(spec, name) : undefined;
  });
}

const text = { type: "string" };
const mapList = (items: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: "array",
  "x-kubernetes-list-type": "map",
  "x-kubernetes-list-map-keys": ["name"],
  items: { type: "object", required: ["name"], ...items },
  ...more,
});

describe("validBody", () => {
  test.each<{ name: string; field: JsonObject; more?: JsonObject }>([
    { name: "bounds of an integer", field: { type: "integer", minimum: 3, maximum: 5 } },
    {
      name: "exclusive bounds",
      field: {
        type: "integer",
        minimum: 3,
        maximum: 5,
        exclusiveMinimum: true,
        exclusiveMaximum: true,
      },
    },
    { name: "a multiple", field: { type: "integer", minimum: 1000, multipleOf: 7 } },
    { name: "a fraction's multiple", field: { type: "number", multipleOf: 0.5, minimum: 1.5 } },
    { name: "a narrow range of numbers", field: { type: "number", minimum: 0.5, maximum: 0.75 } },
    { name: "a distant minimum", field: { type: "integer", minimum: 9007199254740000 } },
    { name: "lengths", field: { type: "string", minLength: 20, maxLength: 21 } },
    {
      name: "a pattern",
      field: { type: "string", pattern: "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$", maxLength: 5 },
    },
    {
      name: "a pattern and a length",
      field: { type: "string", pattern: "^[a-f]+$", minLength: 30 },
    },
    {
      name: "a pattern with the syntax of RE2 alone",
      field: { type: "string", pattern: "(?i)^((?P<day>mon|tues)day|\\pL{3})$" },
    },
    { name: "every format", field: { type: "string", format: "date-time" } },
    { name: "an address", field: { type: "string", format: "ipv4" } },
    { name: "bytes", field: { type: "string", format: "byte", minLength: 4 } },
    { name: "an enum", field: { type: "string", enum: ["A", "B"] } },
    {
      name: "int-or-string with a pattern",
      field: { "x-kubernetes-int-or-string": true, pattern: "^\\d+%$", maximum: 3 },
    },
    {
      name: "a set",
      field: {
        type: "array",
        "x-kubernetes-list-type": "set",
        minItems: 2,
        items: { type: "string", enum: ["a", "b"] },
      },
    },
    {
      name: "a map list",
      field: mapList(
        { properties: { name: { type: "string", enum: ["a", "b", "c"] } } },
        { minItems: 2 },
      ),
    },
    {
      name: "a map list whose keys have defaults",
      field: mapList(
        {
          properties: {
            name: { type: "string", enum: ["a"] },
            protocol: { type: "string", enum: ["TCP", "UDP"], default: "TCP" },
          },
        },
        { "x-kubernetes-list-map-keys": ["name", "protocol"] },
      ),
    },
    {
      name: "the number of items",
      field: { type: "array", minItems: 4, maxItems: 5, items: text },
    },
    {
      name: "the number of members",
      field: { type: "object", minProperties: 3, maxProperties: 4, additionalProperties: text },
    },
    {
      name: "the number of named members",
      field: {
        type: "object",
        minProperties: 2,
        maxProperties: 2,
        properties: { a: text, b: text, c: text },
      },
    },
    {
      name: "an embedded resource",
      field: {
        type: "object",
        "x-kubernetes-embedded-resource": true,
        "x-kubernetes-preserve-unknown-fields": true,
      },
    },
    {
      name: "an embedded resource of one kind",
      field: {
        type: "object",
        "x-kubernetes-embedded-resource": true,
        properties: { kind: { type: "string", enum: ["Pod"] }, spec: { type: "object" } },
      },
    },
    {
      name: "one of two required members",
      field: {
        type: "object",
        properties: { a: text, b: text },
        oneOf: [{ required: ["a"] }, { required: ["b"] }],
      },
    },
    {
      name: "not both of two members",
      field: { type: "object", properties: { a: text, b: text }, not: { required: ["a", "b"] } },
    },
    {
      name: "neither of two members",
      field: {
        type: "object",
        properties: { a: text, b: text },
        not: { anyOf: [{ required: ["a"] }, { required: ["b"] }] },
      },
    },
    {
      name: "a union by a tag",
      field: {
        type: "object",
        required: ["type"],
        properties: { type: { type: "string" }, a: { type: "integer" }, b: text },
        oneOf: [
          {
            properties: { type: { enum: ["A"] }, a: { minimum: 5 } },
            required: ["a"],
            not: { required: ["b"] },
          },
          { properties: { type: { enum: ["B"] } }, required: ["b"], not: { required: ["a"] } },
        ],
      },
    },
    {
      name: "all of two restrictions",
      field: {
        type: "string",
        enum: ["a", "b", "c"],
        allOf: [{ enum: ["a", "b"] }, { enum: ["b", "c"] }],
      },
    },
    {
      name: "any of two patterns",
      field: { type: "string", anyOf: [{ pattern: "^a+$" }, { pattern: "^b+$", minLength: 3 }] },
    },
    {
      name: "restricted items",
      field: {
        type: "array",
        minItems: 1,
        items: { type: "integer" },
        allOf: [{ items: { minimum: 7, maximum: 9 } }],
      },
    },
    {
      name: "a required member that only additionalProperties describes",
      field: {
        type: "object",
        required: ["a"],
        additionalProperties: { type: "integer", minimum: 9 },
      },
    },
    {
      name: "a required member that nothing describes",
      field: { type: "object", required: ["a"], "x-kubernetes-preserve-unknown-fields": true },
    },
    {
      name: "bounds in branches of junctors",
      field: { type: "integer", minimum: 1, maximum: 9, allOf: [{ minimum: 5 }, { maximum: 6 }] },
    },
    {
      name: "nested junctors",
      field: {
        type: "object",
        properties: { a: text, b: text, c: text },
        oneOf: [
          { anyOf: [{ required: ["a"] }, { required: ["b"] }] },
          { allOf: [{ required: ["c"] }, { not: { not: { required: ["c"] } } }] },
        ],
      },
    },
    {
      name: "open maps",
      field: { type: "object", additionalProperties: true, properties: { a: text } },
    },
    {
      name: "unique items",
      field: {
        type: "array",
        items: { type: "boolean" },
        "x-kubernetes-list-type": "set",
        minItems: 2,
      },
    },
    {
      name: "a nullable member",
      field: { type: "object", nullable: true, required: ["a"], properties: { a: text } },
    },
  ])("generates bodies that satisfy $name", ({ field }) => {
    const ungenerated = new UngeneratedPaths();
    const schema = specOf({ f: field, g: { type: "boolean" } }, { required: ["f"] });
    const bodies = fc.sample(validBody(schema, { ungenerated }), { seed, numRuns: 300 });
    expect(bodies.filter((body) => !isValidBody(body, schema))).toEqual([]);
    expect([...ungenerated.counts]).toEqual([]);
  });

  test.each([
    ...["bsonobjectid", "uri", "email", "hostname", "ipv4", "ipv6", "cidr", "mac", "uuid", "uuid3"],
    ...["uuid4", "uuid5", "isbn", "isbn10", "isbn13", "creditcard", "ssn", "hexcolor", "rgbcolor"],
    ...["byte", "password", "date", "duration", "date-time", "k8s-short-name", "k8s-long-name"],
  ])("generates texts of the format %s", (format) => {
    const values = valuesOf(
      specOf({ f: { type: "string", format } }, { required: ["f"] }),
      "f",
      50,
    );
    expect(new Set(values).size).toBeGreaterThan(0);
    expect(values).not.toContain(undefined);
  });

  test.each<{ name: string; field: JsonObject; value: JsonValue | undefined }>([
    {
      name: "an integer beyond 2^53",
      field: { type: "integer", format: "int64" },
      value: 2n ** 63n - 1n,
    },
    { name: "a bound", field: { type: "integer", maximum: 4321 }, value: 4321 },
    { name: "zero", field: { type: "integer" }, value: 0 },
    { name: "an empty text", field: text, value: "" },
    { name: "a duration in its long spelling", field: text, value: "300s" },
    {
      name: "a duration that fits a pattern",
      field: { type: "string", pattern: "^([0-9]+(\\.[0-9]+)?(ms|s|m|h))+$" },
      value: "1.5s",
    },
    { name: "a quantity", field: { "x-kubernetes-int-or-string": true }, value: "1Gi" },
    { name: "false", field: { type: "boolean" }, value: false },
    { name: "null", field: { type: "string", nullable: true }, value: null },
    {
      name: "an explicit default",
      field: { type: "string", default: "some default" },
      value: "some default",
    },
    { name: "an empty list", field: { type: "array", items: text }, value: [] },
    { name: "an empty map", field: { type: "object", additionalProperties: text }, value: {} },
    { name: "nothing", field: text, value: undefined },
  ])("generates $name", ({ field, value }) => {
    expect(valuesOf(specOf({ f: field }))).toContainEqual(value);
  });

  test("a required member of any type is not null, because the server would drop it", () => {
    const f = { type: "array", items: mapOf({ v: free }, "v") };
    const schema = specOf({ f }, { required: ["f"] });
    const items = valuesOf(schema).flatMap((list) => (isArray(list) ? list : []));
    const held = items.map((item) => (isObject(item) ? member(item, "v") : undefined));
    expect(held.length).toBeGreaterThan(100);
    expect(held).not.toContain(null);
  });

  test("leaves out values that can't be valid, and counts them", () => {
    const ungenerated = new UngeneratedPaths();
    const schema = specOf({
      f: { type: "integer", minimum: 5, maximum: 4 },
      g: {
        type: "object",
        properties: { a: text },
        allOf: [{ required: ["a"] }],
        not: { required: ["a"] },
      },
    });
    const bodies = fc.sample(validBody(schema, { ungenerated }), { seed, numRuns: 100 });
    expect(bodies.every((body) => isValidBody(body, schema))).toBe(true);
    expect([...ungenerated.counts.keys()].sort()).toEqual(["spec.f", "spec.g"]);
  });

  test("reports that no body can be valid", () => {
    const ungenerated = new UngeneratedPaths();
    const schema = specOf({ f: { type: "integer", minimum: 5, maximum: 4 } }, { required: ["f"] });
    expect(fc.sample(validBody(schema, { ungenerated }), { seed, numRuns: 3 })).toEqual([
      {},
      {},
      {},
    ]);
    expect(ungenerated.counts.get("")).toBe(3);
  });

  test("counts the values that a rule refuses", () => {
    const ungenerated = new UngeneratedPaths();
    const schema = specOf({ f: text });
    fc.sample(validBody(schema, { ungenerated, accepts: () => false }), { seed, numRuns: 2 });
    expect(ungenerated.counts.get("")).toBe(2);
  });

  test("has no apiVersion, kind or metadata, also if the schema requires them", () => {
    const schema = structuralOf({
      type: "object",
      required: ["metadata", "spec", "kind"],
      properties: { apiVersion: text, kind: text, metadata: { type: "object" }, spec: text },
    });
    const bodies = sample(schema, 50);
    expect(new Set(bodies.flatMap((body) => Object.keys(body)))).toEqual(new Set(["spec"]));
  });

  test("gives the same objects for the same seed", () => {
    const schema = specOf({
      f: { type: "array", items: { type: "object", properties: { a: text } } },
    });
    expect(sample(schema)).toEqual(sample(schema));
  });

  test("generates free JSON with the members of the map around it, at times", () => {
    const route = {
      type: "object",
      properties: {
        name: text,
        routes: { type: "array", items: { "x-kubernetes-preserve-unknown-fields": true } },
      },
    };
    const routes = valuesOf(specOf({ f: route }), "f");
    expect(routes.some((each) => /"routes":\[.*"routes":\[/.test(JSON.stringify(each)))).toBe(true);
  });

  test("shrinks to a small valid body", () => {
    const schema = specOf({
      f: mapList({ properties: { name: text, n: { type: "integer", minimum: 3 } } }),
      g: text,
      h: { type: "integer" },
    });
    const holds = (body: JsonObject): boolean => !JSON.stringify(body).includes('"n":');
    const { counterexample } = fc.check(fc.property(validBody(schema), holds), {
      seed,
      numRuns: 1000,
    });
    expect(counterexample).toEqual([{ spec: { f: [{ name: "", n: 3 }] } }]);
  });
});

const files = ["pizza", "topping", "crontab", "printed-crontab"];
const kinds = files.flatMap((kind) =>
  readObjects(`examples/kinds/${kind}/crd.yaml`).flatMap((crd) =>
    versionsOf(crd).map(({ name, schema }) => ({ kind, version: name, schema })),
  ),
);

describe("validBody of the example kinds", () => {
  test.each(kinds)("$kind $version", ({ schema }) => {
    const structural = structuralOf(schema);
    expect(sample(structural).filter((body) => !isValidBody(body, structural))).toEqual([]);
  });
});
