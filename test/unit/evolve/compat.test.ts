import { describe, expect, test } from "vitest";
import { compareDefinitions } from "../../../lib/evolve/compat/compare-definitions.ts";
import { listAt, mapAt } from "../../../lib/json/members.ts";
import type { JsonObject } from "../../../lib/json/value.ts";
import { asMap } from "../../support/as-map.ts";

const size = { type: "integer", minimum: 1, maximum: 9, description: "how many" };
const mode = { type: "string", enum: ["Auto", "Off"], default: "Auto", pattern: "^[AO]" };
const ports = { type: "array", items: { type: "integer" } };
const properties: JsonObject = {
  size,
  mode,
  name: { type: "string", nullable: true },
  plain: { type: "string" },
  count: { type: "integer" },
  ports,
  labels: { type: "object", additionalProperties: { type: "string" } },
};

interface Form {
  readonly scope?: string;
  readonly stored?: readonly string[];
  readonly name?: string;
  readonly required?: readonly string[];
  readonly served?: boolean;
}

/** A definition with one version, whose spec has these properties. */
function definition(
  changed: Readonly<Record<string, JsonObject | undefined>> = {},
  { scope = "Namespaced", stored = ["v1"], name = "v1", required = [], served = true }: Form = {},
): JsonObject {
  const own = Object.entries({ ...properties, ...changed }).flatMap(([key, each]) =>
    each === undefined ? [] : [[key, each]],
  );
  const spec: JsonObject = { type: "object", required, properties: Object.fromEntries(own) };
  const schema = { openAPIV3Schema: { type: "object", properties: { spec } } };
  return {
    spec: { scope, versions: [{ name, served, storage: true, schema }] },
    status: { storedVersions: stored },
  };
}

const before = definition();

/** What is found, as crdify names it, in the order of the properties. */
function found(base: JsonObject, head: JsonObject): readonly string[] {
  return compareDefinitions(base, head).map(({ check, versions, path }) =>
    [check, ...versions, path].join(" "),
  );
}

describe("the cases of crdify", () => {
  test.each<{ name: string; head: JsonObject; is: readonly string[]; base?: JsonObject }>([
    { name: "no change", head: definition(), is: [] },
    { name: "a new optional field", head: definition({ more: { type: "string" } }), is: [] },
    {
      name: "a default changed",
      head: definition({ mode: { ...mode, default: "Off" } }),
      is: ["default v1 spec.mode"],
    },
    {
      name: "a default added",
      head: definition({ plain: { type: "string", default: "a" } }),
      is: ["default v1 spec.plain"],
    },
    {
      name: "a default removed",
      head: definition({ mode: without(mode, "default") }),
      is: ["default v1 spec.mode"],
    },
    {
      name: "a description changed",
      head: definition({ size: { ...size, description: "GiB" } }),
      is: ["description v1 spec.size"],
    },
    {
      name: "an enum added",
      head: definition({ plain: { type: "string", enum: ["a"] } }),
      is: ["enum v1 spec.plain"],
    },
    {
      name: "a value of an enum added",
      head: definition({ mode: { ...mode, enum: ["Auto", "Off", "On"] } }),
      is: ["enum v1 spec.mode"],
    },
    {
      name: "a value of an enum removed",
      head: definition({ mode: { ...mode, enum: ["Auto"] } }),
      is: ["enum v1 spec.mode"],
    },
    {
      name: "an existing field removed",
      head: definition({ mode: undefined }),
      is: ["existingFieldRemoval v1 spec.mode"],
    },
    {
      name: "maxima added",
      head: definition({
        count: { type: "integer", maximum: 3 },
        plain: { type: "string", maxLength: 3 },
        ports: { ...ports, maxItems: 3 },
        labels: { ...definitionOf("labels"), maxProperties: 3 },
      }),
      is: [
        "maxLength v1 spec.plain",
        "maximum v1 spec.count",
        "maxItems v1 spec.ports",
        "maxProperties v1 spec.labels",
      ],
    },
    {
      name: "a maximum decreased",
      head: definition({ size: { ...size, maximum: 8 } }),
      is: ["maximum v1 spec.size"],
    },
    { name: "a maximum increased", head: definition({ size: { ...size, maximum: 10 } }), is: [] },
    {
      name: "minima added",
      head: definition({
        count: { type: "integer", minimum: 0 },
        plain: { type: "string", minLength: 1 },
        ports: { ...ports, minItems: 1 },
        labels: { ...definitionOf("labels"), minProperties: 1 },
      }),
      is: [
        "minLength v1 spec.plain",
        "minimum v1 spec.count",
        "minItems v1 spec.ports",
        "minProperties v1 spec.labels",
      ],
    },
    {
      name: "a minimum increased",
      head: definition({ size: { ...size, minimum: 2 } }),
      is: ["minimum v1 spec.size"],
    },
    { name: "a minimum removed", head: definition({ size: without(size, "minimum") }), is: [] },
    {
      name: "null allowed",
      head: definition({ plain: { type: "string", nullable: true } }),
      is: ["nullable v1 spec.plain"],
    },
    {
      name: "null no longer allowed",
      head: definition({ name: { type: "string" } }),
      is: ["nullable v1 spec.name"],
    },
    {
      name: "a pattern added",
      head: definition({ plain: { type: "string", pattern: "a" } }),
      is: ["pattern v1 spec.plain"],
    },
    {
      name: "a pattern changed",
      head: definition({ mode: { ...mode, pattern: "^A" } }),
      is: ["pattern v1 spec.mode"],
    },
    {
      name: "a pattern removed",
      head: definition({ mode: without(mode, "pattern") }),
      is: ["pattern v1 spec.mode"],
    },
    {
      name: "a field is required",
      head: definition({}, { required: ["mode"] }),
      is: ["required v1 spec.mode"],
    },
    { name: "the scope changed", head: definition({}, { scope: "Cluster" }), is: ["scope ."] },
    {
      name: "a type changed",
      head: definition({ count: { type: "string" } }),
      is: ["type v1 spec.count"],
    },
    {
      name: "the type of items changed",
      head: definition({ ports: { type: "array", items: { type: "string" } } }),
      is: ["type v1 spec.ports[*]"],
    },
    {
      name: "a stored version removed",
      base: definition({}, { stored: ["v1beta1", "v1"] }),
      head: definition(),
      is: ["storedVersionRemoval ."],
    },
    {
      name: "a keyword without a check of its own",
      head: definition({ plain: { type: "string", format: "date" } }),
      is: ["unhandled v1 spec.plain"],
    },
    {
      name: "several changes at once",
      head: definition(
        { size: { ...size, minimum: 2 }, mode: { ...mode, enum: ["Auto"] } },
        { scope: "Cluster", required: ["mode"] },
      ),
      is: ["scope .", "required v1 spec.mode", "minimum v1 spec.size", "enum v1 spec.mode"],
    },
  ])("$name", ({ base = before, head, is }) => {
    expect(found(base, head)).toEqual(is);
  });
});

describe("served versions", () => {
  const older = definition({ mode: undefined }, { name: "v1beta1" });
  const both = withVersions(older, before);

  test("a new difference between two versions is reported, from the older to the newer one", () => {
    const renamed = definition({ count: undefined, total: { type: "integer" } });
    expect(found(both, withVersions(older, renamed))).toEqual([
      "existingFieldRemoval v1 spec.count",
      "existingFieldRemoval v1beta1 v1 spec.count",
    ]);
  });

  test("a difference that BASE has already is not reported", () => {
    expect(found(withVersions(older, definition({ size: undefined })), both)).toEqual([]);
  });

  test.each([
    { name: "no longer in the definition", head: definition() },
    { name: "no longer served", head: withVersions(definition(), unserved("v1beta1")) },
  ])("a version that is $name breaks its clients", ({ head }) => {
    const base = withVersions(definition(), definition({}, { name: "v1beta1" }));
    expect(found(base, head)).toEqual(["servedVersionRemoval ."]);
  });

  test("a version that is not served is not compared with others", () => {
    const unservedOlder = definition({ mode: undefined }, { name: "v1beta1", served: false });
    const head = withVersions(unservedOlder, definition({ size: undefined }));
    expect(found(definition({ size: undefined }), head)).toEqual([]);
  });
});

/** A definition with one version, which is not served. */
function unserved(name: string): JsonObject {
  return definition({}, { name, served: false });
}

function without(schema: JsonObject, key: string): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== key));
}

function definitionOf(name: string): JsonObject {
  return asMap(properties[name]);
}

/** The versions of all definitions in the first one. */
function withVersions(first: JsonObject, ...more: readonly JsonObject[]): JsonObject {
  const spec = mapAt(first, "spec");
  const versions = [first, ...more].flatMap((each) => listAt(mapAt(each, "spec"), "versions"));
  return { ...first, spec: { ...spec, versions } };
}
