// npm run vectors -- FILE...: runs conformance vectors (JSON Lines, `{name, op, ...inputs, expect}`) against lib/schema.
// Ends with one line `N passed, N failed` and exit code 1 on a failure. An op without a file in ops/ is a failure.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { parse } from "../../lib/json/parse.ts";
import { isObject, type JsonObject, member } from "../../lib/json/value.ts";
import type { Op } from "./outcome.ts";

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
  const name = vector === undefined ? "?" : String(member(vector, "name"));
  console.log(`  ✗ ${name}: ${difference.slice(0, 400)}`);
}

async function runFile(file: string): Promise<Tally> {
  const tally = { passed: 0, failed: 0 };
  for (const line of readFileSync(file, "utf8").split("\n")) {
    if (line.trim() !== "") await runLine(line, tally);
  }
  console.log(`${basename(file)}: ${tally.passed} passed, ${tally.failed} failed`);
  return tally;
}

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error("usage: npm run vectors -- FILE.jsonl...");
  process.exit(2);
}
const totals: Tally = { passed: 0, failed: 0 };
for (const file of files) {
  const { passed, failed } = await runFile(file);
  totals.passed += passed;
  totals.failed += failed;
}
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed > 0 || totals.passed === 0 ? 1 : 0);
