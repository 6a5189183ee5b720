import { type AcceptEntry, constraintText } from "../lens/language/accept.ts";
import { pathText } from "../lens/language/path.ts";
import type { LawFault } from "./law-result.ts";
import type { Law, LawName } from "./laws/law.ts";
import type { Redraw } from "./object-change.ts";
import type { Direction } from "./subject.ts";
import type { AcceptedCount, TrialOutcome } from "./trial.ts";

/** How far a run is, for a progress bar. */
export interface Progress {
  readonly law: LawName;
  readonly from: string;
  readonly to: string;
  /** Objects tried so far, of all laws and directions. */
  readonly done: number;
  readonly total: number;
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
  /** How many of the tried objects the kind refused to convert: they say nothing about the law. */
  readonly refused: number;
  /** How many of the tried objects the conversion threw on: only `no-crash` and `small-scope` report that. */
  readonly crashed: number;
  /** How many of the tried objects are valid only because of an entry of `accept`; counted by `valid-result` alone. */
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

/** A law to be tried on a direction. */
export interface Task {
  readonly law: Law;
  readonly pair: Direction;
  /** Why the law may fail in this direction; undefined where it may not. */
  readonly waivedBecause: string | undefined;
  /** Gives the fault to report for objects that may not be shown. Left out: all may. */
  readonly redraw?: Redraw | undefined;
}

/** How tasks are run. */
export interface LawRun {
  /** Objects for each task. */
  readonly runs: number;
  readonly seed: number;
  /** True where no further object is to be tried. Left out: all are. */
  readonly isOver?: () => boolean;
  /** Called after every 20 objects. */
  readonly onProgress: ((progress: Progress) => void) | undefined;
  /** Called after each task. */
  readonly onReport?: (report: LawReport) => void;
}

/** The reports on tasks in their order, and what entries of `accept` were about. */
export interface LawReports {
  readonly reports: readonly LawReport[];
  readonly accepted: readonly AcceptedCount[];
}

/** Objects between two calls of {@link LawRun.onProgress}. */
const progressStep = 20;

/** Tries laws. Each task has its own generated objects, all from the same seed, whether or not other tasks run too. */
export function checkLaws(tasks: readonly Task[], run: LawRun): LawReports {
  const { runs, onProgress, onReport } = run;
  const total = tasks.length * runs;
  const counts: AcceptedCount[] = [];
  let done = 0;
  const reports = tasks.map((task, index) => {
    const onRun = (): void => {
      done = Math.min(done + 1, (index + 1) * runs);
      if (done % progressStep === 0) onProgress?.({ ...namesOf(task), done, total });
    };
    const { report, accepted } = runTask(task, { ...run, onRun });
    counts.push(...accepted);
    onReport?.(report);
    done = (index + 1) * runs;
    onProgress?.({ ...namesOf(task), done, total });
    return report;
  });
  return { reports, accepted: counts };
}

function namesOf({ law, pair }: Task): Pick<Progress, "law" | "from" | "to"> {
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

/** The report of a task, and what its entries of `accept` were about. */
interface TaskReport {
  readonly report: LawReport;
  readonly accepted: readonly AcceptedCount[];
}

function runTask(
  task: Task,
  { runs, seed, isOver, onRun }: LawRun & { readonly onRun: () => void },
): TaskReport {
  const names = namesOf(task);
  const { waivedBecause: why, redraw } = task;
  const settings = {
    runs,
    seed: seedOf(seed, `${names.law} ${names.from} ${names.to}`),
    countsAll: why !== undefined,
    onRun,
    ...(isOver !== undefined && { isOver }),
    redraw: why === undefined ? redraw : undefined,
  };
  const outcome = task.law.trial(task.pair)?.run(settings) ?? untried;
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

/** The seed of one law and direction: 32-bit FNV-1a over both. */
export function seedOf(seed: number, name: string): number {
  let hash = 0x811c9dc5;
  for (const char of `${seed} ${name}`) {
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  }
  return hash | 0;
}
