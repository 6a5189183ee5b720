// npm run vectors -- [--kinds DIR]... [FILE]...: runs conformance vectors (JSON Lines, also .gz), without FILE those of
// kubernetes/. A line with an op (`{name, op, ...inputs, expect}`) is run by ops/<op>.ts; an op without a file there is a
// failure. A line with `from` and `to` and no op is a conversion: its kind is found by group and kind among those of
// the folders (default examples/kinds), and it passes where its result and upstream's both convert back without a loss
// and agree, as fair.ts compares them, except for what upstream-faults.yaml beside the kind lists.
// Ends with one line `N passed, N failed` and exit code 1 on a failure.
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { kindsOption, loadKinds } from "../../lib/cli/kinds/kinds.ts";
import { conversionRegistry } from "../../lib/conversion/registry.ts";
import { type JsonObject, member } from "../../lib/json/value.ts";
import { readUpstreamFaults } from "./conversion/faults-of-upstream.ts";
import { conversionVectorOf, runVector } from "./conversion/run-vector.ts";
import { Summary } from "./conversion/summary.ts";
import { kubernetesVectors, linesOf } from "./lines.ts";
import { opDifference, vectorOf } from "./op-vector.ts";

const { values, positionals } = parseArgs({ options: kindsOption, allowPositionals: true });
const files = positionals.length > 0 ? positionals : kubernetesVectors();
const folders = values.kinds ?? ["examples/kinds"];
const registry = conversionRegistry(await loadKinds(folders));
const upstream = readUpstreamFaults(folders);
const summary = new Summary();

async function differenceOf(vector: JsonObject): Promise<string | undefined> {
  const conversion = conversionVectorOf(vector);
  if (conversion !== undefined) {
    const result = runVector(conversion, registry, upstream);
    summary.add(conversion, result);
    return result.faults.length === 0 ? undefined : result.faults.join("; ");
  }
  return opDifference(vector);
}

/** How many lines of a file passed and failed. */
interface Tally {
  passed: number;
  failed: number;
}

async function runLine(line: string, tally: Tally): Promise<void> {
  const vector = vectorOf(line);
  const difference = vector === undefined ? "not a JSON object" : await differenceOf(vector);
  if (difference === undefined) {
    tally.passed++;
    return;
  }
  tally.failed++;
  const name = vector === undefined ? "?" : String(member(vector, "name") ?? member(vector, "id"));
  console.log(`  ✗ ${name}: ${difference.slice(0, 400)}`);
}

async function runFile(file: string): Promise<Tally> {
  const tally = { passed: 0, failed: 0 };
  for (const line of linesOf(file)) await runLine(line, tally);
  console.log(`${basename(file)}: ${tally.passed} passed, ${tally.failed} failed`);
  return tally;
}

const totals: Tally = { passed: 0, failed: 0 };
for (const file of files) {
  const { passed, failed } = await runFile(file);
  totals.passed += passed;
  totals.failed += failed;
}
for (const line of summary.lines()) console.log(line);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed > 0 || totals.passed === 0 ? 1 : 0);
