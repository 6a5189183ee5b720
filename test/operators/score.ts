// npm run operators -- [--kinds DIR]... [--kind NAME]... [--runs N] [--seed N]... [--no-check]: prints a table with a row for each
// kind and direction. Its columns: how many results agree with the operator's (as fair.ts compares them, without vectors that
// have the operator's own stash); how many objects, and how many of the operator's results, come back exactly (held back: without
// values that their own schema refuses, which stay in annotations); how many entries of `accept` there are for the target version,
// and how many constraints of its schema they name; the most annotations that a sample leaves; what `customhouse check` finds with
// --runs objects (default 200) and each seed (default 1): the share of objects that are valid only by an entry, and failures.
// --no-check leaves these two columns empty. The last line, `N passed, N failed`, counts the vectors that come back, the directions
// that agree as often as in README.md, and those in which the check is ok. Exit code 1 on a failure.
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { annotationCounts } from "./annotations.ts";
import { fairBefore, isAsFair } from "./before.ts";
import { type OperatorKind, operatorKinds } from "./operator-kinds.ts";
import {
  acceptScore,
  checkScores,
  type DirectionScore,
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

const columns = [
  "kind",
  "from",
  "to",
  "fair",
  "objects return",
  "results return",
  "accept",
  "places",
  "annotations",
  "excused",
  "check",
];
console.log(`| ${columns.join(" | ")} |`);
console.log(`|${"---|".repeat(columns.length)}`);
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
  const checked = await checkScores(operator, seeds, Number(values.runs));
  const annotations = annotationCounts(operator, operator.kind.samples);
  for (const score of scoresOf(operator)) {
    const { failures, excused } = checked(score.from, score.to);
    for (const { count, heldBack, of } of [score.objects, score.results]) {
      totals.passed += count + heldBack;
      totals.failed += of - count - heldBack;
    }
    for (const isGood of [isAsFair(score, before), failures.length === 0]) {
      if (isGood) totals.passed++;
      else totals.failed++;
    }
    const { entries, places } = acceptScore(operator, score.from, score.to);
    const most = annotations.find(
      ({ direction }) => direction === `${score.from} to ${score.to}`,
    )?.most;
    const more = [entries, places, most ?? "", percentText(excused)].map(String);
    console.log(rowOf(score, more, failures));
  }
}

function percentText({ count, of }: Share): string {
  return of === 0 ? "" : `${((100 * count) / of).toFixed(0)} %`;
}

function rowOf(
  { kind, from, to, fair, objects, results }: DirectionScore,
  more: readonly string[],
  failures: readonly string[],
): string {
  const check = failures.length > 0 ? `FAIL ${failures.join(", ")}` : values.check ? "ok" : "";
  const shares = [shareText(fair), returnText(objects), returnText(results)];
  const cells = [kind, from, to, ...shares, ...more, check];
  return `| ${cells.join(" | ")} |`;
}

function shareText({ count, of }: Share): string {
  return `${count} of ${of}`;
}

function returnText({ heldBack, ...share }: ReturnShare): string {
  return heldBack === 0 ? shareText(share) : `${shareText(share)}, ${heldBack} held back`;
}
