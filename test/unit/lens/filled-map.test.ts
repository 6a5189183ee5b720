import { describe, expect, test } from "vitest";
import type { Conversion } from "../../../lib/converter/converter.ts";
import { deepFreeze } from "../../../lib/json/deep-freeze.ts";
import type { JsonObject } from "../../../lib/json/value.ts";
import { lensEdge } from "../../../lib/lens/edge/edge.ts";
import type { HookFunction } from "../../../lib/lens/language/hook-function.ts";
import type { RuleData } from "../../../lib/lens/language/rule.ts";
import { allowance } from "../../support/allowance.ts";

// A map that v1 fills in as a whole, one of whose members v2 has elsewhere.

const word: JsonObject = { type: "string" };
const object = (properties: JsonObject): JsonObject => ({ type: "object", properties });
const schemas: Readonly<Record<string, JsonObject>> = {
  v1: object({ map: object({ policy: word, after: word, expire: word }) }),
  v2: object({ map: object({ policy: word, after: word }), expire: word }),
};
const never = { value: "Never", returns: true };
const policyWithAfter: HookFunction = ([policy, after]) =>
  policy === undefined ? [policy, after] : [policy, after ?? "Never"];
const rules: readonly RuleData[] = [
  {
    op: "at",
    from: "map",
    to: "map",
    rules: [
      {
        op: "hook",
        from: ["policy", "after"],
        to: ["policy", "after"],
        forward: policyWithAfter,
        backward: policyWithAfter,
      },
    ],
    fill: { from: { value: { after: "Never", expire: "Never" }, returns: true } },
  },
  { op: "move", from: "map.expire", to: "expire", fill: { from: never, to: never } },
];
const edge = lensEdge(
  { group: "example.com", schemaOf: (version) => schemas[version] },
  { from: "v1", to: "v2", rules },
);

function along(way: "forward" | "backward", from: Conversion): Conversion {
  const none = { labels: {}, annotations: {}, name: undefined, namespace: undefined };
  const result = edge[way](deepFreeze({ ...none, ...from }), allowance());
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

describe("a filled map", () => {
  test("is preserved as absent below a member that the schema refuses, and neither is lost", () => {
    const filled = along("backward", { body: { expire: false } });
    expect(filled.body).toEqual({ map: { after: "Never", expire: "Never" } });
    const back = along("forward", filled);
    const preserved = Object.values(back.annotations ?? {}).join();
    expect(preserved).toContain('"expire":[false]');
    expect(preserved).toContain('"map":[]');
  });

  test("that a user removed is not filled in with what was preserved of its members", () => {
    const image = along("forward", { body: { map: { policy: "Any" } } });
    expect(image.body).toEqual({ map: { policy: "Any", after: "Never" }, expire: "Never" });
    const filled = along("backward", { ...image, body: {} });
    expect(filled.body).toEqual({ map: { after: "Never", expire: "Never" } });
    expect(along("forward", filled).body).toEqual({});
  });
});
