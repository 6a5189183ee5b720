import { describe, expect, test } from "vitest";
import type { JsonArray } from "../../../lib/json/value.ts";
import { keySchemaOf } from "../../../lib/lens/place/key-schema.ts";
import { scopeLens } from "../../../lib/lens/place/scope-lens.ts";
import { readEntries } from "../../../lib/lens/stash/entry-tree.ts";
import { restoreAccepted } from "../../../lib/lens/stash/restore-accepted.ts";

const lens = scopeLens({ from: "v1", to: "v2", rules: [] });

function kept(of: Readonly<Record<string, JsonArray>>) {
  return readEntries(new Map(Object.entries(of)));
}

/** Checks that find no schema faults and allow `trials` trials. */
function checks({ agrees, trials }: { agrees: (completed: object) => boolean; trials: number }) {
  let left = trials;
  return {
    keySchema: keySchemaOf(lens, "from", "free"),
    agrees,
    idOf: ({ text }: ReturnType<typeof kept>[number]) => text,
    ruleOf: ({ text }: ReturnType<typeof kept>[number]) => text,
    merge: () => undefined,
    mayTry: () => left-- > 0,
    isRefused: () => false,
    isAboveRuleOf: () => false,
    isHiddenOrder: () => false,
    isInOwnAnnotation: () => true,
    disagreements: () => undefined,
    faultsBeyond: () => () => [],
  };
}

describe("restoreAccepted", () => {
  test.each([
    {
      name: "keeps an entry whose name only starts like a refused one",
      of: { "values.a": ["old"], "values.ab": ["kept"] },
      object: { values: { ab: "kept" } },
      stale: 1,
    },
    {
      name: "drops entries below a refused one",
      of: { "values.a": [{}], "values.a.b": [1], "values.ab": ["kept"] },
      object: { values: { ab: "kept" } },
      stale: 1,
    },
  ])("$name", ({ of, object, stale }) => {
    const agrees = (completed: object) => !JSON.stringify(completed).includes('"a":');
    const image = { values: {} };
    const restored = restoreAccepted(
      { image, defaulted: image },
      kept(of),
      checks({ agrees, trials: 100 }),
    );
    expect(restored.object).toEqual(object);
    expect(restored.stale.length).toBe(stale);
    expect(restored.heldBack).toEqual([]);
  });

  test("applies what fits also if the search used up the budget, and holds back what it did not try", () => {
    const names = ["a", "b", "c", "d", "e", "f", "g", "h"];
    const of = Object.fromEntries(names.map((name) => [`values.${name}`, [name]]));
    const agrees = (completed: object) => !/"[b-h]":/.test(JSON.stringify(completed));
    const image = { values: {} };
    const restored = restoreAccepted(
      { image, defaulted: image },
      kept(of),
      checks({ agrees, trials: 8 }),
    );
    expect(restored.object).toEqual({ values: { a: "a" } });
    expect(restored.heldBack.length).toBeGreaterThan(0);
    expect(restored.heldBack.length + restored.stale.length).toBe(7);
  });
});
