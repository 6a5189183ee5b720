// npm run bench:check: measures what is measured quickly and compares it with docs/performance.json. A row seems lost where it
// lost more than 25 % and takes more than half its target. Then the code of the committed figures is measured, too, since a
// ratio depends on the machine, and a row is lost that is dearer than both in up to three runs; its median is printed. Exit
// code 1 when a row is lost. Where other machines took the host's time meanwhile, only sizes are judged, and the last line
// says so.
import { existsSync, readFileSync } from "node:fs";
import { measured, measuredWhenCommitted } from "./measured-code.ts";
import { type Comparison, compared, onThisMachine } from "./performance/budget.ts";
import { type Figures, setOf } from "./performance/figures.ts";
import { figuresFile } from "./performance/files.ts";
import { type CpuTicks, maxStolenShare, stolenShare, ticksIn } from "./performance/stolen.ts";
import type { Row } from "./row.ts";

/** In the order of a whole run; of these, each run takes all up to its last one: what ran before makes the next cheaper. */
const groups = [
  "size",
  "conversion",
  "lambda",
  "lens",
  "cold-start",
  "first-use",
  "json",
  "schema",
  "cel",
  "forged",
];
/** Runs in which a row must be dearer to be lost. */
const maxRuns = 3;
const figures: Figures = JSON.parse(readFileSync(figuresFile, "utf8"));

const before = ticks();
const comparisons = comparisonsOf();
const stolen = stolenShare(before, ticks());
for (const comparison of comparisons) console.log(lineOf(comparison));
const lost = comparisons.filter(({ row, isLost }) => isLost && isJudged(row)).length;
if (stolen > maxStolenShare) {
  console.log(
    `${(stolen * 100).toFixed(0)} % of the CPU time was taken by other machines: only sizes were judged; run it again on a quiet host`,
  );
}
if (lost > 0) {
  console.log(
    `${lost} of ${comparisons.length} rows cost more than 25 % above docs/performance.json: find what made them dearer, or commit new figures (npm run bench, npm run bench:publish -- bench.json) and say why in the commit`,
  );
  process.exitCode = 1;
}

/** A ratio of CPU times decides nothing on a machine that is not its own. */
function isJudged({ unit }: Row): boolean {
  return unit === "kB" || stolen <= maxStolenShare;
}

/** Zeros where there is no /proc. */
function ticks(): CpuTicks {
  return ticksIn(existsSync("/proc/stat") ? readFileSync("/proc/stat", "utf8") : "");
}

/** Measures all groups, then again those up to the last one with a row that seems lost, while there is one. */
function comparisonsOf(): readonly Comparison[] {
  const runs = [measured(groups)];
  let reference = figures;
  let comparisons = compared(reference, runs);
  while (runs.length < maxRuns) {
    const off = comparisons.filter(({ isLost }) => isLost).map(({ row }) => row);
    if (off.length === 0) break;
    const again = groups.slice(0, Math.max(...off.map((row) => groups.indexOf(setOf(row)))) + 1);
    console.log(`measured again, as these seem lost: ${off.map(({ name }) => name).join(", ")}`);
    if (reference === figures) reference = onThisMachine(figures, measuredWhenCommitted(again));
    else runs.push(measured(again));
    comparisons = compared(reference, runs);
  }
  return comparisons;
}

function lineOf({ row: { name, value, unit }, ratio, isLost }: Comparison): string {
  const change = ratio === undefined ? "no figure yet" : `${((ratio - 1) * 100).toFixed(0)} %`;
  return `${isLost ? "lost" : "kept"} ${name.padEnd(36)} ${String(value).padStart(8)} ${unit} (${change})`;
}
