import fc from "fast-check";
import { assertDefined } from "../json/invariant.ts";
import type { AcceptedPlace } from "./accepted-places.ts";
import { ReportedCrash, ReviewLimitReached } from "./crashes.ts";
import { DrawnArbitrary } from "./draw/drawn-arbitrary.ts";
import { type LawFault, type LawResult, lawFails, type MatchedPlace } from "./law-result.ts";
import type { Redraw, SampleChange } from "./object-change.ts";

/** A law prepared for one direction, ready to run. */
export interface Trial {
  readonly run: (settings: TrialSettings) => TrialOutcome;
}

interface TrialSettings {
  /** The number of objects to try. A trial on a fixed list ignores this and tries the whole list. */
  readonly runs: number;
  readonly seed: number;
  /** If true, the trial continues after a failure, to count all failures, and does not shrink counterexamples. */
  readonly countsAll: boolean;
  /** Called after each object. */
  readonly onRun: () => void;
  /** Returns true to end the trial early. Default: never. */
  readonly isOver?: () => boolean;
  /** Gives the fault to report for a sample that may not be shown. Left out: all samples may be shown. */
  readonly redraw?: Redraw | undefined;
}

/** The result of a trial: numbers of objects, and a counterexample if the law fails. */
export interface TrialOutcome {
  readonly runs: number;
  /** `refused`, `crashed`: of `runs`, the objects that the kind refused to convert, and those for which the conversion threw. */
  readonly refused: number;
  readonly crashed: number;
  /** The number of objects that break the law; at most one unless `countsAll`. */
  readonly failed: number;
  /** The number of objects that count as valid only because of an entry of `accept`. */
  readonly excused: number;
  /** Counts for each accepted constraint, in the order in which objects had values for them. */
  readonly accepted: readonly AcceptedCount[];
  readonly failure: TrialFailure | undefined;
}

/** How often the constraint of an `accept` entry refused an object. */
export interface AcceptedCount {
  readonly place: AcceptedPlace;
  /** The number of objects with a value at the constraint's path. */
  readonly present: number;
  /** Of these, the number of objects that the constraint refused. */
  readonly excused: number;
}

interface TrialFailure {
  readonly fault: LawFault;
  /** fast-check's path to the counterexample; empty for a fixed list. */
  readonly path: string;
}

/**
 * The most attempts to make a counterexample smaller. The number is a choice: enough to shrink a body of a few hundred values,
 * and each attempt tries the law once more.
 */
const maxShrinks = 3_000;

/**
 * At most this many times `runs` objects are drawn. Objects that an entry of `accept` excuses don't count towards `runs`, so
 * others are drawn instead of them. The number is a choice: enough if two of three objects are excused, and a trial takes at
 * most three times as long.
 */
const drawnForEach = 3;

/**
 * A trial on generated objects. It ends when `runs` objects that no entry of `accept` excuses have been tried, after 3 × `runs`
 * objects at most, after the first failure unless `countsAll`, or when `isOver` returns true. Counterexamples are shrunk.
 */
export function generatedTrial<T>(
  samples: fc.Arbitrary<T>,
  lawOf: (sample: T) => LawResult,
): Trial {
  return {
    run: ({ runs, seed, countsAll, onRun, isOver = noResult, redraw }) => {
      const tally = new Tally<T>(countsAll);
      const thrown: unknown[] = [];
      const property = fc.property(samples, (sample) => {
        if (thrown.length > 0 || tally.failedTries > maxShrinks || isOver()) return true;
        const first = countsAll || tally.failing === undefined;
        const result = resultOfLaw(() => lawOf(sample), thrown);
        if (result === undefined) return true;
        if (first) onRun();
        const holds = tally.add(result, sample);
        if (hasExcusedPlace(result)) fc.pre(false);
        return holds;
      });
      // Some objects are drawn by conversions, which may end the trial, too.
      const counterexamplePath = unlessLimitReached(() => {
        const examples = firstOf(samples, runs).map((sample): [T] => [sample]);
        const parameters = { numRuns: runs, seed, examples, maxSkipsPerRun: drawnForEach - 1 };
        return fc.check(property, parameters).counterexamplePath;
      });
      const [fault] = thrown;
      if (fault !== undefined && !(fault instanceof ReviewLimitReached)) throw fault;
      const change = samples instanceof DrawnArbitrary ? samples.change : undefined;
      return tally.outcome(
        counterexamplePath ?? "",
        redrawnTrialFault(redraw, tally, lawOf, change),
      );
    },
  };
}

/** The result of a law; undefined if it throws. The exception is added to `thrown`: fast-check would report a counterexample. */
function resultOfLaw(law: () => LawResult, thrown: unknown[]): LawResult | undefined {
  try {
    return law();
  } catch (error) {
    thrown.push(error);
    return undefined;
  }
}

/** The value of a function; undefined if it throws {@link ReviewLimitReached}. */
export function unlessLimitReached<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof ReviewLimitReached) return undefined;
    throw error;
  }
}

/** The samples to try before drawn ones: all of them, or an even selection if they are more than half of the runs. */
function firstOf<T>(samples: fc.Arbitrary<T>, runs: number): readonly T[] {
  const all = samples instanceof DrawnArbitrary ? samples.first : [];
  const most = Math.floor(runs / 2);
  if (all.length <= most) return all;
  return Array.from({ length: most }, (_, index) =>
    assertDefined(all[Math.floor((index * all.length) / most)], "the index is within the list"),
  );
}

/** A trial on a fixed list of samples. Counterexamples are not shrunk. `change` is left out if users never see the samples. */
export function listedTrial<T>(
  samples: () => Iterable<T>,
  lawOf: (sample: T) => LawResult,
  change?: SampleChange<T>,
): Trial {
  return {
    run: ({ countsAll, onRun, isOver = noResult, redraw }) => {
      const tally = new Tally<T>(countsAll);
      unlessLimitReached(() => {
        for (const sample of samples()) {
          if (isOver()) break;
          const holds = tally.add(lawOf(sample), sample);
          onRun();
          if (!holds) break;
        }
      });
      return tally.outcome("", redrawnTrialFault(redraw, tally, lawOf, change));
    },
  };
}

/** Runs two trials and adds their results. The second one is skipped if the first fails, unless `countsAll`. */
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

/** Adds up the counts of the same constraint. */
function countByPlace(counts: readonly AcceptedCount[]): readonly AcceptedCount[] {
  return [...Map.groupBy(counts, ({ place }) => place)].map(([place, group]) => ({
    place,
    present: group.reduce((sum, { present }) => sum + present, 0),
    excused: group.reduce((sum, { excused }) => sum + excused, 0),
  }));
}

/** The trial with `runs` multiplied by `share`. */
export function withShareOfRuns(share: number, trial: Trial): Trial {
  return {
    run: (settings) => trial.run({ ...settings, runs: Math.ceil(settings.runs * share) }),
  };
}

function noResult(): boolean {
  return false;
}

function hasExcusedPlace(result: LawResult): boolean {
  return result.type === "ok" && result.matchedPlaces?.some((each) => each.isExcused) === true;
}

/** For a {@link ReportedCrash}, which fails every law, a failed result; any other result unchanged. */
function unlessReported(result: LawResult): LawResult {
  if (result.type !== "crashed" || !(result.error instanceof ReportedCrash)) return result;
  const { object, message } = result.error;
  return lawFails({ before: object, explanation: message });
}

/** The fault to report: the one that `redraw` gives, or the found one without `redraw`; undefined if no sample fails. */
function redrawnTrialFault<T>(
  redraw: Redraw | undefined,
  { failing }: Tally<T>,
  lawOf: (sample: T) => LawResult,
  change: SampleChange<T> | undefined,
): LawFault | undefined {
  if (redraw === undefined || failing === undefined) return failing?.fault;
  const faultOf = (sample: T): LawFault | undefined => {
    const result = unlessLimitReached(() => unlessReported(lawOf(sample)));
    return result?.type === "FAIL" ? result.fault : undefined;
  };
  return redraw({ ...failing, faultOf, change });
}

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

  /** The latest sample that breaks the law, which is the smallest one while fast-check shrinks. */
  get failing(): { readonly sample: T; readonly fault: LawFault } | undefined {
    return this.#failing;
  }

  /** The number of objects tried since the first failure, to shrink it. */
  get failedTries(): number {
    return this.#failedTries;
  }

  /** Counts a result. Returns false if the law fails and the trial must end. */
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
    if (hasExcusedPlace(result)) this.#excused++;
    if (result.type === "ok")
      for (const matched of result.matchedPlaces ?? []) this.#countPlace(matched);
  }

  #countPlace({ place, isExcused }: MatchedPlace): void {
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
