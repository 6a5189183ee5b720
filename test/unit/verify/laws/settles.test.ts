import { describe, expect, test } from "vitest";
import type { HookRule } from "../../../../lib/lens/language/rule.ts";
import { brokenLaws, gadget, map, text } from "../../../support/law-kinds.ts";

const only = ["settles"] as const;
const schema = { spec: map({ name: text, size: text }) };

function hookKind(hook: Pick<HookRule, "forward" | "backward">) {
  const rule: HookRule = { op: "hook", from: ["spec.name"], to: ["spec.name"], ...hook };
  return gadget({ v1: schema, v2: schema, lens: { rules: [rule] } });
}

describe("the law settles", () => {
  test("refuses a hook that adds to a text each time", async () => {
    const kind = hookKind({
      forward: ([name]) => [`${String(name)}x`],
      backward: (values) => [...values],
    });
    const broken = await brokenLaws(kind);
    expect(broken.map((each) => each.split(":")[0])).toContain("settles v1-v2");
  });

  test("refuses a hook that drops a value in one direction only", async () => {
    const kind = hookKind({
      forward: ([name]) => [name ?? undefined],
      backward: ([name]) => [name === "" ? "none" : name],
    });
    const [fault] = await brokenLaws(kind, { only });
    expect(fault).toContain("without preserved values");
  });

  test("refuses a fill of a removed value: it fills in one direction only", async () => {
    const source = (name: string) =>
      map({ [name]: { ...text, default: "Secret" }, location: text });
    const kind = gadget({
      v1: { spec: map({ kubeConfig: source("type") }) },
      v2: { spec: map({ source: map({ kubeConfig: source("type") }) }) },
      lens: `rules:
- { move: spec.kubeConfig.type, to: spec.source.kubeConfig.type }
- { move: spec.kubeConfig.location, to: spec.source.kubeConfig.location, fill: { v1: { value: "", returns: true } } }
`,
    });
    expect(await brokenLaws(kind, { only })).not.toEqual([]);
  });

  test("accepts a hook that loses a value and settles", async () => {
    const lower: HookRule["forward"] = ([name]) => [
      typeof name === "string" ? name.toLowerCase() : name,
    ];
    expect(await brokenLaws(hookKind({ forward: lower, backward: lower }))).toEqual([]);
  });
});
