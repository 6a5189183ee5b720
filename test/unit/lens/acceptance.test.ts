import { describe, expect, test } from "vitest";
import type { JsonArray } from "../../../lib/json/value.ts";
import { keySchemaOf } from "../../../lib/lens/place/key-schema.ts";
import { scopeLens } from "../../../lib/lens/place/scope-lens.ts";
import { restoreAccepted } from "../../../lib/lens/stash/acceptance.ts";
import { readEntries } from "../../../lib/lens/stash/entry-tree.ts";

const lens = scopeLens({ from: "v1", to: "v2", rules: [] });

function kept(of: Readonly<Record<string, JsonArray>>) {
  return readEntries(new Map(Object.entries(of)));
}

describe("restoreAccepted", () => {
  test.each([
    {
      name: "keeps an entry whose name only begins like a refused one",
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
    const checks = {
      keySchema: keySchemaOf(lens, "from", "free"),
      agrees: (completed: object) => !JSON.stringify(completed).includes('"a":'),
      idOf: ({ text }: ReturnType<typeof kept>[number]) => text,
      merge: () => undefined,
      mayTry: () => true,
      isRefused: () => false,
      isAboveRuleOf: () => false,
      isHiddenOrder: () => false,
      isInOwnAnnotation: () => true,
      disagreements: () => undefined,
      faultsBeyond: () => () => [],
    };
    const base = { values: {} };
    const restored = restoreAccepted({ base, defaulted: base }, kept(of), checks);
    expect(restored.object).toEqual(object);
    expect(restored.stale.length).toBe(stale);
    expect(restored.heldBack).toEqual([]);
  });
});
