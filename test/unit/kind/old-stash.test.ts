import { describe, expect, test } from "vitest";
import { convertObject } from "../../../lib/conversion/convert-object.ts";
import { conversionRegistry } from "../../../lib/conversion/registry.ts";
import type { ConversionRemarks } from "../../../lib/converter/converter.ts";
import type { CrdFacts } from "../../../lib/crd/crd-facts.ts";
import { deepFreeze } from "../../../lib/json/deep-freeze.ts";
import { mapAt } from "../../../lib/json/members.ts";
import { type JsonObject, type JsonValue, member } from "../../../lib/json/value.ts";
import { defineKind } from "../../../lib/kind/kind.ts";
import { withOldStash } from "../../../lib/kind/old-stash.ts";
import { allowance } from "../../support/allowance.ts";
import { asMap } from "../../support/as-map.ts";

const text = { type: "string" } as const;
const group = "example.com";
const annotation = "example.com/conversion-data";

function versionOf(name: string, spec: JsonObject, more: Partial<CrdFacts["versions"][number]>) {
  const status = { type: "object", properties: { phase: text, detail: text } };
  const properties = { spec: { type: "object", properties: spec }, status };
  return {
    name,
    served: true,
    storage: name === "v1",
    schema: { type: "object", properties },
    ...more,
  };
}

const size = { type: "integer", format: "int64", maximum: 100 } as const;
const crd = {
  group,
  kind: "Job",
  plural: "jobs",
  scope: "Namespaced",
  versions: [
    versionOf("v1", { size, name: text }, {}),
    versionOf("v2", { size, title: text, note: text, limit: size }, { hasStatus: true }),
    versionOf("v3", { size, title: text, note: text, limit: size, extra: text }, {}),
  ],
} satisfies CrdFacts;
const plain = defineKind({
  crd,
  lenses: [
    {
      from: "v1",
      to: "v2",
      rules: [
        { op: "move", from: "spec.name", to: "spec.title" },
        { op: "keep", to: "spec.note" },
        { op: "keep", to: "spec.limit" },
      ],
    },
    { from: "v2", to: "v3", rules: [{ op: "keep", to: "spec.extra" }] },
  ],
});
const kind = withOldStash(plain, annotation);

interface Outcome {
  readonly body: JsonObject;
  readonly annotations: JsonValue | undefined;
  readonly remarks: Pick<ConversionRemarks, "stale" | "heldBack">;
}

function convert(object: JsonObject, version: string, from = kind): Outcome {
  let remarks = { stale: 0, heldBack: 0 };
  const input = deepFreeze({ apiVersion: "", kind: "Job", ...object });
  const note = ({ stale, heldBack }: ConversionRemarks) => {
    remarks = { stale: remarks.stale + stale, heldBack: remarks.heldBack + heldBack };
  };
  const desired = { group, version };
  const result = convertObject(conversionRegistry([from]), input, desired, allowance(), note);
  if (!result.ok) throw new Error(`${result.error.path}: ${result.error.message}`);
  const { apiVersion: _, kind: __, metadata, ...body } = result.value;
  return { body, annotations: member(asMap(metadata), "annotations"), remarks };
}

/** The object of v1 that the webhook before made of one of v2 (or another version). */
function written(held: JsonObject | string, spec: JsonObject = { size: 1, name: "a" }): JsonObject {
  const data =
    typeof held === "string"
      ? held
      : JSON.stringify({ apiVersion: "example.com/v2", kind: "Job", ...held });
  return {
    apiVersion: "example.com/v1",
    metadata: { name: "j", annotations: { other: "x", [annotation]: data } },
    spec,
  };
}

const whole = { spec: { size: 1, title: "a", note: "n", limit: 5 } };

describe("an old stash", () => {
  test("is not read by a kind that does not name it", () => {
    const { body } = convert(written(whole), "v2", plain);
    expect(body).toEqual({ spec: { size: 1, title: "a" } });
  });

  test("restores what the older version can't represent, and is removed", () => {
    expect(convert(written(whole), "v2")).toEqual({
      ...{ body: whole, annotations: { other: "x" } },
      remarks: { stale: 0, heldBack: 0 },
    });
  });

  test.each([
    { name: "an edit of a field", spec: { size: 2, name: "a" }, becomes: { size: 2, title: "a" } },
    { name: "a moved field", spec: { size: 1, name: "b" }, becomes: { size: 1, title: "b" } },
    { name: "a removed field", spec: { size: 1 }, becomes: { size: 1 } },
  ])("never overwrites $name", ({ spec, becomes }) => {
    const { body } = convert(written(whole, spec), "v2");
    expect(body).toEqual({ spec: { ...becomes, note: "n", limit: 5 } });
  });

  test("is read once: the values that the first write preserves are our own", () => {
    const { body, annotations } = convert(written(whole), "v2");
    const metadata = { name: "j", annotations: asMap(annotations) };
    const stored = convert({ apiVersion: "example.com/v2", metadata, ...body }, "v1");
    expect(stored.body).toEqual({ spec: { size: 1, name: "a" } });
    const names = Object.keys(asMap(stored.annotations));
    expect(names).not.toContain(annotation);
    expect(names.filter((name) => name.startsWith("example.com/kept.v2."))).toHaveLength(2);
  });

  test("is stale beside preserved values for the same version", () => {
    const own = convert({ apiVersion: "example.com/v2", ...whole }, "v1").annotations;
    const object = written({ spec: { ...whole.spec, note: "older" } });
    const annotations = {
      ...mapAt(mapAt(object, "metadata"), "annotations"),
      ...asMap(own),
    };
    const { body, remarks } = convert({ ...object, metadata: { annotations } }, "v2");
    expect({ body, remarks }).toEqual({ body: whole, remarks: { stale: 1, heldBack: 0 } });
  });

  test("is stale at the version that it holds", () => {
    const metadata = mapAt(written(whole), "metadata");
    const object = { apiVersion: "example.com/v2", metadata, spec: { size: 1, title: "a" } };
    expect(convert(object, "v1")).toEqual({
      body: { spec: { size: 1, name: "a" } },
      annotations: { other: "x" },
      remarks: { stale: 1, heldBack: 0 },
    });
  });

  test("of a later version passes the versions between", () => {
    const held = { apiVersion: "example.com/v3", spec: { ...whole.spec, extra: "e" } };
    const object = written(held);
    const between = convert(object, "v2");
    expect(between.body).toEqual({ spec: { size: 1, title: "a" } });
    expect(between.annotations).toEqual(mapAt(object, "metadata")["annotations"]);
    expect(convert(object, "v3").body).toEqual({ spec: { size: 1, title: "a", extra: "e" } });
  });

  test("can't set a status, because everyone who may write the object could", () => {
    const held = { ...whole, status: { phase: "Forged" } };
    expect(convert(written(held), "v2").body).toEqual(whole);
  });

  test("can't restore values that the schema refuses, or undeclared fields", () => {
    const held = { spec: { ...whole.spec, limit: 1000, hidden: "x" }, more: { a: 1 } };
    const { body, annotations, remarks } = convert(written(held), "v2");
    expect(body).toEqual({ spec: { size: 1, title: "a", note: "n" } });
    expect(remarks.heldBack).toBeGreaterThan(0);
    expect(annotations).not.toHaveProperty(annotation);
    const texts = Object.entries(asMap(annotations)).map(([key, value]) => `${key} ${value}`);
    expect(texts.join()).toContain('{"spec.limit":[1000]}');
  });

  test("keeps 64-bit integers exact", () => {
    const held = `{"apiVersion":"example.com/v2","kind":"Job","spec":{"size":1,"title":"a","limit":-9007199254740993}}`;
    expect(convert(written(held), "v2").body).toEqual({
      spec: { size: 1, title: "a", limit: -9007199254740993n },
    });
  });

  test.each([
    { name: "an empty text", data: "" },
    { name: "text that is not JSON", data: '{"apiVersion":' },
    { name: "text that is not a map", data: "[]" },
    { name: "no apiVersion", data: '{"kind":"Job"}' },
    { name: "another group", data: '{"apiVersion":"other.com/v2","kind":"Job"}' },
    { name: "another kind", data: '{"apiVersion":"example.com/v2","kind":"Cron"}' },
    { name: "an apiVersion that is not text", data: '{"apiVersion":2,"kind":"Job"}' },
    {
      name: "too many levels",
      data: `{"apiVersion":"example.com/v2","kind":"Job","spec":${"[".repeat(5800)}${"]".repeat(5800)}}`,
    },
  ])("that can't be parsed is not changed, and is reported: $name", ({ data }) => {
    const object = written(data);
    expect(convert(object, "v2")).toEqual({
      body: { spec: { size: 1, title: "a" } },
      annotations: { other: "x", [annotation]: data },
      remarks: { stale: 0, heldBack: 1 },
    });
  });

  test.each([
    {
      name: "values of other types",
      held: { spec: { size: "x", title: [], note: {}, limit: null } },
    },
    { name: "no body", held: {} },
    { name: "a spec that is not a map", held: { spec: 3, status: [] } },
    {
      name: "keys of the prototype",
      held: `{"apiVersion":"example.com/v2","kind":"Job","__proto__":{"a":1},"spec":{"constructor":{}}}`,
    },
    { name: "250 kB", held: { spec: { note: "x".repeat(250_000) } } },
  ])("never makes a conversion fail: $name", ({ held }) => {
    const { body } = convert(written(held), "v2");
    expect(body).toMatchObject({ spec: { size: 1, title: "a" } });
  });
});
