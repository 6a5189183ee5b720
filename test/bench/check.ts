// npm run bench:check [-- NAME...]: measures what is measured quickly, or the groups of it whose names hold a NAME, and compares
// it with docs/performance.json. Exit code 1 when a row lost more than 25 %, 2 when no group has such a name. What lost is measured up to twice more and its best median counts: other work on the machine can
// only add to a median, and what the code itself lost is in all three.
import { readFileSync } from "node:fs";
import { cel } from "./cel.ts";
import { coldStart } from "./cold-start.ts";
import { conversion } from "./conversion.ts";
import { lambda } from "./lambda.ts";
import { lenses } from "./lens.ts";
import { type Comparison, compared, lower } from "./performance/budget.ts";
import type { Figures } from "./performance/figures.ts";
import { figuresFile } from "./performance/files.ts";
import type { Group, Row } from "./row.ts";
import { schemaEngine } from "./schema.ts";
import { size } from "./size.ts";

const quick = [size, conversion, lambda, lenses, coldStart, schemaEngine, cel];
const moreAttempts = 2;
const wanted = process.argv.slice(2);
const groups = quick.filter(
  ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
);
if (groups.length === 0) {
  console.error(`no such group; there are ${quick.map(({ name }) => name).join(", ")}`);
  process.exit(2);
}
const figures: Figures = JSON.parse(readFileSync(figuresFile, "utf8"));

let lost = 0;
for (const group of groups) {
  for (const comparison of compared(figures, await bestOf(group))) {
    console.log(lineOf(comparison));
    if (comparison.isLost) lost++;
  }
}
if (lost > 0) {
  console.log(
    `${lost} rows cost more than 25 % above docs/performance.json: find what made them dearer, or commit the new figures with npm run bench && npm run bench:publish -- bench.json and say why in the commit`,
  );
  process.exitCode = 1;
}

/** A group's rows; measured again while any of them seems lost. */
async function bestOf(group: Group): Promise<readonly Row[]> {
  let rows = await group.measure();
  for (let attempt = 0; attempt < moreAttempts && hasLost(rows); attempt++) {
    console.log(`${group.name} is measured again`);
    rows = lower(rows, await group.measure());
  }
  return rows;
}

function hasLost(rows: readonly Row[]): boolean {
  return compared(figures, rows).some(({ isLost }) => isLost);
}

function lineOf({ row: { name, value, unit }, ratio, isLost }: Comparison): string {
  const change = ratio === undefined ? "no figure yet" : `${((ratio - 1) * 100).toFixed(0)} %`;
  return `${isLost ? "lost" : "kept"} ${name.padEnd(36)} ${String(value).padStart(8)} ${unit} (${change})`;
}
