import { describe, expect, test } from "vitest";
import type { Conversion } from "../../../lib/converter/converter.ts";
import type { JsonObject } from "../../../lib/json/value.ts";
import { lensEdge } from "../../../lib/lens/edge/edge.ts";
import { allowance } from "../../support/allowance.ts";

const edge = lensEdge(
  { group: "example.com", schemaOf: () => undefined },
  {
    from: "v1",
    to: "v2",
    rules: [
      {
        op: "each",
        from: "matchers",
        to: "matchers",
        key: "name",
        rules: [
          {
            op: "first",
            from: [
              "matchType",
              {
                op: "map",
                path: "regex",
                table: [
                  [true, "=~"],
                  [false, "="],
                ],
              },
            ],
            to: "matchType",
            fill: { to: { value: "=", returns: true } },
          },
          { op: "keep", from: "note" },
        ],
      },
    ],
  },
);

function convert(way: "forward" | "backward", from: Conversion): Conversion {
  const source = { labels: {}, annotations: {}, ...from, name: undefined, namespace: undefined };
  const result = edge[way](source, allowance());
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

const matchers = (...items: JsonObject[]): JsonObject => ({ matchers: items });

describe("first with a default", () => {
  test.each([
    { name: "no source has a value", old: {}, now: { matchType: "=" } },
    { name: "the second source has a value", old: { regex: true }, now: { matchType: "=~" } },
    {
      name: "an explicit value wins",
      old: { regex: true, matchType: "!=" },
      now: { matchType: "!=" },
    },
    {
      name: "an explicit value that equals the default",
      old: { matchType: "=" },
      now: { matchType: "=" },
    },
    { name: "null is a value", old: { matchType: null }, now: { matchType: null } },
    { name: "a value that can't be parsed", old: { regex: "yes" }, now: { matchType: "=" } },
  ])("$name", ({ old, now }) => {
    const down = convert("forward", { body: matchers({ name: "a", ...old }) });
    expect(down.body).toEqual(matchers({ name: "a", ...now }));
    const { body, annotations } = convert("backward", down);
    expect({ body, annotations }).toEqual({
      body: matchers({ name: "a", ...old }),
      annotations: {},
    });
  });

  test.each([
    { name: "nothing is filled on the way back", now: {}, old: {} },
    {
      name: "the default converts back unchanged",
      now: { matchType: "=" },
      old: { matchType: "=" },
    },
  ])("$name", ({ now, old }) => {
    const up = convert("backward", { body: matchers({ name: "a", ...now }) });
    expect(up.body).toEqual(matchers({ name: "a", ...old }));
    const { body, annotations } = convert("forward", up);
    expect({ body, annotations }).toEqual({
      body: matchers({ name: "a", ...now }),
      annotations: {},
    });
  });

  test("the default, written explicitly at v1, wins over an older entry for v2", () => {
    const up = convert("backward", { body: matchers({ name: "a" }) });
    const edited = { ...up, body: matchers({ name: "a", matchType: "=" }) };
    const down = convert("forward", edited);
    expect(down.body).toEqual(matchers({ name: "a", matchType: "=" }));
    const { body, annotations } = convert("backward", down);
    expect({ body, annotations }).toEqual({ body: edited.body, annotations: {} });
  });

  test("a preserved value comes back to its item beside an item without values", () => {
    const up = convert("backward", { body: matchers({ name: "a" }, { name: "b" }) });
    const edited = { ...up, body: matchers({ name: "a", note: "x" }, { name: "b" }) };
    const down = convert("forward", edited);
    expect(down.body).toEqual(matchers({ name: "a" }, { name: "b" }));
    const { body, annotations } = convert("backward", down);
    expect({ body, annotations }).toEqual({ body: edited.body, annotations: edited.annotations });
  });
});
