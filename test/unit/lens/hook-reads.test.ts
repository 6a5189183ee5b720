import { describe, expect, test } from "vitest";
import { lensEdge } from "../../../lib/lens/edge/edge.ts";
import type { RuleData } from "../../../lib/lens/language/rule.ts";
import { allowance } from "../../support/allowance.ts";

const hook: RuleData = {
  op: "hook",
  from: ["spec.template.size"],
  to: ["spec.pod.size"],
  reads: { from: ["spec.unit", "spec.template.kind"], to: ["spec.unit", "spec.pod.kind"] },
  forward: ([size], [unit, kind]) => [`${size}${unit}${kind}`],
  backward: ([size], [unit, kind]) => [
    typeof size === "string" ? size.slice(0, -`${unit}${kind}`.length) : undefined,
  ],
};

const move: RuleData = { op: "move", from: "spec.template", to: "spec.pod" };
const inside: RuleData = {
  op: "move",
  from: "spec.template",
  to: "spec.pod",
  rules: [{ op: "move", from: "image", to: "container" }],
};

describe("the reads of a hook", () => {
  test.each([
    { name: "beside a move of the map that it is in", rules: [move, hook] },
    { name: "beside a move with rules of its own", rules: [inside, hook] },
    { name: "before it", rules: [hook, inside] },
  ])("have the scope of their position: $name", ({ rules }) => {
    const kind = { group: "example.com", schemaOf: () => undefined };
    const edge = lensEdge(kind, { from: "v1", to: "v2", rules });
    const none = { labels: {}, annotations: {}, name: undefined, namespace: undefined };
    const body = { spec: { unit: "cm", template: { kind: "x", size: "2", other: true } } };
    const there = edge.forward({ ...none, body }, allowance());
    expect(there).toMatchObject({
      ok: true,
      value: { body: { spec: { unit: "cm", pod: { kind: "x", size: "2cmx", other: true } } } },
    });
    if (!there.ok) return;
    const { body: image, annotations = {} } = there.value;
    const back = edge.backward({ ...none, body: image, annotations }, allowance());
    expect(back).toMatchObject({ ok: true, value: { body } });
  });
});
