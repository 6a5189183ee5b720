import fc from "fast-check";
import { InputWritten } from "./crashes.ts";
import { broken, type LawFault, type Verdict } from "./verdict.ts";

/** A law made ready for one direction. */
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
  /** Of these, those that the kind declined to convert, and those that it crashed on. */
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

/** A trial on generated objects. A counter-example is made smaller before it is shown. */
export function generatedTrial<T>(
  samples: fc.Arbitrary<T>,
  verdictOf: (sample: T) => Verdict,
): Trial {
  return {
    run: ({ runs, seed, onRun }) => {
      const tally = new Tally();
      const property = fc.property(samples, (sample) => {
        if (tally.failedTries > maxShrinks) return true;
        const first = tally.fault === undefined;
        const verdict = verdictOf(sample);
        if (first) onRun();
        return tally.note(verdict);
      });
      const { counterexamplePath } = fc.check(property, { numRuns: runs, seed });
      return tally.outcome(counterexamplePath ?? "");
    },
  };
}

/** A trial on each of a list. */
export function listedTrial<T>(
  samples: () => Iterable<T>,
  verdictOf: (sample: T) => Verdict,
): Trial {
  return {
    run: ({ onRun }) => {
      const tally = new Tally();
      for (const sample of samples()) {
        const holds = tally.note(verdictOf(sample));
        onRun();
        if (!holds) break;
      }
      return tally.outcome("");
    },
  };
}

/** A conversion that wrote to its input breaks whatever law it was tried for. */
function unlessWritten(verdict: Verdict): Verdict {
  if (verdict.type !== "crashed" || !(verdict.error instanceof InputWritten)) return verdict;
  const { object, message } = verdict.error;
  return broken({ before: object, explanation: message });
}

/** Counts what became of the objects of one trial. */
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

  /** How many objects were tried since the first that broke the law. */
  get failedTries(): number {
    return this.#failedTries;
  }

  /** True where the law holds. */
  note(said: Verdict): boolean {
    const verdict = unlessWritten(said);
    if (this.#fault === undefined) this.#count(verdict);
    else this.#failedTries++;
    if (verdict.type !== "broken") return true;
    this.#fault = verdict.fault;
    return false;
  }

  #count({ type }: Verdict): void {
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
