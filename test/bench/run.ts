// npm run bench [-- NAME...] [--peers -]: measures the groups whose names hold a NAME, or all; writes bench.json. With
// --peers - also beside the servers that lines of standard input name, as `label=url pid`. Exit code 0 whenever measuring
// worked: whether a target is met stands in the rows.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { admission } from "./admission.ts";
import { cel } from "./cel.ts";
import { coldStart } from "./cold-start.ts";
import { conversion } from "./conversion.ts";
import { firstUse } from "./first-use.ts";
import { forged } from "./forged.ts";
import { json } from "./json.ts";
import { lambda } from "./lambda.ts";
import { lenses } from "./lens.ts";
import { memory } from "./memory.ts";
import { peersNamedIn } from "./peers/peers.ts";
import type { Measured, Row, Time } from "./row.ts";
import { schemaEngine } from "./schema.ts";
import { sharedCases } from "./shared-cases.ts";
import { size } from "./size.ts";

const { values, positionals: wanted } = parseArgs({
  options: { peers: { type: "string" } },
  allowPositionals: true,
});
if (values.peers !== undefined && values.peers !== "-") {
  console.error("--peers takes -: the lines that name the servers come on standard input");
  process.exit(2);
}
const peers = values.peers === undefined ? [] : [peersNamedIn(readFileSync(0, "utf8"))];
const ownGroups = [
  size,
  conversion,
  admission,
  lambda,
  lenses,
  coldStart,
  firstUse,
  json,
  schemaEngine,
  cel,
  sharedCases,
  forged,
  memory,
];
const groups = [...ownGroups, ...peers];
const chosen = groups.filter(
  ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
);
if (chosen.length === 0) {
  console.error(`no such group; there are ${groups.map(({ name }) => name).join(", ")}`);
  process.exit(2);
}

const rows: Row[] = [];
const times: Time[] = [];
for (const group of chosen) {
  for (const row of await group.measure(noteTime)) {
    rows.push(row);
    const { name, value, unit, target, met } = row;
    console.log(
      `${met ? "met   " : "missed"} ${name.padEnd(36)} ${String(value).padStart(8)} ${unit} (at most ${target})`,
    );
  }
}
const measured: Measured = { rows, times };
writeFileSync("bench.json", `${JSON.stringify(measured, undefined, 2)}\n`);
const met = rows.filter((row) => row.met).length;
console.log(`bench.json: ${met} of ${rows.length} targets met`);

function noteTime(time: Time): void {
  times.push(time);
  const { name, subject, value, unit } = time;
  console.log(`       ${name.padEnd(36)} ${String(value).padStart(8)} ${unit} ${subject}`);
}
