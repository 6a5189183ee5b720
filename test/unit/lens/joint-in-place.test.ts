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
        op: "split",
        from: "spec.ref",
        to: { namespace: "spec.ref.namespace", name: "spec.ref.name" },
        template: "{namespace}/{name}",
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

describe("split between a text and its parts at the same path", () => {
  test.each<{ name: string; old: JsonObject; now: JsonObject }>([
    {
      name: "both parts",
      old: { spec: { ref: "team/a", x: 1 } },
      now: { spec: { ref: { namespace: "team", name: "a" }, x: 1 } },
    },
    { name: "nothing", old: { spec: { x: 1 } }, now: { spec: { x: 1 } } },
  ])("converts both ways and preserves nothing: $name", ({ old, now }) => {
    expect(convert("forward", { body: old })).toEqual({ body: now, annotations: {} });
    expect(convert("backward", { body: now })).toEqual({ body: old, annotations: {} });
  });

  test.each<{ name: string; old: JsonObject; now: JsonObject }>([
    { name: "no parts", old: { spec: { ref: "a" } }, now: { spec: {} } },
    { name: "a map", old: { spec: { ref: { name: "a" } } }, now: { spec: {} } },
    { name: "a parent that is not a map", old: { spec: "a" }, now: { spec: "a" } },
  ])("comes back: $name", ({ old, now }) => {
    const down = convert("forward", { body: old });
    expect(down.body).toEqual(now);
    expect(convert("backward", down)).toMatchObject({ body: old, annotations: {} });
  });
});
