import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { loadKinds } from "../../lib/cli/kinds/kinds.ts";
import { conversionRegistry } from "../../lib/conversion/registry.ts";
import { objectIn } from "../support/json-lines.ts";
import { readUpstreamFaults } from "../vectors/conversion/faults-of-upstream.ts";
import { conversionVectorOf, runVector, type Verdict } from "../vectors/conversion/run-vector.ts";
import { linesOf } from "../vectors/lines.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));
const kinds = await loadKinds([folder]);
const registry = conversionRegistry(kinds);
const upstream = readUpstreamFaults([folder]);

const rows = readdirSync(folder)
  .map((name) => ({ name, file: `${folder}/${name}/vectors.jsonl.gz` }))
  .filter(({ file }) => existsSync(file));

function verdicts(file: string): readonly (Verdict & { readonly id: string })[] {
  return linesOf(file)
    .map((line) => conversionVectorOf(objectIn(line)))
    .filter((vector) => vector !== undefined)
    .map((vector) => ({ id: vector.id, ...runVector(vector, registry, upstream) }));
}

describe("what operators' own conversions answer", () => {
  test.each(rows)("$name", ({ file }) => {
    const all = verdicts(file);
    expect(all.filter(({ faults }) => faults.length > 0)).toEqual([]);
    expect(all.filter(({ isFair }) => isFair).length / all.length).toBeGreaterThanOrEqual(0.98);
  });

  test("every listed fault of upstream explains a difference", () => {
    const used = new Set(rows.flatMap(({ file }) => verdicts(file)).flatMap((v) => v.explained));
    expect(upstream.filter((fault) => !used.has(fault))).toEqual([]);
  });
});
