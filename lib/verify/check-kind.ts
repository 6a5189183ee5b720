import { isWaivable, type Waiver } from "../lens/language/waiver.ts";
import type { LensFault } from "../lens/ops/analysis/lens-analysis.ts";
import { acceptEntryFaults } from "./accept-entry-faults.ts";
import { checkLaws, type LawProgress, type LawReport, type LawTask } from "./check-laws.ts";
import { unexercisedFaults } from "./exercised-rules.ts";
import type { Law, LawName } from "./laws/law.ts";
import { laws } from "./laws/laws.ts";
import { runRules } from "./schema-rules.ts";
import {
  type CheckedKind,
  type Direction,
  directionsOf,
  type ObjectRules,
  type Subject,
  subjectOf,
} from "./subject.ts";

interface CheckOptions {
  /** The number of objects to try for each law and each direction between two versions. Default 1,000. */
  readonly runs?: number;
  /** The seed of the random objects: the same seed gives the same objects. Default 1. */
  readonly seed?: number;
  /** The laws to try. Default: all. */
  readonly only?: readonly LawName[];
  /** Called after every 20 objects, and after each law and direction. */
  readonly onProgress?: (progress: LawProgress) => void;
  /** Evaluates the schema's rules (`x-kubernetes-validations`) on an object. Default: as kube-apiserver does. */
  readonly evaluateRules?: ObjectRules;
}

/** The results of all laws for a kind. */
export interface KindReport {
  readonly group: string;
  readonly kind: string;
  readonly passed: boolean;
  readonly seed: number;
  /** The results, in the order of {@link laws}, then of the versions in the CRD. */
  readonly laws: readonly LawReport[];
  /** Paths for which no valid value was found, so that the laws tried too few values at these paths. */
  readonly ungenerated: readonly UngeneratedReport[];
  /** Versions without a schema. No law was tried on them. */
  readonly unverified: readonly string[];
  /** Wrong entries of `accept` (E127, E128), and rules or fields for which too few tried objects have a value (E131, E133). */
  readonly objectFaults: readonly LensFault[];
}

/** A path of a version for which no valid value was found, and how often. */
export interface UngeneratedReport {
  readonly version: string;
  /** Empty for the body as a whole. */
  readonly path: string;
  readonly count: number;
}

/**
 * Tries the laws on a kind. Each law generates its own objects for each direction, from the seed and the names of the law and
 * the versions. So the objects don't depend on which other laws run.
 *
 * Errors: throws IncompleteRegistry if no path of conversions connects all versions.
 */
export async function checkKind(
  kind: CheckedKind,
  { runs = 1_000, seed = 1, only, onProgress, evaluateRules = runRules }: CheckOptions = {},
): Promise<KindReport> {
  const subject = subjectOf(kind, evaluateRules);
  const tasks = tasksOf(subject, only);
  const { reports, accepted } = checkLaws(tasks, { runs, seed, onProgress });
  const isTried = tasks.some(({ law }) => law.name === "valid-result");
  const faults = [
    ...(isTried ? acceptEntryFaults(subject, accepted, runs) : []),
    ...unexercisedFaults(subject),
  ];
  const hasNoError = faults.every(({ severity }) => severity === "warning");
  return {
    group: kind.group,
    kind: kind.kind,
    passed: reports.every(({ passed }) => passed) && hasNoError,
    seed,
    laws: reports,
    ungenerated: ungeneratedPathsOf(subject),
    unverified: kind.versions.filter((version) => !subject.versions.has(version)),
    objectFaults: faults,
  };
}

function tasksOf(subject: Subject, only: readonly LawName[] | undefined): readonly LawTask[] {
  const wanted = laws.filter(({ name }) => only === undefined || only.includes(name));
  return wanted.flatMap((law) =>
    directionsOf(subject).map((pair) => ({ law, pair, waivedBecause: waiverOf(law, pair)?.why })),
  );
}

function waiverOf(law: Law, pair: Direction): Waiver | undefined {
  if (!isWaivable(law.name)) return undefined;
  const waivers = pair.subject.kind.lenses.flatMap(({ waive = [] }) => waive);
  return waivers.find(
    (waiver) =>
      waiver.law === law.name && waiver.from === pair.from.name && waiver.to === pair.to.name,
  );
}

/** The paths in all schemas of a subject for which no valid value was found, with counts. */
export function ungeneratedPathsOf({ versions }: Subject): readonly UngeneratedReport[] {
  return [...versions.values()].flatMap(({ name, ungenerated }) =>
    [...ungenerated.counts].map(([path, count]) => ({ version: name, path, count })),
  );
}
