import type { Structural } from "../../schema/structural/structural.ts";
import type { Ungenerated } from "../ungenerated.ts";
import { type DrawnStep, drawnPathText } from "./path-text.ts";

/** Where random numbers come from: both ends are included. `fc.Random` is one. */
export interface IntSource {
  nextInt(min: number, max: number): number;
}

/** The state of generating one value: random choices, the path in the schema, and what cannot be generated. */
export class DrawState {
  readonly #source: IntSource;
  readonly #ungenerated: Ungenerated | undefined;
  readonly #steps: DrawnStep[] = [];
  readonly #maps: Structural[] = [];

  constructor(source: IntSource, ungenerated?: Ungenerated) {
    this.#source = source;
    this.#ungenerated = ungenerated;
  }

  /** An integer, both ends included. */
  int(min: number, max: number): number {
    return this.#source.nextInt(min, max);
  }

  /** A number of 0 to below 1. */
  unit(): number {
    return this.#source.nextInt(0, unitSteps - 1) / unitSteps;
  }

  /** True with a probability. */
  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  /** One of a list; undefined of an empty one. */
  pick<T>(list: readonly [T, ...T[]]): T;
  pick<T>(list: readonly T[]): T | undefined;
  pick<T>(list: readonly T[]): T | undefined {
    return list.length === 0 ? undefined : list[this.int(0, list.length - 1)];
  }

  /** Runs `make` one step further down the schema. */
  within<T>(step: DrawnStep, make: () => T): T {
    this.#steps.push(step);
    const made = make();
    this.#steps.pop();
    return made;
  }

  /** The name of the innermost member on the path; empty at the root. */
  get name(): string {
    return this.#steps.findLast((step) => typeof step === "string") ?? "";
  }

  /** Runs `make` for the members of a map. */
  inMap<T>(schema: Structural, make: () => T): T {
    this.#maps.push(schema);
    const made = make();
    this.#maps.pop();
    return made;
  }

  /** The schema of the innermost map that has the value below a declared member; undefined at the root. */
  get map(): Structural | undefined {
    return this.#maps.at(-1);
  }

  /** Counts that no valid value was found at the path; the caller counts the root itself. */
  notGenerated(): undefined {
    if (this.#steps.length > 0) this.#ungenerated?.add(drawnPathText(this.#steps));
  }
}

/** How finely numbers between 0 and 1 are drawn. */
const unitSteps = 2 ** 30;

/**
 * Numbers that depend on the seed alone, for results that must be the same in every run.
 * Source: mulberry32, public domain.
 */
export function steadySource(seed: number): IntSource {
  let state = seed;
  return {
    nextInt(min, max) {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      const unit = ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
      return min + Math.floor(unit * (max - min + 1));
    },
  };
}
