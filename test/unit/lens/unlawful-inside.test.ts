import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../lib/json/value.ts";
import { lensEdge } from "../../../lib/lens/edge/edge.ts";
import type { LensData, RuleData } from "../../../lib/lens/language/rule.ts";
import { allowance } from "../../support/allowance.ts";

const first: RuleData = {
  op: "first",
  from: ["r", { op: "map", path: "u", table: { a: "x", b: "y" } }],
  to: "r",
  fill: { to: { value: "x", returns: true } },
};
const none = { labels: {}, name: undefined, namespace: undefined };

describe("a first with a default in the rules of an op", () => {
  test.each<{
    name: string;
    lens: Omit<LensData, "from" | "to">;
    old: JsonObject;
    now: JsonObject;
  }>([
    {
      name: "single",
      lens: { rules: [{ op: "single", from: "l", to: "s", rules: [first] }] },
      old: { l: [{ u: "?" }] },
      now: { s: {} },
    },
    {
      name: "keyed",
      lens: { rules: [{ op: "keyed", from: "l", to: "s", key: "name", rules: [first] }] },
      old: { l: { m: { u: "?" } } },
      now: { s: [{ name: "m" }] },
    },
    {
      name: "named lens",
      lens: {
        lenses: { inner: [{ op: "move", from: "in", to: "in", rules: [first] }] },
        rules: [
          {
            op: "single",
            from: "l",
            to: "s",
            rules: [{ op: "include", from: ".", to: ".", lens: "inner" }],
          },
        ],
      },
      old: { l: [{ in: { u: "?" } }] },
      now: { s: { in: {} } },
    },
  ])("an edit wins: $name", ({ lens, old, now }) => {
    const edge = lensEdge(
      { group: "e.com", schemaOf: () => undefined },
      { from: "v1", to: "v2", ...lens },
    );
    const down = edge.forward({ ...none, annotations: {}, body: old }, allowance());
    if (!down.ok) throw new Error(down.error.message);
    const { annotations = {} } = down.value;
    const up = edge.backward({ ...none, annotations, body: now }, allowance());
    if (!up.ok) throw new Error(up.error.message);
    const again = edge.forward({ ...none, annotations: {}, ...up.value }, allowance());
    expect(again).toMatchObject({ ok: true, value: { body: now } });
    expect(again.ok && again.value.body).toEqual(now);
  });
});
