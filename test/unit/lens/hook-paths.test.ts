import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../lib/json/value.ts";
import { lensEdge } from "../../../lib/lens/edge/edge.ts";
import { allowance } from "../../support/allowance.ts";

type Values = readonly (JsonValue | undefined)[];

/** The family Ubuntu of v1 is AL2 at v2. Its disks are ["20Gi"] if v1 has none. */
const edge = lensEdge(
  { group: "e.com", schemaOf: () => undefined },
  {
    from: "v1",
    to: "v2",
    rules: [
      {
        op: "hook",
        from: ["family", "disks", "zone"],
        to: ["family", "disks", "zone"],
        forward: ([family, disks, zone]: Values) =>
          family === "Ubuntu" ? ["AL2", disks ?? ["20Gi"], zone] : [family, disks, zone],
        backward: (values: Values) => [...values],
      },
    ],
  },
);

function converted(
  way: "forward" | "backward",
  body: JsonObject,
  annotations: Readonly<Record<string, string>> = {},
) {
  const source = { labels: {}, annotations, body, name: undefined, namespace: undefined };
  const result = edge[way](source, allowance());
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

describe("what is preserved for the paths of a hook", () => {
  const { body, annotations } = converted("forward", { family: "Ubuntu", zone: "a" });

  test.each<{ name: string; now: JsonObject; old: JsonObject }>([
    { name: "all comes back", now: body, old: { family: "Ubuntu", zone: "a" } },
    {
      name: "an edit of one path drops what was preserved for that path alone",
      now: { ...body, disks: ["40Gi"] },
      old: { family: "Ubuntu", disks: ["40Gi"], zone: "a" },
    },
    {
      name: "an edit of a path of which nothing was preserved drops nothing",
      now: { ...body, zone: "b" },
      old: { family: "Ubuntu", zone: "b" },
    },
    {
      name: "an edit of what another path depends on drops both",
      now: { ...body, family: "Bottlerocket" },
      old: { family: "Bottlerocket", disks: ["20Gi"], zone: "a" },
    },
  ])("$name", ({ now, old }) => {
    expect(body).toEqual({ family: "AL2", disks: ["20Gi"], zone: "a" });
    const back = converted("backward", now, annotations);
    expect(back.body).toEqual(old);
    expect(converted("forward", back.body, back.annotations).body).toEqual(now);
  });
});
