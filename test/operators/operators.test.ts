import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { conversionRegistry } from "../../lib/conversion/registry.ts";
import { readUpstreamFaults } from "../vectors/conversion/faults-of-upstream.ts";
import { runVector } from "../vectors/conversion/run-vector.ts";
import { fairBefore, isAsFair } from "./before.ts";
import { type OperatorKind, operatorKinds, type UnreadableKind } from "./operator-kinds.ts";
import { checkScores, type ReturnShare, scoresOf } from "./scores.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));
const before = fairBefore();
const kinds = await rowsOf(folder);

async function rowsOf(parent: string) {
  const found = await operatorKinds(parent);
  return found.map((operator) => ({ name: basename(operator.folder), operator }));
}

/** What a kind lacks that the vectors or the compiler show, as texts; the laws are tried by `npm run operators`. */
async function faultsOf(operator: OperatorKind | UnreadableKind): Promise<readonly string[]> {
  if ("fault" in operator) return [operator.fault];
  const codes = (await checkScores(operator, [], 0))("", "").failures;
  const shares = scoresOf(operator).flatMap((score) => [
    ...(isAsFair(score, before) ? [] : [`${score.from} to ${score.to} is less fair than before`]),
    ...(isWhole(score.objects) ? [] : [`an object of ${score.from} does not come back`]),
    ...(isWhole(score.results) ? [] : [`a result of ${score.to} does not come back`]),
  ]);
  return [...codes, ...shares];
}

function isWhole({ count, heldBack, of }: ReturnShare): boolean {
  return count + heldBack === of;
}

describe("what operators' own conversions answer", () => {
  test.each(kinds)("$name agrees with it as before, and everything comes back", async (row) => {
    expect(await faultsOf(row.operator)).toEqual([]);
  });
});

describe("every difference has a reason", () => {
  const explained = ["alertmanager-config", "kueue-cluster-queue"];
  const upstream = readUpstreamFaults([folder]);
  const verdicts = ({ operator }: (typeof kinds)[number]) => {
    if ("fault" in operator) throw new Error(operator.fault);
    const registry = conversionRegistry([operator.kind]);
    return operator.vectors.map((vector) => runVector(vector, registry, upstream));
  };
  const rows = kinds.filter(({ name }) => explained.includes(name));

  test.each(rows)("$name", (row) => {
    expect(verdicts(row).flatMap(({ faults }) => faults)).toEqual([]);
  });

  test("every listed fault of upstream explains a difference", () => {
    const used = new Set(rows.flatMap(verdicts).flatMap((verdict) => verdict.explained));
    expect(upstream.filter((fault) => !used.has(fault))).toEqual([]);
  });
});
