import { type AcceptEntry, constraintText } from "../lens/language/accept.ts";
import { pathText } from "../lens/language/path.ts";
import type { LawFault } from "./law-result.ts";
import type { Law, LawName } from "./laws/law.ts";
import type { Redraw } from "./object-change.ts";
import type { Direction } from "./subject.ts";
import { type AcceptedCount, type TrialOutcome, unlessLimitReached } from "./trial.ts";

/** The progress of a run, for a progress bar. */
export interface LawProgress {
  readonly law: LawName;
  readonly from: string;
  readonly to: string;
  /** The number of objects tried so far, for all laws and directions. */
  readonly done: number;
  readonly total: number;
}

/** How often the constraint of an `accept` entry refused a tried object. */
export interface AcceptedReport extends Pick<AcceptedCount, "present" | "excused"> {
  readonly entry: AcceptEntry;
  readonly version: string;
  readonly path: string;
  /** The keyword of the constraint; for a rule of the schema: `rule` with its message or source. */
  readonly constraint: string;
}

/** The result of one law for one direction. */
export interface LawReport {
  readonly law: LawName;
  readonly from: string;
  readonly to: string;
  readonly passed: boolean;
  readonly runs: number;
  /** The number of tried objects that the kind refused to convert. They count neither for nor against the law. */
  readonly refused: number;
  /** The number of tried objects whose conversion threw, where that neither breaks nor supports the law. */
  readonly crashed: number;
  /** The number of tried objects that count as valid only because of an entry of `accept`. Only `valid-result` counts these. */
  readonly excused: number;
  /** The accepted constraints that refused an object, and how often. Empty except for `valid-result`. */
  readonly accepted: readonly AcceptedReport[];
  /** The smallest failure found; absent if the law holds or is waived. */
  readonly failure?: LawFailure;
  /** Present if the author waives the law in this direction. */
  readonly waived?: WaivedLaw;
}

interface WaivedLaw {
  readonly why: string;
  /** The number of tried objects that break the law. */
  readonly failed: number;
}

/** The smallest objects found that break a law, and how to find them again. */
export interface LawFailure extends LawFault {
  readonly seed: number;
  /** fast-check's path from the seed to the counterexample; empty if the objects are a fixed list. */
  readonly path: string;
}

/** A law to try in one direction. */
export interface LawTask {
  readonly law: Law;
  readonly pair: Direction;
  /** The author's reason why the law may fail in this direction; undefined if it is not waived. */
  readonly waivedBecause: string | undefined;
  /** Gives the fault to report for objects that may not be shown. Left out: all objects may be shown. */
  readonly redraw?: Redraw | undefined;
}

/** Options for running tasks. */
export interface LawRun {
  /** The number of objects for each task. */
  readonly runs: number;
  readonly seed: number;
  /** Returns true to end the run early. Default: never. */
  readonly isOver?: () => boolean;
  /** Called after every 20 objects, and after each task. */
  readonly onProgress: ((progress: LawProgress) => void) | undefined;
  /** Called after each task. */
  readonly onReport?: (report: LawReport) => void;
}

/** The reports in the order of the tasks, and the counts for the entries of `accept`. */
export interface LawReports {
  readonly reports: readonly LawReport[];
  readonly accepted: readonly AcceptedCount[];
}

/**
 * {@link LawRun.onProgress} is called after this many objects. The number is a choice: often enough for a bar that moves, and
 * seldom enough to cost nothing.
 */
const progressStep = 20;

/** Runs tasks. Each task generates its own objects, which don't depend on the other tasks. */
export function checkLaws(tasks: readonly LawTask[], run: LawRun): LawReports {
  const { runs, onProgress, onReport } = run;
  const total = tasks.length * runs;
  const counts: AcceptedCount[] = [];
  let done = 0;
  const reports = tasks.map((task, index) => {
    const onRun = (): void => {
      done = Math.min(done + 1, (index + 1) * runs);
      if (done % progressStep === 0) onProgress?.({ ...taskNames(task), done, total });
    };
    const { report, accepted } = runTask(task, { ...run, onRun });
    counts.push(...accepted);
    onReport?.(report);
    done = (index + 1) * runs;
    onProgress?.({ ...taskNames(task), done, total });
    return report;
  });
  return { reports, accepted: counts };
}

function taskNames({ law, pair }: LawTask): Pick<LawProgress, "law" | "from" | "to"> {
  return { law: law.name, from: pair.from.name, to: pair.to.name };
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

/** The report on one task, and the counts for its entries of `accept`. */
interface TaskReport {
  readonly report: LawReport;
  readonly accepted: readonly AcceptedCount[];
}

function runTask(
  task: LawTask,
  { runs, seed, isOver, onRun }: LawRun & { readonly onRun: () => void },
): TaskReport {
  const names = taskNames(task);
  const { waivedBecause: why, redraw } = task;
  const settings = {
    runs,
    seed: seedOf(seed, `${names.law} ${names.from} ${names.to}`),
    countsAll: why !== undefined,
    onRun,
    ...(isOver !== undefined && { isOver }),
    redraw: why === undefined ? redraw : undefined,
  };
  const outcome = unlessLimitReached(() => task.law.trial(task.pair))?.run(settings) ?? untried;
  const { accepted } = outcome;
  const failure = why === undefined ? outcome.failure : undefined;
  const report = {
    ...names,
    passed: failure === undefined,
    ...(why !== undefined && { waived: { why, failed: outcome.failed } }),
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

/** The seed for one law and direction: 32-bit FNV-1a of `seed` and `name`. */
export function seedOf(seed: number, name: string): number {
  let hash = 0x811c9dc5;
  for (const char of `${seed} ${name}`) {
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  }
  return hash | 0;
}
