import { roughSize } from "../../json/size.ts";
import type { JsonObject, JsonValue } from "../../json/value.ts";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import type { Direction } from "../subject.ts";
import type { ComparedStep, ParityStep } from "./compare-object.ts";
import type { ComparedObject } from "./compared-objects.ts";
import type { HarmlessReason, ParityDifference, ParityKind } from "./conversion-differences.ts";

/** Differences of one kind at one path. */
export interface ParityGroup {
  readonly step: ParityStep;
  /** The version of the objects that are compared. */
  readonly version: string;
  readonly path: string;
  readonly kind: ParityKind;
  readonly harmless?: HarmlessReason;
  /** Objects that have the difference, of so many at this version. */
  readonly count: number;
  readonly of: number;
  /** `v1 to v2`, the directions that have it. */
  readonly directions: readonly string[];
  /** A small one of these objects. */
  readonly example: ParityExample;
}

/** An object that the two webhooks treat differently. */
export interface ParityExample {
  readonly before: ReviewObject;
  /** What the new webhook was sent, and the version that it was asked for. */
  readonly sent: ReviewObject;
  readonly to: string;
  /** Undefined where the webhook did not convert it. */
  readonly old: JsonObject | undefined;
  readonly new: JsonObject | undefined;
  readonly oldValue: JsonValue | undefined;
  readonly newValue: JsonValue | undefined;
  /** Annotations that the old webhook added, for a take-over. */
  readonly annotations: readonly string[];
}

/** A group with what makes its example smaller. */
export interface OpenGroup {
  readonly key: string;
  readonly group: Omit<ParityGroup, "of" | "directions" | "count" | "example">;
  readonly pair: Direction;
  readonly object: ComparedObject;
  readonly example: ParityExample;
  readonly count: number;
  readonly directions: ReadonlySet<string>;
}

/** Counts differences by what they are about. */
export class ParityTally {
  readonly #groups = new Map<string, OpenGroup>();
  readonly #objects = new Map<string, number>();

  /** Adds what one step showed of an object. */
  add(pair: Direction, object: ComparedObject, step: ComparedStep): void {
    const place = `${step.step} ${step.version}`;
    this.#objects.set(place, (this.#objects.get(place) ?? 0) + 1);
    const found = new Map(step.differences.map((each) => [keyOfDifference(step, each), each]));
    for (const [key, difference] of found) {
      this.#addTo(key, difference, { pair, object, step });
    }
  }

  /** All groups, those of most objects first. */
  get groups(): readonly OpenGroup[] {
    return [...this.#groups.values()].sort((one, other) => other.count - one.count);
  }

  /** A group as it is reported. */
  reported({ group, example, count, directions }: OpenGroup): ParityGroup {
    const of = this.#objects.get(`${group.step} ${group.version}`) ?? count;
    return { ...group, count, of, directions: [...directions], example };
  }

  #addTo(
    key: string,
    difference: ParityDifference,
    { pair, object, step }: { pair: Direction; object: ComparedObject; step: ComparedStep },
  ): void {
    const known = this.#groups.get(key);
    const { path, kind, harmless } = difference;
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
      pair: example.pair,
      object: example.object,
      example: example.example,
      count: (known?.count ?? 0) + 1,
      directions: new Set([...(known?.directions ?? []), direction]),
    });
  }
}

/** What a difference is about: step, version, path, kind, and why it is harmless. */
export function keyOfDifference(
  { step, version }: ComparedStep,
  { path, kind, harmless }: ParityDifference,
): string {
  return [step, version, kind, harmless ?? "", path].join(" ");
}

/** The example of a difference, from the step of an object that showed it. */
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
