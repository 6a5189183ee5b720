// npm run operators -- [--kinds DIR]... [--kind NAME]... [--runs N] [--seed N]... [--no-check]: prints a table of the
// operators' kinds by kind and direction: on how many vectors our result agrees with the operator's (as fair.ts compares
// them; vectors with the operator's own stash are left out), how many objects and how many of the operator's results come
// back exactly (held back: but for values that their own schema refuses, which stay in annotations), and what
// `customhouse check` finds with --runs objects (default 200) and each seed (default 1). --no-check leaves the last column
// empty. Ends with one line `N passed, N failed`, which counts the vectors that come back, the directions that are as fair
// as README.md's figures, and the directions in which the check is ok; exit code 1 on a failure.
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { fairBefore, isAsFair } from "./before.ts";
import { type OperatorKind, operatorKinds } from "./operator-kinds.ts";
import {
  type DirectionScore,
  failuresOf,
  type ReturnShare,
  type Share,
  scoresOf,
} from "./scores.ts";

const { values } = parseArgs({
  options: {
    kinds: {
      type: "string",
      multiple: true,
      default: [fileURLToPath(new URL(".", import.meta.url))],
    },
    kind: { type: "string", multiple: true, default: [] },
    runs: { type: "string", default: "200" },
    seed: { type: "string", multiple: true, default: ["1"] },
    check: { type: "boolean", default: true },
  },
  allowNegative: true,
});
const seeds = values.check ? values.seed.map(Number) : [];
const before = fairBefore();
const totals = { passed: 0, failed: 0 };

console.log("| kind | from | to | fair | objects return | results return | check |");
console.log("|---|---|---|---|---|---|---|");
for (const folder of values.kinds) {
  for (const each of await operatorKinds(folder)) {
    if ("fault" in each) {
      totals.failed++;
      console.log(`${each.folder} can't be read: ${each.fault}`);
    } else if (values.kind.length === 0 || values.kind.includes(each.kind.kind)) {
      await printKind(each);
    }
  }
}
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed === 0 && totals.passed > 0 ? 0 : 1;

async function printKind(operator: OperatorKind): Promise<void> {
  const failuresIn = await failuresOf(operator, seeds, Number(values.runs));
  for (const score of scoresOf(operator)) {
    const failures = failuresIn(score.from, score.to);
    for (const { count, heldBack, of } of [score.objects, score.results]) {
      totals.passed += count + heldBack;
      totals.failed += of - count - heldBack;
    }
    for (const isGood of [isAsFair(score, before), failures.length === 0]) {
      if (isGood) totals.passed++;
      else totals.failed++;
    }
    console.log(rowOf(score, failures));
  }
}

function rowOf(
  { kind, from, to, fair, objects, results }: DirectionScore,
  failures: readonly string[],
): string {
  const check = failures.length > 0 ? `FAIL ${failures.join(", ")}` : values.check ? "ok" : "";
  const cells = [kind, from, to, shareText(fair), returnText(objects), returnText(results), check];
  return `| ${cells.join(" | ")} |`;
}

function shareText({ count, of }: Share): string {
  return `${count} of ${of}`;
}

function returnText({ heldBack, ...share }: ReturnShare): string {
  return heldBack === 0 ? shareText(share) : `${shareText(share)}, ${heldBack} held back`;
}
