// npm run vectors -- [--kinds DIR]... FILE...: runs conformance vectors (JSON Lines, also .gz). A line with an op
// (`{name, op, ...inputs, expect}`) is run against lib/schema; an op without a file in ops/ is a failure. A line with
// `from` and `to` and no op is a conversion: its kind is found by group and kind among those of the folders (default
// functions/kinds), and it passes where it and upstream's answer come back whole and both answers agree, as fair.ts
// compares them, but for what upstream-faults.yaml beside the kind lists.
// Ends with one line `N passed, N failed` and exit code 1 on a failure.
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { kindsFolders, kindsOption, loadKinds } from "../../lib/cli/kinds/kinds.ts";
import { conversionRegistry } from "../../lib/conversion/registry.ts";
import { parse } from "../../lib/json/parse.ts";
import { isObject, type JsonObject, member } from "../../lib/json/value.ts";
import { readUpstreamFaults } from "./conversion/faults-of-upstream.ts";
import { conversionVectorOf, runVector } from "./conversion/run-vector.ts";
import { Summary } from "./conversion/summary.ts";
import { linesOf } from "./lines.ts";
import type { Op } from "./outcome.ts";

const { values, positionals: files } = parseArgs({ options: kindsOption, allowPositionals: true });
if (files.length === 0) {
  console.error("usage: npm run vectors -- [--kinds DIR]... FILE.jsonl...");
  process.exit(2);
}
const folders = kindsFolders(values.kinds);
const registry = conversionRegistry(await loadKinds(folders));
const upstream = readUpstreamFaults(folders);
const summary = new Summary();

const ops = new Map<string, Promise<Op>>();

function opOf(name: string): Promise<Op> {
  const known = ops.get(name);
  if (known !== undefined) return known;
  const loaded = import(`./ops/${name}.ts`).then(
    (module) => module.run as Op,
    (cause: unknown) => () => `no op "${name}": ${(cause as Error).message.split("\n")[0]}`,
  );
  ops.set(name, loaded);
  return loaded;
}

async function differenceOf(vector: JsonObject): Promise<string | undefined> {
  const conversion = conversionVectorOf(vector);
  if (conversion !== undefined) {
    const verdict = runVector(conversion, registry, upstream);
    summary.add(conversion, verdict);
    return verdict.faults.length === 0 ? undefined : verdict.faults.join("; ");
  }
  const op = String(member(vector, "op"));
  try {
    return await (await opOf(op))(vector);
  } catch (error) {
    return `threw ${error instanceof Error ? error.stack?.split("\n").slice(0, 3).join(" ") : String(error)}`;
  }
}

/** What a file's lines came to. */
interface Tally {
  passed: number;
  failed: number;
}

async function runLine(line: string, tally: Tally): Promise<void> {
  const parsed = parse(line, { tokens: line.includes('"needsNumberTokens"') });
  const vector = parsed.ok && isObject(parsed.value) ? parsed.value : undefined;
  const difference = vector === undefined ? "no JSON object" : await differenceOf(vector);
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
