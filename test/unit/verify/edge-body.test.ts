import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isObject, type JsonObject, member } from "../../../lib/json/value.ts";
import { isValidBody } from "../../../lib/verify/body-schema.ts";
import { edgeBody } from "../../../lib/verify/edge-body.ts";
import { specOf } from "./schemas.ts";

const text = { type: "string" };
const older = specOf({
  list: { type: "array", items: text },
  map: { type: "object", properties: { a: text, b: text } },
});
const newer = specOf({
  map: { type: "object", properties: { a: text, onlyNewer: { type: "integer" } } },
});
const runs = { seed: 1, numRuns: 3000 };

function parts(body: JsonObject): { list: unknown; map: unknown } {
  const spec = member(body, "spec");
  const of = isObject(spec) ? spec : {};
  return { list: member(of, "list"), map: member(of, "map") };
}

describe("edgeBody", () => {
  const bodies = () => fc.sample(edgeBody(older, newer), runs);

  test.each<{ name: string; holds: (body: JsonObject) => boolean }>([
    { name: "a valid body", holds: (body) => isValidBody(body, older) },
    { name: "a body without a required member", holds: (body) => !Object.hasOwn(body, "spec") },
    { name: "a value that is not a list", holds: (body) => typeof parts(body).list === "string" },
    { name: "null", holds: (body) => parts(body).map === null },
    { name: "repeats", holds: (body) => hasRepeat(parts(body).list) },
    { name: "a field of the other version", holds: (body) => owns(parts(body).map, "onlyNewer") },
    { name: "the key __proto__", holds: (body) => owns(parts(body).map, "__proto__") },
    { name: "the key constructor", holds: (body) => owns(parts(body).map, "constructor") },
  ])("generates $name", ({ holds }) => {
    expect(bodies().some(holds)).toBe(true);
  });

  test("gives the same objects for the same seed", () => {
    expect(bodies()).toEqual(bodies());
  });

  test("shrinks to little", () => {
    const property = fc.property(
      edgeBody(older, newer),
      (body) => !owns(parts(body).map, "onlyNewer"),
    );
    expect(fc.check(property, runs).counterexample).toEqual([{ spec: { map: { onlyNewer: 0 } } }]);
  });
});

function hasRepeat(list: unknown): boolean {
  return (
    Array.isArray(list) && list.some((item, index) => item !== "" && list.indexOf(item) !== index)
  );
}

function owns(value: unknown, name: string): boolean {
  return isObject(value) && Object.hasOwn(value, name);
}
