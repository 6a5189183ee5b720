import fc from "fast-check";
import { expect, test } from "vitest";
import { parseConversion } from "../../lib/cli/conversion-yaml/conversion-yaml.ts";
import { kindAnalysis } from "../../lib/cli/kinds/compile/kind-analysis.ts";
import type { Kind } from "../../lib/kind/kind.ts";
import type { AcceptEntry } from "../../lib/lens/language/accept.ts";
import { checkKind } from "../../lib/verify/check-kind.ts";
import { declared, type RandomKind } from "../support/random-kinds.ts";

/** Objects tried for each law. */
const runs = 3;
const kindsOfBlock = 500;
/** Rounds of pasting the entries that the compiler requests: each round names every path of a cause, so that few are needed. */
const maxRounds = 8;

/** The result for a kind: the compiler refused it, or the laws that failed with all requested entries of `accept`. */
type Outcome = { readonly refused: readonly string[] } | { readonly failed: readonly string[] };

/** Kinds drawn from one arbitrary: a block of 500 for each seed. */
interface Blocks {
  /** What the rules of these kinds are, as in `of any ops`. */
  readonly rules: string;
  readonly kind: fc.Arbitrary<RandomKind>;
  readonly seeds: readonly number[];
}

/** Tests that every law holds for each kind that compiles: one test for each seed. */
export function testLaws({ rules, kind, seeds }: Blocks): void {
  test.each(seeds)(
    `every law holds for each kind that compiles: 500 kinds with rules ${rules}, from seed %i`,
    async (seed) => {
      const kinds = fc.sample(kind, { seed, numRuns: kindsOfBlock });
      const failed: string[] = [];
      let compiled = 0;
      for (const [index, spec] of kinds.entries()) {
        const outcome = await outcomeOf(spec, seed + index);
        if ("refused" in outcome) continue;
        compiled++;
        failed.push(...outcome.failed.map((text) => `kind ${index}: ${text}`));
      }
      expect(failed).toEqual([]);
      expect(compiled).toBeGreaterThan(0.8 * kindsOfBlock);
    },
  );
}

/** Does what a user does: pastes the entries that the compiler and then the checks print, until neither prints another. */
async function outcomeOf(spec: RandomKind, seed: number): Promise<Outcome> {
  let accept: readonly AcceptEntry[] = [];
  for (let round = 0; round < maxRounds; round++) {
    const kind = declared(spec, accept);
    const errors = errorsOf(kind);
    const isBeyond = errors.filter((text) => !text.includes(entryStart));
    if (isBeyond.length > 0) return { refused: isBeyond };
    const failures = errors.length > 0 ? errors : await failuresOf(kind, seed);
    const asked = failures.flatMap(entriesIn);
    if (asked.length === 0) return { failed: failures };
    accept = [...accept, ...asked];
  }
  return { failed: [`more is asked for after ${maxRounds} rounds`] };
}

function errorsOf(kind: Kind): readonly string[] {
  const { lenses, faults } = kindAnalysis(kind);
  return [...lenses.flatMap((lens) => lens.faults), ...faults]
    .filter(({ severity }) => severity === "error")
    .map(({ code, message }) => `${code} ${message}`);
}

async function failuresOf(kind: Kind, seed: number): Promise<readonly string[]> {
  const { laws } = await checkKind(kind, { runs, seed });
  return laws.flatMap(({ law, from, to, failure }) =>
    failure === undefined ? [] : [`${law} ${from} to ${to}: ${failure.explanation}`],
  );
}

const entryStart = "- { in: ";

/** The entries of accept in a message, read as from a conversion.yaml that they were pasted into, with a reason. */
function entriesIn(message: string): readonly AcceptEntry[] {
  const pasted = message
    .split("\n")
    .filter((line) => line.includes(entryStart))
    .map((line) => line.slice(line.indexOf(entryStart)).replace(/\}[^}]*$/, "}"))
    .map((line) => line.replace('why: ""', "why: nobody writes it"));
  if (pasted.length === 0) return [];
  const text = ["from: v1", "to: v2", "rules: []", "accept:", ...pasted, ""].join("\n");
  const versions = { file: "conversion.yaml", kindVersions: ["v1", "v2"] };
  const { lenses, faults } = parseConversion(text, versions);
  if (faults.length > 0) throw new Error(`what is asked for can't be pasted: ${faults.join("; ")}`);
  return lenses.flatMap(({ accept = [] }) => accept);
}
