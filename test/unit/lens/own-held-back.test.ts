import { expect, test } from "vitest";
import type { StringMap } from "../../../lib/converter/converter.ts";
import type { JsonObject, JsonValue } from "../../../lib/json/value.ts";
import { lensEdge } from "../../../lib/lens/edge/edge.ts";
import type { LensData } from "../../../lib/lens/language/rule.ts";
import { allowance } from "../../support/allowance.ts";
import { convertByEdge } from "../../support/convert-by-edge.ts";

const attributes: JsonObject = { type: "object", additionalProperties: { type: "string" } };
const name: JsonObject = { type: "string" };

function schemaOf(domains: JsonObject): JsonObject {
  return {
    type: "object",
    properties: { status: { type: "object", properties: { domains } } },
  };
}

const schemas: Readonly<Record<string, JsonObject>> = {
  v1: schemaOf({
    type: "object",
    additionalProperties: { type: "object", properties: { attributes } },
  }),
  v2: schemaOf({
    type: "array",
    items: { type: "object", properties: { name, attributes }, required: ["name"] },
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["name"],
  }),
};
const edge = lensEdge(
  { group: "e.com", schemaOf: (version) => schemas[version] },
  {
    from: "v1",
    to: "v2",
    rules: [{ op: "keyed", from: "status.domains", to: "status.domains", key: "name" }],
  },
);

/** The annotations of a converted object. */
function annotationsOf(way: "forward" | "backward", domains: JsonValue, annotations: StringMap) {
  const body = { status: { domains } };
  const result = edge[way](
    { body, labels: {}, annotations, name: "a", namespace: "b" },
    allowance(),
  );
  if (!result.ok) throw new Error(result.error.message);
  return result.value.annotations ?? {};
}

test("entries of one rule stay together if the object's own version refuses one of them", () => {
  const twice = [{ name: "b" }, { name: "b", attributes: {} }];
  const image = annotationsOf("backward", twice, {});
  expect(Object.keys(image)).toHaveLength(2);
  const refused = annotationsOf("forward", { b: { attributes: {} } }, image);
  expect(refused).toEqual(image);
  expect(annotationsOf("backward", [{ name: "b", attributes: {} }], refused)).toEqual(image);
});

test("entries of one map stay together if one of its values makes it unparsable", () => {
  const value: JsonObject = { type: "object", properties: { x: name } };
  const item = { ...value, properties: { id: name, x: name, y: name }, required: ["id"] };
  const versions: Readonly<Record<string, JsonObject>> = {
    v1: { type: "object", properties: { m: { type: "object", additionalProperties: value } } },
    v2: { type: "object", properties: { m: { type: "array", items: item } } },
  };
  const rules: LensData["rules"] = [
    { op: "keyed", from: "m", to: "m", key: "id", rules: [{ op: "keep", to: "y" }] },
  ];
  const kind = { group: "e.com", schemaOf: (version: string) => versions[version] };
  const keyed = lensEdge(kind, { from: "v1", to: "v2", rules });
  const there = convertByEdge(keyed, "forward", { body: { m: { a: {}, b: "not a map" } } });
  expect(there.body).toEqual({});
  expect(Object.keys(there.annotations ?? {})).toHaveLength(2);
  expect(convertByEdge(keyed, "backward", there).annotations).toEqual(there.annotations);
});

test("an entry is applied if the server's defaults mend the only fault that it causes", () => {
  const properties = { d: { ...name, default: "a" }, note: name };
  const items: JsonObject = { type: "object", properties, required: ["d"], minProperties: 1 };
  const versions: Readonly<Record<string, JsonObject>> = {
    v1: { type: "object", properties: { l: { type: "array", items, minItems: 1 } } },
    v2: { type: "object", properties: { l: { type: "object", properties: { note: name } } } },
  };
  const rules: LensData["rules"] = [
    { op: "single", from: "l", to: "l", rules: [{ op: "drop", from: "d", reason: "gone" }] },
  ];
  const kind = { group: "e.com", schemaOf: (version: string) => versions[version] };
  const single = lensEdge(kind, { from: "v1", to: "v2", rules });
  const there = convertByEdge(single, "forward", { body: { l: [{ d: "b" }] } });
  expect(there.body).toEqual({});
  const back = convertByEdge(single, "backward", there);
  expect(back).toMatchObject({ body: { l: [{}] }, annotations: {} });
});
