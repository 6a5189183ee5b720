import fc from "fast-check";
import { UsageError } from "../../../lib/cli/command.ts";
import { kindErrors } from "../../../lib/cli/kinds/compile/lens-errors.ts";
import { kindFromFiles } from "../../../lib/cli/kinds/kinds.ts";
import { equal } from "../../../lib/json/equal.ts";
import type { Kind } from "../../../lib/kind/kind.ts";
import type { ReviewObject } from "../../../lib/protocol/conversion-review.ts";
import { checkKind } from "../../../lib/verify/check-kind.ts";
import { laws } from "../../../lib/verify/laws/laws.ts";
import { anyObjects } from "../../../lib/verify/samples/objects.ts";
import { directionsOf, subjectOf } from "../../../lib/verify/subject.ts";

/** What becomes of a planted fault. */
export interface Verdict {
  /** What noticed it: an error of the compiler, a law; undefined where nothing did. */
  readonly killer: string | undefined;
  /** True for a fault that nothing noticed, and that changes nothing. */
  readonly isEquivalent: boolean;
}

export interface CheckSettings {
  readonly runs: number;
  readonly seed: number;
}

/** The kind of a folder, or the error that keeps it from being read or compiled. */
export function compiledKind(folder: string): Kind | string {
  try {
    const kind = kindFromFiles(folder, true);
    const { graphErrors, faultyLenses } = kindErrors(kind);
    const [error] = [...graphErrors, ...faultyLenses.flatMap(({ errors }) => errors)];
    return error === undefined ? kind : (error.code ?? error.message);
  } catch (thrown) {
    if (thrown instanceof UsageError) return "cannot be read";
    throw thrown;
  }
}

/** The verdict on a compiled mutant, or on the error of one that does not compile. */
export async function verdictOn(
  mutant: Kind | string,
  settings: CheckSettings,
  isAlike: (mutant: Kind) => boolean,
): Promise<Verdict> {
  if (typeof mutant === "string") return { killer: mutant, isEquivalent: false };
  const killer = await killerOf(mutant, settings);
  return { killer, isEquivalent: killer === undefined && isAlike(mutant) };
}

/** Checks a kind as `customhouse check` does, law by law, until something fails. */
async function killerOf(kind: Kind, { runs, seed }: CheckSettings): Promise<string | undefined> {
  for (const { name } of quickest) {
    const { laws: reports, objectFaults } = await checkKind(kind, { runs, seed, only: [name] });
    if (reports.some(({ passed }) => !passed)) return name;
    const found = objectFaults.find(
      ({ code, severity }) => severity === "error" && name === "valid-result" && code === "E128",
    );
    if (found !== undefined) return found.code;
  }
  return undefined;
}

/** The laws that notice most first. */
const first = ["examples", "valid-result", "round-trip", "settles", "small-scope"];
const quickest = laws.toSorted((a, b) => rank(a.name) - rank(b.name));

function rank(name: string): number {
  const at = first.indexOf(name);
  return at < 0 ? first.length : at;
}

/** Compares how kinds convert generated objects of both versions: their results, or the reasons for refusals. */
export function equivalenceTo(kind: Kind, count: number): (other: Kind) => boolean {
  const objects = directionsOf(subjectOf(kind)).map((pair) => ({
    pair,
    all: fc.sample(anyObjects(pair), { numRuns: count, seed: 7 }),
  }));
  const images = objects.map(({ pair, all }) =>
    all.map((each) => imageOf(kind, each, pair.to.name)),
  );
  return (other) =>
    objects.every(({ pair, all }, at) =>
      all.every((each, index) =>
        isSame(imageOf(other, each, pair.to.name), images[at]?.[index] ?? null),
      ),
    );
}

const subjects = new WeakMap<Kind, ReturnType<typeof subjectOf>>();

function imageOf(kind: Kind, object: ReviewObject, version: string): ReviewObject | null {
  const subject = subjects.get(kind) ?? subjectOf(kind);
  subjects.set(kind, subject);
  const outcome = subject.convert(object, version);
  return outcome.type === "converted" ? outcome.object : null;
}

function isSame(one: ReviewObject | null, other: ReviewObject | null): boolean {
  return one === null || other === null ? one === other : equal(one, other);
}
