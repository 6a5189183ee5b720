// npm run bench:publish [-- BENCH.JSON...]: puts the rows of runs, the median of each, into docs/performance.json, where any
// are named, and makes the tables of docs/performance.md and docs/performance.svg from it.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { chartOf } from "./performance/chart.ts";
import { madeDocument } from "./performance/document.ts";
import { type Figures, type Run, withRun } from "./performance/figures.ts";
import { chartFile, documentFile, figuresFile } from "./performance/files.ts";
import { medianOf, medianTimes } from "./performance/medians.ts";
import type { Measured } from "./row.ts";

const runFiles = process.argv.slice(2);
const committed: Figures = existsSync(figuresFile)
  ? JSON.parse(readFileSync(figuresFile, "utf8"))
  : { machine: "", rows: [], times: [] };
const figures = runFiles.length === 0 ? committed : withRun(committed, runIn(runFiles));

writeFileSync(figuresFile, `${JSON.stringify(figures, undefined, 2)}\n`);
writeFileSync(documentFile, madeDocument(readFileSync(documentFile, "utf8"), figures));
writeFileSync(chartFile, chartOf(figures.times));
console.log(`docs/performance.json: ${figures.rows.length} figures; tables and chart made from it`);

function runIn(files: readonly string[]): Run {
  const machine = `${availableParallelism()} cores, Node.js ${process.versions.node}, ${process.platform} ${process.arch}`;
  const day = new Date().toISOString().slice(0, 10);
  const runs = files.map((file): Measured => JSON.parse(readFileSync(file, "utf8")));
  return {
    machine,
    day,
    rows: medianOf(runs.map(({ rows }) => rows)),
    times: medianTimes(runs.map(({ times }) => times)),
  };
}
