import { type AcceptEntry, constraintText } from "../lens/language/accept.ts";
import { pathText } from "../lens/language/path.ts";
import { isWaivable, type Waiver } from "../lens/language/waiver.ts";
import type { LensFault } from "../lens/ops/analysis/lens-analysis.ts";
import { acceptFaults } from "./accept-faults.ts";
import type { LawFault } from "./law-result.ts";
import type { Law, LawName } from "./laws/law.ts";
import { laws } from "./laws/laws.ts";
import { reachFaults } from "./reach.ts";
import { runRules } from "./schema-rules.ts";
import {
  type CheckedKind,
  type Direction,
  directionsOf,
  type ObjectRules,
  type Subject,
  subjectOf,
} from "./subject.ts";
import type { AcceptedCount, TrialOutcome } from "./trial.ts";

interface CheckOptions {
  /** Objects tried for each law and each direction between two versions. Default 1,000. */
  readonly runs?: number;
  /** What the objects are generated from: the same seed gives the same objects. Default 1. */
  readonly seed?: number;
  /** Laws to try; all where it is left out. */
  readonly only?: readonly LawName[];
  /** Called after every 20 objects. */
  readonly onProgress?: (progress: Progress) => void;
  /** Runs the rules of the schema, on generated and on converted objects. Default: as kube-apiserver does. */
  readonly evaluateRules?: ObjectRules;
}

/** How far a run is, for a progress bar. */
export interface Progress {
  readonly law: LawName;
  readonly from: string;
  readonly to: string;
  /** Objects tried so far, of all laws and directions. */
  readonly done: number;
  readonly total: number;
}

/** The results of all laws for a kind. */
export interface KindReport {
  readonly group: string;
  readonly kind: string;
  readonly passed: boolean;
  readonly seed: number;
  /** In the order of {@link laws}, and of the versions in the CRD. */
  readonly laws: readonly LawReport[];
  /** Paths of the schemas for which no valid value was found: the laws tried too few values there. */
  readonly ungenerated: readonly UngeneratedReport[];
  /** Versions without a schema, which no law was tried on. */
  readonly unverified: readonly string[];
  /** What the objects show: entries of `accept` that are wrong (E127, E128), and what no object reached (E131, E133). */
  readonly objectFaults: readonly LensFault[];
}

/** How often an accepted constraint refused an object of the law. */
export interface AcceptedReport extends Pick<AcceptedCount, "present" | "excused"> {
  readonly entry: AcceptEntry;
  readonly version: string;
  readonly path: string;
  /** The keyword; of a rule `rule` and its message or source. */
  readonly constraint: string;
}

/** The result of one law for one direction. */
export interface LawReport {
  readonly law: LawName;
  readonly from: string;
  readonly to: string;
  readonly passed: boolean;
  readonly runs: number;
  /** Of these, the objects that the kind refused to convert: they say nothing about the law. */
  readonly refused: number;
  /** Of these, the objects that the conversion threw on: only `no-crash` and `small-scope` report that. */
  readonly crashed: number;
  /** Of these, the objects that are valid only because of an entry of `accept`; of `valid-result` alone. */
  readonly excused: number;
  /** What entries of `accept` accepted at which places; of `valid-result` alone. */
  readonly accepted: readonly AcceptedReport[];
  /** Where the law failed. Not for a waived law. */
  readonly failure?: LawFailure;
  /** Where the author waives the law in this direction. */
  readonly waived?: WaivedLaw;
}

interface WaivedLaw {
  readonly why: string;
  /** How many of the tried objects break the law. */
  readonly failed: number;
}

/** The smallest objects found that break a law, and how to find them again. */
export interface LawFailure extends LawFault {
  readonly seed: number;
  /** fast-check's path from the seed to the counter-example; empty for a fixed list of objects. */
  readonly path: string;
}

interface UngeneratedReport {
  readonly version: string;
  /** Empty for the body as a whole. */
  readonly path: string;
  readonly count: number;
}

/** Objects between two calls of {@link CheckOptions.onProgress}. */
const progressStep = 20;

/**
 * Tries the laws on a kind. Each law and direction has its own generated objects, all from the same seed, whether or not
 * other laws run too.
 *
 * Errors: throws IncompleteRegistry where the versions are not joined.
 */
export async function checkKind(
  kind: CheckedKind,
  { runs = 1_000, seed = 1, only, onProgress, evaluateRules = runRules }: CheckOptions = {},
): Promise<KindReport> {
  const subject = subjectOf(kind, evaluateRules);
  const tasks = tasksOf(subject, only);
  const total = tasks.length * runs;
  const counts: AcceptedCount[] = [];
  let done = 0;
  const reports = tasks.map((task, index) => {
    const onRun = (): void => {
      done = Math.min(done + 1, (index + 1) * runs);
      if (done % progressStep === 0) onProgress?.({ ...namesOf(task), done, total });
    };
    const { report, accepted } = runTask(task, { runs, seed, onRun });
    counts.push(...accepted);
    done = (index + 1) * runs;
    onProgress?.({ ...namesOf(task), done, total });
    return report;
  });
  const isTried = tasks.some(({ law }) => law.name === "valid-result");
  const faults = [...(isTried ? acceptFaults(subject, counts, runs) : []), ...reachFaults(subject)];
  const hasNoError = faults.every(({ severity }) => severity === "warning");
  return {
    group: kind.group,
    kind: kind.kind,
    passed: reports.every(({ passed }) => passed) && hasNoError,
    seed,
    laws: reports,
    ungenerated: ungeneratedOf(subject),
    unverified: kind.versions.filter((version) => !subject.versions.has(version)),
    objectFaults: faults,
  };
}

/** A law to be tried on a direction. */
interface Task {
  readonly law: Law;
  readonly pair: Direction;
}

function tasksOf(subject: Subject, only: readonly LawName[] | undefined): readonly Task[] {
  const wanted = laws.filter(({ name }) => only === undefined || only.includes(name));
  return wanted.flatMap((law) => directionsOf(subject).map((pair) => ({ law, pair })));
}

function namesOf({ law, pair }: Task): Pick<Progress, "law" | "from" | "to"> {
  return { law: law.name, from: pair.from.name, to: pair.to.name };
}

interface RunSettings {
  readonly runs: number;
  readonly seed: number;
  readonly onRun: () => void;
}

const untried: TrialOutcome = {
  runs: 0,
  refused: 0,
  crashed: 0,
  failed: 0,
  excused: 0,
  accepted: [],
  failure: undefined,
};

/** The report of a task, and what its entries of `accept` were about. */
interface TaskReport {
  readonly report: LawReport;
  readonly accepted: readonly AcceptedCount[];
}

function runTask(task: Task, { runs, seed, onRun }: RunSettings): TaskReport {
  const names = namesOf(task);
  const own = seedOf(seed, `${names.law} ${names.from} ${names.to}`);
  const waiver = waiverOf(task);
  const countsAll = waiver !== undefined;
  const outcome = task.law.trial(task.pair)?.run({ runs, seed: own, countsAll, onRun }) ?? untried;
  const { accepted } = outcome;
  const failure = waiver === undefined ? outcome.failure : undefined;
  const report = {
    ...names,
    passed: failure === undefined,
    ...(waiver !== undefined && { waived: { why: waiver.why, failed: outcome.failed } }),
    runs: outcome.runs,
    refused: outcome.refused,
    crashed: outcome.crashed,
    excused: outcome.excused,
    accepted: accepted.filter(({ excused }) => excused > 0).map(acceptedReport),
    ...(failure !== undefined && { failure: { ...failure.fault, seed, path: failure.path } }),
  };
  return { report, accepted };
}

function acceptedReport({ place, present, excused }: AcceptedCount): AcceptedReport {
  const { version, constraint, entry } = place;
  return {
    entry,
    version,
    path: pathText(constraint.path),
    constraint: constraintText(constraint),
    present,
    excused,
  };
}

function waiverOf({ law, pair }: Task): Waiver | undefined {
  if (!isWaivable(law.name)) return undefined;
  const waivers = pair.subject.kind.lenses.flatMap(({ waive = [] }) => waive);
  return waivers.find(
    (waiver) =>
      waiver.law === law.name && waiver.from === pair.from.name && waiver.to === pair.to.name,
  );
}

/** The seed of one law and direction: 32-bit FNV-1a over both. */
function seedOf(seed: number, name: string): number {
  let hash = 0x811c9dc5;
  for (const char of `${seed} ${name}`) {
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  }
  return hash | 0;
}

function ungeneratedOf({ versions }: Subject): readonly UngeneratedReport[] {
  return [...versions.values()].flatMap(({ name, ungenerated }) =>
    [...ungenerated.counts].map(([path, count]) => ({ version: name, path, count })),
  );
}
