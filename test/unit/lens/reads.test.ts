import { describe, expect, test } from "vitest";
import type { MembersRead } from "../../../lib/converter/converter.ts";
import { lensEdge } from "../../../lib/lens/edge/edge.ts";
import type { RuleData } from "../../../lib/lens/language/rule.ts";

/** The paths of a v1 body that a lens reads. */
function readsOf(rules: readonly RuleData[]) {
  const group = { group: "example.com", schemaOf: () => undefined };
  return lensEdge(group, { from: "v1", to: "v2", rules }).forward.sparse?.reads();
}

const port: RuleData = { op: "move", from: "spec.port", to: "spec.ports.http" };

describe("the paths that a lens reads", () => {
  test("are the paths that a rule claims in either version", () => {
    const ports: MembersRead = new Map([["http", "whole"]]);
    const spec = new Map<string, MembersRead | "whole">([["port", "whole"]]).set("ports", ports);
    expect(readsOf([port])).toEqual(new Map([["spec", spec]]));
  });

  test("are known also for a rule with an integer beyond 2^53", () => {
    const limit: RuleData = {
      op: "at",
      from: "limit",
      to: "limit",
      fill: { to: { value: 2n ** 60n } },
    };
    expect(readsOf([limit, port])?.has("spec")).toBe(true);
  });

  test("are all paths if a reference reads the object's namespace", () => {
    const use: RuleData = { op: "reference", from: "ref", to: "ref", namespace: "own" };
    expect(readsOf([use, port])).toBeUndefined();
    const other: RuleData = { op: "reference", from: "ref", to: "ref", version: "v1" };
    expect(readsOf([other, port])).toBeDefined();
  });

  test("are all paths if a fill reads the object's name", () => {
    const fill = { to: { read: "$.metadata.name" } };
    expect(readsOf([{ op: "keep", to: "spec.title", fill }, port])).toBeUndefined();
  });

  test("are all paths if a hook reads the whole body", () => {
    const hook: RuleData = {
      op: "hook",
      from: ["spec.text"],
      to: ["spec.text"],
      reads: { from: ["."] },
      forward: (values) => values,
    };
    expect(readsOf([hook, port])).toBeUndefined();
  });

  test("include those that fills read and test on either side", () => {
    const where = { b: { present: true } };
    const read: RuleData = { op: "keep", to: "a.x", fill: { to: { read: "c", where } } };
    const a: MembersRead = new Map([
      ["x", "whole"],
      ["b", "whole"],
    ]);
    const all = new Map<string, MembersRead | "whole">([["a", a]]).set("c", "whole");
    expect(readsOf([read])).toEqual(all);
  });

  test("are all paths if a fill reads the object's metadata, also within a list", () => {
    const fill = { to: { read: "$.metadata.namespace" } };
    const own: RuleData = {
      op: "each",
      from: "l",
      to: "l",
      rules: [{ op: "keep", to: "x", fill }],
    };
    expect(readsOf([own, port])).toBeUndefined();
  });
});
