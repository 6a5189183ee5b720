import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { conversionRegistry } from "../../lib/conversion/registry.ts";
import { readUpstreamFaults } from "../vectors/conversion/faults-of-upstream.ts";
import { runVector } from "../vectors/conversion/run-vector.ts";
import { operatorKinds } from "./operator-kinds.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));
const kinds = await rowsOf(folder);

async function rowsOf(parent: string) {
  const found = await operatorKinds(parent);
  return found.map((operator) => ({ name: basename(operator.folder), operator }));
}

describe("every difference from upstream has a documented reason", () => {
  const explained = ["alertmanager-config", "kueue-cluster-queue"];
  const upstream = readUpstreamFaults([folder]);
  const results = ({ operator }: (typeof kinds)[number]) => {
    if ("fault" in operator) throw new Error(operator.fault);
    const registry = conversionRegistry([operator.kind]);
    return operator.vectors.map((vector) => runVector(vector, registry, upstream));
  };
  const rows = kinds.filter(({ name }) => explained.includes(name));

  test.each(rows)("$name", (row) => {
    expect(results(row).flatMap(({ faults }) => faults)).toEqual([]);
  });

  test("every listed fault of upstream explains a difference", () => {
    const used = new Set(rows.flatMap(results).flatMap((result) => result.explained));
    expect(upstream.filter((fault) => !used.has(fault))).toEqual([]);
  });
});
