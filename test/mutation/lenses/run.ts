// npm run mutation:lenses -- [--runs N] [--seed N] [--verbose] FOLDER...: plants one fault after the other in the
// conversions of kinds (default: the kinds of test/operators), and runs `check` on each. Prints what noticed how many, and each
// fault that survived, with the reason from survivors.yaml. Faults that change nothing are not counted: they yield the same
// for 2,000 generated objects of each version.
//
// Ends with one line `N passed, N failed`, which counts the faults. Exit code 1 where less than 95 % of all are killed, a survivor
// is not explained, or one that is does not survive.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { parse } from "yaml";
import { kindFoldersIn } from "../../../lib/cli/kinds/kinds.ts";
import { judgedApart } from "./judged-apart.ts";
import { isCode, mutantsOf, writeMutant } from "./mutants.ts";
import { compiledKind, equivalenceTo, type Verdict, verdictOn } from "./outcome.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
    verbose: { type: "boolean", default: false },
  },
});
const settings = { runs: Number(values.runs), seed: Number(values.seed) };
const operators = resolve(import.meta.dirname, "../../operators");
const folders =
  positionals.length > 0
    ? positionals.map((folder) => resolve(folder))
    : kindFoldersIn(operators).filter((folder) => existsSync(join(folder, "conversion.yaml")));
const explained: unknown = parse(readFileSync(join(import.meta.dirname, "survivors.yaml"), "utf8"));

const totals = { killed: 0, survived: 0, unexplained: 0 };
for (const folder of folders) await plantIn(folder);
const share = (100 * totals.killed) / (totals.killed + totals.survived);
console.log(`${share.toFixed(1)} % killed`);
console.log(`${totals.killed} passed, ${totals.unexplained} failed`);
process.exitCode = totals.unexplained === 0 && share >= 95 ? 0 : 1;

async function plantIn(folder: string): Promise<void> {
  const name = basename(folder);
  const kind = compiledKind(folder);
  if (typeof kind === "string") throw new Error(`${name}: ${kind}`);
  const scratch = mkdtempSync(join(tmpdir(), "planted-"));
  const killers = new Map<string, number>();
  const survivors: string[] = [];
  let isAlike: ReturnType<typeof equivalenceTo> | undefined;
  let equivalent = 0;
  const judge = async (own: string): Promise<Verdict> =>
    verdictOn(compiledKind(own), settings, (changed) => {
      isAlike ??= equivalenceTo(kind, 2_000);
      return isAlike(changed);
    });
  const mutants = mutantsOf(folder, kind);
  for (const [index, mutant] of mutants.entries()) {
    const own = writeMutant(folder, mutant, join(scratch, String(index)));
    const { killer, isEquivalent } = isCode(mutant)
      ? await judgedApart(folder, own, settings)
      : await judge(own);
    if (values.verbose) {
      console.log(`  ${killer ?? (isEquivalent ? "no effect" : "survived")}  ${mutant.name}`);
    }
    if (killer !== undefined) killers.set(killer, (killers.get(killer) ?? 0) + 1);
    else if (isEquivalent) equivalent += 1;
    else survivors.push(mutant.name);
    rmSync(join(scratch, String(index)), { recursive: true });
  }
  rmSync(scratch, { recursive: true });
  report(name, { killers, survivors, equivalent });
}

interface Outcomes {
  readonly killers: ReadonlyMap<string, number>;
  readonly survivors: readonly string[];
  readonly equivalent: number;
}

function report(name: string, { killers, survivors, equivalent }: Outcomes): void {
  const killed = [...killers.values()].reduce((sum, count) => sum + count, 0);
  const by = [...killers].sort(([, a], [, b]) => b - a).map(([law, count]) => `${law} ${count}`);
  console.log(
    `${name}: ${killed} killed, ${survivors.length} survived, ${equivalent} without effect`,
  );
  console.log(`  killed by ${by.join(", ")}`);
  const reasons = Object(Object(explained)[name]);
  for (const survivor of survivors) {
    const reason: unknown = reasons[survivor];
    console.log(`  survived  ${survivor}: ${reason ?? "NOT EXPLAINED"}`);
    if (reason === undefined) totals.unexplained += 1;
  }
  for (const gone of Object.keys(reasons).filter((each) => !survivors.includes(each))) {
    console.log(`  survivors.yaml explains what does not survive: ${gone}`);
    totals.unexplained += 1;
  }
  totals.killed += killed;
  totals.survived += survivors.length;
}
