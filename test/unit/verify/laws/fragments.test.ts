import { describe, expect, test } from "vitest";
import { ok } from "../../../../lib/json/result.ts";
import { isArray, isObject } from "../../../../lib/json/value.ts";
import { brokenLaws, gadget, list, map, text } from "../../../support/law-kinds.ts";
import { lawAbiding } from "../../../support/lawless-kinds.ts";

describe("the law fragments", () => {
  test("accepts a map that is atomic in one version only", async () => {
    const kind = gadget({
      v1: { spec: map({ o: map({ a: text }, { "x-kubernetes-map-type": "atomic" }) }) },
      v2: { spec: map({ o: map({ b: text }) }) },
      lens: "rules: [{ move: spec.o.a, to: spec.o.b }]",
    });
    expect(await brokenLaws(kind)).toEqual([]);
  });

  test("accepts a list whose items are merged by name in one version only", async () => {
    const items = map({ name: text, zone: text }, { required: ["name"] });
    const byName = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"] };
    const kind = gadget({
      v1: { status: map({ nodes: list(items, { maxItems: 8 }) }) },
      v2: { status: map({ nodes: list(items, { maxItems: 8, ...byName }) }) },
      lens: "accept: [{ in: v2, at: status.nodes, refuses: unique, why: names are unique }]\nrules: []",
    });
    expect(await brokenLaws(kind, { only: ["fragments"] })).toEqual([]);
  });

  test("refuses a converter that fills a field where another is absent", async () => {
    const kind = lawAbiding({
      forward: ({ body }) => {
        const { spec } = body;
        const lacks = isObject(spec) && spec["mode"] === undefined && spec["note"] === undefined;
        return ok({ body: lacks ? { ...body, spec: { ...spec, note: "none" } } : body });
      },
      backward: ({ body }) => {
        const { spec } = body;
        if (!isObject(spec) || spec["note"] !== "none") return ok({ body });
        const { note: _, ...rest } = spec;
        return ok({ body: { ...body, spec: rest } });
      },
    });
    const [fault] = await brokenLaws(kind, { only: ["fragments"] });
    expect(fault).toContain('the converted fragment has spec.note: "none"');
  });

  test("refuses a converter that counts the items of a set", async () => {
    const kind = lawAbiding({
      forward: ({ body }) => {
        const { spec } = body;
        if (!isObject(spec) || !isArray(spec["tags"])) return ok({ body });
        return ok({ body: { ...body, spec: { ...spec, deep: { length: spec["tags"].length } } } });
      },
    });
    expect(await brokenLaws(kind, { only: ["fragments"] })).not.toEqual([]);
  });
});
