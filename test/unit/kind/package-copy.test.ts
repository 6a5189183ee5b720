import { describe, expect, test } from "vitest";
import type { Kind } from "../../../lib/kind/kind.ts";
import { kindsOfOtherCopies } from "../../../lib/kind/package-copy.ts";
import { createService } from "../../../lib/service/service.ts";
import { sampleLookup } from "../../support/ask.ts";
import { widgets } from "../../support/faulty-kinds.ts";

const own = widgets({});
const others: readonly Kind[] = own.map((kind) => ({
  ...kind,
  declaredBy: Symbol("customhouse"),
}));

describe("a kind that another copy of the package declared", () => {
  test("is named, with what to do", () => {
    expect(kindsOfOtherCopies([...own, ...others])).toEqual([
      expect.stringMatching(
        /^Widget\.example\.org was declared by another copy of customhouse .* \(npx customhouse\)/,
      ),
    ]);
  });

  test.each([
    { name: "refused", kinds: others, faults: [expect.stringContaining("another copy")] },
    { name: "served where this copy declared it", kinds: own, faults: undefined },
  ])("is $name", ({ kinds, faults }) => {
    let thrown: unknown;
    try {
      createService({ kinds, lookup: sampleLookup, log: () => undefined });
    } catch (fault) {
      thrown = fault;
    }
    if (faults === undefined) expect(thrown).toBeUndefined();
    else expect(thrown).toMatchObject({ name: "IncompleteRegistry", faults });
  });
});
