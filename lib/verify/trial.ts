import fc from "fast-check";
import { known } from "../json/invariant.ts";
import type { AcceptedPlace } from "./accepted-places.ts";
import { ReportedCrash } from "./crashes.ts";
import { DrawnArbitrary } from "./draw/drawn-arbitrary.ts";
import {
  type LawFault,
  type LawResult,
  lawFails,
  lawRefused,
  type SeenPlace,
} from "./law-result.ts";
import type { Redraw, SampleChange } from "./object-change.ts";

/** A law prepared for one direction. */
export interface Trial {
  readonly run: (settings: TrialSettings) => TrialOutcome;
}

interface TrialSettings {
  /** Objects to try; a trial over a fixed list tries all of it. */
  readonly runs: number;
  readonly seed: number;
  /** Whether to go on after the first object that breaks the law, to count all. None is then made smaller. */
  readonly countsAll: boolean;
  /** Called after each object. */
  readonly onRun: () => void;
  /** True where no further object is to be tried. Left out: all are. */
  readonly isOver?: () => boolean;
  /** Gives the fault to report for a sample that may not be shown. Left out: all may. */
  readonly redraw?: Redraw | undefined;
}

/** How many objects were tried, and the smallest one that breaks the law. */
export interface TrialOutcome {
  readonly runs: number;
  /** Of these, the objects that the kind refused to convert, and those that its conversion threw on. */
  readonly refused: number;
  readonly crashed: number;
  /** The objects that break the law: all of them where the trial counts them, else at most one. */
  readonly failed: number;
  /** The objects that are valid only because an entry of `accept` excuses what refuses them. */
  readonly excused: number;
  /** What was accepted at which places, in the order in which they were met. */
  readonly accepted: readonly AcceptedCount[];
  readonly failure: TrialFailure | undefined;
}

/** How often an accepted constraint refused an object. */
export interface AcceptedCount {
  readonly place: AcceptedPlace;
  /** Objects that have the place. */
  readonly present: number;
  /** Of these, the objects that the constraint refused. */
  readonly excused: number;
}

/** The smallest objects found that break the law. */
interface TrialFailure {
  readonly fault: LawFault;
  /** fast-check's path to the counter-example; empty for a fixed list. */
  readonly path: string;
}

/** Attempts to make a counter-example smaller. */
const maxShrinks = 3_000;

/**
 * The most objects that are drawn for each one to be judged. Objects that an entry of `accept` excuses don't count as
 * judged.
 */
const drawnForEach = 3;

/**
 * A trial on generated objects, until `runs` of them were judged without an entry of `accept` that excuses them.
 * Counter-examples are shrunk.
 */
export function generatedTrial<T>(
  samples: fc.Arbitrary<T>,
  lawOf: (sample: T) => LawResult,
): Trial {
  return {
    run: ({ runs, seed, countsAll, onRun, isOver = never, redraw }) => {
      const tally = new Tally<T>(countsAll);
      const thrown: unknown[] = [];
      const property = fc.property(samples, (sample) => {
        if (thrown.length > 0 || tally.failedTries > maxShrinks || isOver()) return true;
        const first = countsAll || tally.failing === undefined;
        const result = resultOf(() => lawOf(sample), thrown);
        if (first) onRun();
        const holds = tally.add(result, sample);
        if (isExcused(result)) fc.pre(false);
        return holds;
      });
      const examples = firstOf(samples, runs).map((sample): [T] => [sample]);
      const { counterexamplePath } = fc.check(property, {
        numRuns: runs,
        seed,
        examples,
        maxSkipsPerRun: drawnForEach - 1,
      });
      if (thrown.length > 0) throw thrown[0];
      const change = samples instanceof DrawnArbitrary ? samples.change : undefined;
      return tally.outcome(counterexamplePath ?? "", redrawn(redraw, tally, lawOf, change));
    },
  };
}

/** The result of a law. What it throws is kept, because fast-check would take it for an object that breaks the law. */
function resultOf(law: () => LawResult, thrown: unknown[]): LawResult {
  try {
    return law();
  } catch (error) {
    thrown.push(error);
    return lawRefused;
  }
}

/** The samples to be tried before drawn ones, spread evenly where they are more than half of the runs. */
function firstOf<T>(samples: fc.Arbitrary<T>, runs: number): readonly T[] {
  const all = samples instanceof DrawnArbitrary ? samples.first : [];
  const most = Math.floor(runs / 2);
  if (all.length <= most) return all;
  return Array.from({ length: most }, (_, index) =>
    known(all[Math.floor((index * all.length) / most)], "the index is within the list"),
  );
}

/** A trial on each sample of a list. `change`: left out where a sample is not shown to users. */
export function listedTrial<T>(
  samples: () => Iterable<T>,
  lawOf: (sample: T) => LawResult,
  change?: SampleChange<T>,
): Trial {
  return {
    run: ({ countsAll, onRun, isOver = never, redraw }) => {
      const tally = new Tally<T>(countsAll);
      for (const sample of samples()) {
        if (isOver()) break;
        const holds = tally.add(lawOf(sample), sample);
        onRun();
        if (!holds) break;
      }
      return tally.outcome("", redrawn(redraw, tally, lawOf, change));
    },
  };
}

/** A trial after another one, which is not run where the first one fails, unless all failures are counted. */
export function sequentialTrial(first: Trial, second: Trial): Trial {
  return {
    run: (settings) => {
      const one = first.run(settings);
      if (one.failure !== undefined && !settings.countsAll) return one;
      const other = second.run(settings);
      return {
        runs: one.runs + other.runs,
        refused: one.refused + other.refused,
        crashed: one.crashed + other.crashed,
        failed: one.failed + other.failed,
        excused: one.excused + other.excused,
        accepted: countByPlace([...one.accepted, ...other.accepted]),
        failure: other.failure ?? one.failure,
      };
    },
  };
}

/** One count for each place. */
function countByPlace(counts: readonly AcceptedCount[]): readonly AcceptedCount[] {
  return [...Map.groupBy(counts, ({ place }) => place)].map(([place, group]) => ({
    place,
    present: group.reduce((sum, { present }) => sum + present, 0),
    excused: group.reduce((sum, { excused }) => sum + excused, 0),
  }));
}

/** A trial on a share of the objects that are asked for. */
export function withRuns(share: number, trial: Trial): Trial {
  return {
    run: (settings) => trial.run({ ...settings, runs: Math.ceil(settings.runs * share) }),
  };
}

function never(): boolean {
  return false;
}

function isExcused(result: LawResult): boolean {
  return result.type === "ok" && result.seen?.some((each) => each.isExcused) === true;
}

/** Some crashes, such as a conversion that wrote to its input, fail every law. */
function unlessReported(result: LawResult): LawResult {
  if (result.type !== "crashed" || !(result.error instanceof ReportedCrash)) return result;
  const { object, message } = result.error;
  return lawFails({ before: object, explanation: message });
}

/** The fault to report in place of the found one; the found one where it may be shown. */
function redrawn<T>(
  redraw: Redraw | undefined,
  { failing }: Tally<T>,
  lawOf: (sample: T) => LawResult,
  change: SampleChange<T> | undefined,
): LawFault | undefined {
  if (redraw === undefined || failing === undefined) return failing?.fault;
  const faultOf = (sample: T): LawFault | undefined => {
    const result = unlessReported(lawOf(sample));
    return result.type === "FAIL" ? result.fault : undefined;
  };
  return redraw({ ...failing, faultOf, change });
}

/** Counts the results of one trial. */
class Tally<T> {
  #runs = 0;
  #refused = 0;
  #crashed = 0;
  #failed = 0;
  #excused = 0;
  #failedTries = 0;
  readonly #accepted = new Map<AcceptedPlace, AcceptedCount>();
  #failing: { readonly sample: T; readonly fault: LawFault } | undefined;
  readonly #countsAll: boolean;

  constructor(countsAll: boolean) {
    this.#countsAll = countsAll;
  }

  /** The smallest sample so far that breaks the law. */
  get failing(): { readonly sample: T; readonly fault: LawFault } | undefined {
    return this.#failing;
  }

  /** Objects tried since the first failure: attempts to shrink it. */
  get failedTries(): number {
    return this.#failedTries;
  }

  /** Counts a result. False where the law fails and the trial ends with that. */
  add(judged: LawResult, sample: T): boolean {
    const result = unlessReported(judged);
    if (this.#countsAll || this.#failing === undefined) this.#count(result);
    else this.#failedTries++;
    if (result.type !== "FAIL") return true;
    this.#failing = { sample, fault: result.fault };
    return this.#countsAll;
  }

  #count(result: LawResult): void {
    this.#runs++;
    if (result.type === "refused") this.#refused++;
    if (result.type === "crashed") this.#crashed++;
    if (result.type === "FAIL") this.#failed++;
    if (isExcused(result)) this.#excused++;
    if (result.type === "ok") for (const seen of result.seen ?? []) this.#countPlace(seen);
  }

  #countPlace({ place, isExcused }: SeenPlace): void {
    const { present, excused } = this.#accepted.get(place) ?? { present: 0, excused: 0 };
    const count = { place, present: present + 1, excused: excused + (isExcused ? 1 : 0) };
    this.#accepted.set(place, count);
  }

  outcome(path: string, fault: LawFault | undefined): TrialOutcome {
    return {
      runs: this.#runs,
      refused: this.#refused,
      crashed: this.#crashed,
      failed: this.#failed,
      excused: this.#excused,
      accepted: [...this.#accepted.values()],
      failure: fault === undefined ? undefined : { fault, path },
    };
  }
}
