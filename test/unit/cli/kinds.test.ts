import { describe, expect, test } from "vitest";
import { generate } from "../../../lib/cli/kinds/generated-files.ts";
import { loadKinds } from "../../../lib/cli/kinds/kinds.ts";
import { defineKind } from "../../../lib/kind/kind.ts";
import { crd, lenses, samples } from "./kinds/queue/generated.ts";

const folder = "test/unit/cli/kinds";

describe("loadKinds", () => {
  test("a folder of YAML files is the kind that its generated.ts makes", async () => {
    const [kind, ...others] = await loadKinds([folder]);
    expect(others).toEqual([]);
    expect(generate(folder).filter(({ isStale }) => isStale)).toEqual([]);
    expect(JSON.stringify(kind, bigints)).toBe(
      JSON.stringify(defineKind({ crd, samples, lenses }), bigints),
    );
    expect(kind).toMatchObject({ group: "example.com", kind: "Queue", versions: ["v1", "v2"] });
    expect(kind?.lenses[0]?.rules.at(-1)).toEqual({
      op: "constant",
      to: "spec.limit",
      value: 9_007_199_254_740_993n,
      at: { line: 13, column: 3 },
    });
  });

  test("the kinds of the project at hand where no folder is named", async () => {
    expect((await loadKinds(undefined)).map(({ kind }) => kind)).toEqual([
      "CronTab",
      "Pizza",
      "CronTab",
      "Topping",
    ]);
  });

  test("a folder without a kind is refused", async () => {
    await expect(loadKinds(["test/unit/cli/kinds/queue/samples"])).rejects.toThrow(
      "has no kind: a kind is a folder with a kind.ts or kind.js, or with crd.yaml and conversion.yaml",
    );
    await expect(loadKinds(["test/unit/cli/kinds/queue"])).rejects.toThrow(
      "is itself a kind, and --kinds takes its parent folder: --kinds test/unit/cli/kinds",
    );
    await expect(loadKinds(["none"])).rejects.toThrow("there is no folder none");
  });
});

function bigints(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? `${value}n` : value;
}
