import fc from "fast-check";
import { InputWritten } from "./crashes.ts";
import { type LawFault, type LawResult, lawFails } from "./law-result.ts";

/** A law prepared for one direction. */
export interface Trial {
  readonly run: (settings: TrialSettings) => TrialOutcome;
}

export interface TrialSettings {
  /** Objects to try; a trial over a fixed list tries all of it. */
  readonly runs: number;
  readonly seed: number;
  /** Called after each object. */
  readonly onRun: () => void;
}

export interface TrialOutcome {
  readonly runs: number;
  /** Of these, the objects that the kind refused to convert, and those that its conversion threw on. */
  readonly refused: number;
  readonly crashed: number;
  readonly failure: TrialFailure | undefined;
}

/** The smallest objects found that break the law. */
export interface TrialFailure {
  readonly fault: LawFault;
  /** fast-check's path to the counter-example; empty for a fixed list. */
  readonly path: string;
}

/** Attempts to make a counter-example smaller. */
const maxShrinks = 3_000;

/** A trial on generated objects. Counter-examples are shrunk. */
export function generatedTrial<T>(
  samples: fc.Arbitrary<T>,
  lawOf: (sample: T) => LawResult,
): Trial {
  return {
    run: ({ runs, seed, onRun }) => {
      const tally = new Tally();
      const property = fc.property(samples, (sample) => {
        if (tally.failedTries > maxShrinks) return true;
        const first = tally.fault === undefined;
        const result = lawOf(sample);
        if (first) onRun();
        return tally.add(result);
      });
      const { counterexamplePath } = fc.check(property, { numRuns: runs, seed });
      return tally.outcome(counterexamplePath ?? "");
    },
  };
}

/** A trial on each sample of a list. */
export function listedTrial<T>(samples: () => Iterable<T>, lawOf: (sample: T) => LawResult): Trial {
  return {
    run: ({ onRun }) => {
      const tally = new Tally();
      for (const sample of samples()) {
        const holds = tally.add(lawOf(sample));
        onRun();
        if (!holds) break;
      }
      return tally.outcome("");
    },
  };
}

/** A conversion that wrote to its input fails every law. */
function unlessWritten(result: LawResult): LawResult {
  if (result.type !== "crashed" || !(result.error instanceof InputWritten)) return result;
  const { object, message } = result.error;
  return lawFails({ before: object, explanation: message });
}

/** Counts the results of one trial. */
class Tally {
  #runs = 0;
  #refused = 0;
  #crashed = 0;
  #failedTries = 0;
  #fault: LawFault | undefined;

  /** The smallest fault so far. */
  get fault(): LawFault | undefined {
    return this.#fault;
  }

  /** Objects tried since the first failure: attempts to shrink it. */
  get failedTries(): number {
    return this.#failedTries;
  }

  /** Counts a result. False where the law fails. */
  add(judged: LawResult): boolean {
    const result = unlessWritten(judged);
    if (this.#fault === undefined) this.#count(result);
    else this.#failedTries++;
    if (result.type !== "FAIL") return true;
    this.#fault = result.fault;
    return false;
  }

  #count({ type }: LawResult): void {
    this.#runs++;
    if (type === "refused") this.#refused++;
    if (type === "crashed") this.#crashed++;
  }

  outcome(path: string): TrialOutcome {
    const fault = this.#fault;
    return {
      runs: this.#runs,
      refused: this.#refused,
      crashed: this.#crashed,
      failure: fault === undefined ? undefined : { fault, path },
    };
  }
}
