import type { JsonObject } from "../../json/value.ts";
import { stringify } from "../../json/write.ts";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import type { ReviewVersion } from "../../protocol/review.ts";
import { type Exchange, exchangeReview } from "../webhook/exchange.ts";
import type { ReviewPort } from "../webhook/review-port.ts";

/**
 * The result of converting one object by a webhook. `unknown`: the object was not sent, or there was no valid response for it.
 */
export type Observation =
  | { readonly type: "converted"; readonly object: JsonObject }
  | { readonly type: "refused"; readonly message: string }
  | { readonly type: "unknown" };

/** Results of earlier conversions by a webhook, by {@link observationKey}. An object that has a result is not sent again. */
export interface ObservationRecording {
  readonly get: (key: string) => Observation | undefined;
  readonly add: (key: string, observation: Observation) => void;
}

/** The webhook that converts objects. */
interface ObserverOptions {
  /** Undefined if only the recording is read. */
  readonly webhook: ReviewPort | undefined;
  readonly group: string;
  readonly reviewVersion: ReviewVersion;
  readonly recording: ObservationRecording;
  readonly onProgress?: (requests: number) => void;
}

/**
 * The most objects in one review. The number is a choice: few reviews are needed, and to find one unconvertible object a review
 * is halved six times, which takes at most twelve further reviews.
 */
const maxObjects = 60;
/**
 * The most characters of all objects in one review. A single object may have more. The number is a choice: in UTF-8 they have
 * at most 768 KiB, so that the review stays below limits of 1 MB that proxies have.
 */
const maxCharacters = 256 * 1024;

/** Converts objects with a webhook, several in each review, until the webhook's {@link ReviewPort.ended} has a reason. */
export class Observer {
  readonly #options: ObserverOptions;
  #requests = 0;
  #isIncomplete = false;

  constructor(options: ObserverOptions) {
    this.#options = options;
  }

  /**
   * True if the result of an object is unknown: no more reviews may be sent, the recording lacks it, or there was no valid
   * response for it.
   */
  get isIncomplete(): boolean {
    return this.#isIncomplete;
  }

  /** Converts each object to a version. The results have the order of the objects. */
  convert(objects: readonly ReviewObject[], version: string): readonly Observation[] {
    const { recording } = this.#options;
    const keys = objects.map((object) => observationKey(object, version));
    const open = new Map<string, ReviewObject>();
    for (const [index, object] of objects.entries()) {
      const key = keys[index] ?? "";
      if (recording.get(key) === undefined) open.set(key, object);
    }
    for (const batch of batches([...open])) this.#convertBatch(batch, version);
    return keys.map((key) => {
      const known = recording.get(key);
      return known === undefined || known.type === "unknown" ? this.#unknown() : known;
    });
  }

  #unknown(): Observation {
    this.#isIncomplete = true;
    return { type: "unknown" };
  }

  #convertBatch(batch: Batch, version: string): void {
    const { webhook, group, reviewVersion, recording, onProgress } = this.#options;
    if (webhook === undefined || webhook.ended() !== undefined) return;
    this.#requests += 1;
    onProgress?.(this.#requests);
    const objects = batch.map(([, object]) => object);
    const exchange = exchangeReview(webhook, { objects, to: `${group}/${version}`, reviewVersion });
    if (exchange.type === "converted") {
      for (const [index, [key]] of batch.entries()) {
        const object = exchange.accepted[index];
        recording.add(
          key,
          object === undefined ? { type: "unknown" } : { type: "converted", object },
        );
      }
      return;
    }
    if (batch.length > 1) {
      // One unconvertible object fails the whole review: each half is sent again, until each failing object is alone.
      const middle = Math.ceil(batch.length / 2);
      this.#convertBatch(batch.slice(0, middle), version);
      this.#convertBatch(batch.slice(middle), version);
    } else {
      for (const [key] of batch) recording.add(key, failedObservation(exchange));
    }
  }
}

/** The objects of one review, each with its {@link observationKey}. */
type Batch = readonly (readonly [key: string, object: ReviewObject])[];

function failedObservation(exchange: Exchange): Observation {
  if (exchange.type === "refused") return { type: "refused", message: exchange.message };
  return { type: "unknown" };
}

function* batches(open: Batch): Iterable<Batch> {
  let batch: [string, ReviewObject][] = [];
  let characters = 0;
  for (const [key, object] of open) {
    const isFull = batch.length >= maxObjects || characters + key.length > maxCharacters;
    if (isFull && batch.length > 0) {
      yield batch;
      [batch, characters] = [[], 0];
    }
    batch.push([key, object]);
    characters += key.length;
  }
  if (batch.length > 0) yield batch;
}

/** The key in an {@link ObservationRecording} of an object and the version that it is converted to. */
function observationKey(object: ReviewObject, version: string): string {
  return `${version} ${stringify(object)}`;
}

/** A recording that is only kept in memory. */
export function memoryRecording(): ObservationRecording {
  const known = new Map<string, Observation>();
  return {
    get: (key) => known.get(key),
    add: (key, observation) => void known.set(key, observation),
  };
}
