import type { Structural } from "../../schema/structural/structural.ts";
import type { UngeneratedPaths } from "../ungenerated-paths.ts";
import { type DrawnStep, drawnPathText } from "./path-text.ts";

/** A source of random integers, such as `fc.Random`. Both bounds are included. */
export interface IntSource {
  nextInt(min: number, max: number): number;
}

/** The state while one value is generated: random source, path in the schema, and counts of paths without a valid value. */
export class DrawState {
  readonly #source: IntSource;
  readonly #ungenerated: UngeneratedPaths | undefined;
  readonly #steps: DrawnStep[] = [];
  readonly #maps: Structural[] = [];

  constructor(source: IntSource, ungenerated?: UngeneratedPaths) {
    this.#source = source;
    this.#ungenerated = ungenerated;
  }

  /** A random integer from `min` to `max`, both included. */
  int(min: number, max: number): number {
    return this.#source.nextInt(min, max);
  }

  /** A random number from 0 to below 1. */
  unit(): number {
    return this.#source.nextInt(0, unitSteps - 1) / unitSteps;
  }

  /** True with the given probability. */
  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  /** A random item of a list; undefined if the list is empty. */
  pick<T>(list: readonly [T, ...T[]]): T;
  pick<T>(list: readonly T[]): T | undefined;
  pick<T>(list: readonly T[]): T | undefined {
    return list.length === 0 ? undefined : list[this.int(0, list.length - 1)];
  }

  /** Runs `make` with the path extended by `step`. */
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

  /** Runs `make` with `schema` as the schema of the innermost map. */
  inMap<T>(schema: Structural, make: () => T): T {
    this.#maps.push(schema);
    const made = make();
    this.#maps.pop();
    return made;
  }

  /** The schema of the innermost map that contains the value in a declared member; undefined at the root. */
  get map(): Structural | undefined {
    return this.#maps.at(-1);
  }

  /** Counts that no valid value was found at the current path, except at the root, which the caller counts. */
  notGenerated(): undefined {
    if (this.#steps.length > 0) this.#ungenerated?.add(drawnPathText(this.#steps));
  }
}

/** The number of different results of {@link DrawState.unit}. */
const unitSteps = 2 ** 30;

/**
 * A source of random integers that depend only on the seed, for results that must be the same in every run.
 * Source: mulberry32, public domain.
 */
export function seededSource(seed: number): IntSource {
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
