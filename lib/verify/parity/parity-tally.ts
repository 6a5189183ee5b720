import { roughSize } from "../../json/size.ts";
import type { JsonObject, JsonValue } from "../../json/value.ts";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import type { Direction } from "../subject.ts";
import type { ComparedStep, ParityStep } from "./compare-object.ts";
import type { ComparedObject } from "./compared-objects.ts";
import type { HarmlessReason, ParityDifference, ParityKind } from "./conversion-differences.ts";

/** Differences with the same step, version, path, kind and harmless reason. */
export interface ParityGroup {
  readonly step: ParityStep;
  /** The target version of the compared step. */
  readonly version: string;
  readonly path: string;
  readonly kind: ParityKind;
  readonly harmless?: HarmlessReason;
  /** The number of objects with the difference. */
  readonly count: number;
  /** The number of objects that this step compared at this version. */
  readonly of: number;
  /** The directions with the difference, such as `v1 to v2`. */
  readonly directions: readonly string[];
  /** A small object with the difference. */
  readonly example: ParityExample;
}

/** An object that the two webhooks convert differently. */
export interface ParityExample {
  readonly before: ReviewObject;
  /** The object that the new webhook was sent, and the version to convert to. */
  readonly sent: ReviewObject;
  readonly to: string;
  /** The old webhook's result; undefined if it did not convert the object. */
  readonly old: JsonObject | undefined;
  readonly new: JsonObject | undefined;
  readonly oldValue: JsonValue | undefined;
  readonly newValue: JsonValue | undefined;
  /** As {@link ComparedStep.annotations}. */
  readonly annotations: readonly string[];
  /** True if `***` stands for values that may not be shown. */
  readonly isMasked?: true;
}

/** A group with the data needed to find a smaller example. */
export interface TalliedGroup {
  readonly key: string;
  readonly group: Omit<ParityGroup, "of" | "directions" | "count" | "example">;
  readonly at: ParityDifference["at"];
  readonly pair: Direction;
  readonly object: ComparedObject;
  readonly example: ParityExample;
  readonly count: number;
  readonly directions: ReadonlySet<string>;
}

/** Counts the objects of each group: differences with the same {@link keyOfDifference}. */
export class ParityTally {
  readonly #groups = new Map<string, TalliedGroup>();
  readonly #objects = new Map<string, number>();

  /** Adds the differences of one step for one object. */
  add(pair: Direction, object: ComparedObject, step: ComparedStep): void {
    const place = `${step.step} ${step.version}`;
    this.#objects.set(place, (this.#objects.get(place) ?? 0) + 1);
    const found = new Map(step.differences.map((each) => [keyOfDifference(step, each), each]));
    for (const [key, difference] of found) {
      this.#addTo(key, difference, { pair, object, step });
    }
  }

  /** All groups, those with the most objects first. */
  get groups(): readonly TalliedGroup[] {
    return [...this.#groups.values()].sort((one, other) => other.count - one.count);
  }

  /** A group in the form for the report. */
  reported({ group, example, count, directions }: TalliedGroup): ParityGroup {
    const of = this.#objects.get(`${group.step} ${group.version}`) ?? count;
    return { ...group, count, of, directions: [...directions], example };
  }

  #addTo(
    key: string,
    difference: ParityDifference,
    { pair, object, step }: { pair: Direction; object: ComparedObject; step: ComparedStep },
  ): void {
    const known = this.#groups.get(key);
    const { at, path, kind, harmless } = difference;
    const direction = `${pair.from.name} to ${pair.to.name}`;
    const isSmaller =
      known === undefined || roughSize(object.object) < roughSize(known.object.object);
    const example = isSmaller
      ? { pair, object, example: exampleOf(object.object, step, difference) }
      : known;
    this.#groups.set(key, {
      key,
      group: {
        step: step.step,
        version: step.version,
        path,
        kind,
        ...(harmless !== undefined && { harmless }),
      },
      at,
      pair: example.pair,
      object: example.object,
      example: example.example,
      count: (known?.count ?? 0) + 1,
      directions: new Set([...(known?.directions ?? []), direction]),
    });
  }
}

/** A string of a difference's step, version, path, kind and harmless reason. Equal strings mean the same group. */
export function keyOfDifference(
  { step, version }: Pick<ComparedStep, "step" | "version">,
  { path, kind, harmless }: Pick<ParityDifference, "path" | "kind" | "harmless">,
): string {
  return [step, version, kind, harmless ?? "", path].join(" ");
}

/** Makes the example for a difference from the step in which it was found. */
export function exampleOf(
  before: ReviewObject,
  step: ComparedStep,
  { old, new: now }: ParityDifference,
): ParityExample {
  return {
    before,
    sent: step.sent,
    to: step.version,
    old: step.old,
    new: step.new,
    oldValue: old,
    newValue: now,
    annotations: step.annotations,
  };
}
