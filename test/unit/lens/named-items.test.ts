import { expect, test } from "vitest";
import type { Conversion } from "../../../lib/converter/converter.ts";
import { lensEdge } from "../../../lib/lens/edge/edge.ts";
import type { RuleData } from "../../../lib/lens/language/rule.ts";
import { allowance } from "../../support/allowance.ts";

// Items that a named lens converts as a whole (`rules: route`) are compared and matched as if its rules were written
// in place.
const route: readonly RuleData[] = [
  {
    op: "each",
    from: "matchers",
    to: "matchers",
    key: "name",
    rules: [
      {
        op: "first",
        from: ["type", { op: "map", path: "regex", table: [[true, "=~"]] }],
        to: "type",
        fill: { to: { value: "=" } },
      },
    ],
  },
];
const edge = lensEdge(
  { group: "example.com", schemaOf: () => undefined },
  {
    from: "v1",
    to: "v2",
    lenses: { route },
    rules: [
      {
        op: "each",
        from: "routes",
        to: "routes",
        rules: [{ op: "include", from: ".", to: ".", lens: "route" }],
      },
    ],
  },
);

function convert(way: "forward" | "backward", from: Conversion): Conversion {
  const source = { labels: {}, annotations: {}, ...from, name: undefined, namespace: undefined };
  const result = edge[way](source, allowance());
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

const body = {
  routes: [{ matchers: [{ name: "a", type: "=" }, { name: "b" }, { name: "c", regex: true }] }],
};

test("the preserved value of one item comes back beside an item that is otherwise equal", () => {
  const up = convert("backward", {
    body: { routes: [{ matchers: [{ name: "a" }, { name: "b" }] }] },
  });
  const old = { ...up, body };
  expect(convert("backward", convert("forward", old)).body).toEqual(body);
  const down = convert("forward", {
    ...up,
    body: { routes: [{ matchers: [{ name: "a", type: "!=" }, { name: "b" }] }] },
  });
  expect(down.body).toEqual({ routes: [{ matchers: [{ name: "a", type: "!=" }, { name: "b" }] }] });
});

test("items are matched by the key that the named lens declares", () => {
  const { annotations = {} } = convert("forward", { body });
  expect(Object.values(annotations).join()).toContain('matchers[name=\\"c\\"].regex');
});
