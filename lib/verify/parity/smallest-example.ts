import { type ComparedStep, compareObject, type WebhookPair } from "./compare-object.ts";
import {
  exampleOf,
  keyOfDifference,
  type ParityExample,
  type TalliedGroup,
} from "./parity-tally.ts";

/**
 * The most objects to send while making one example smaller. The number is a choice: enough to remove the parts of a body of
 * ordinary size, and each object is sent to both webhooks.
 */
const maxTries = 150;

/** Searches for the smallest object that shows a group's difference. */
export function smallestExample(
  { key, pair, object, example }: TalliedGroup,
  webhooks: WebhookPair,
  isOver: () => boolean,
): ParityExample {
  let smallest = example;
  let tries = 0;
  for (let isDone = false; !isDone; ) {
    isDone = true;
    for (const candidate of object.smaller(smallest.before)) {
      if (tries >= maxTries || isOver()) return smallest;
      tries++;
      const found = exampleIn(compareObject(pair, webhooks, { ...object, object: candidate }), key);
      if (found === undefined) continue;
      smallest = found(candidate);
      isDone = false;
      break;
    }
  }
  return smallest;
}

/** Finds the difference with a {@link keyOfDifference}. Returns a function that makes its example; undefined if there is none. */
export function exampleIn(
  steps: Iterable<ComparedStep>,
  key: string,
): ((before: ParityExample["before"]) => ParityExample) | undefined {
  for (const step of steps) {
    const difference = step.differences.find((each) => keyOfDifference(step, each) === key);
    if (difference !== undefined) return (before) => exampleOf(before, step, difference);
  }
  return undefined;
}
