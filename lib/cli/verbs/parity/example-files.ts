import { join } from "node:path";
import type { JsonObject } from "../../../json/value.ts";
import type { ParityExample, ParityGroup } from "../../../verify/parity/parity-tally.ts";
import { conversionReview } from "../../../verify/webhook/exchange.ts";
import { makeFolder } from "../../files/read-file.ts";
import {
  type ExampleFiles,
  type RepeatOptions,
  writeExample,
} from "../check/webhook/counterexample.ts";

/** The review that shows a difference: the one that the new webhook was sent. */
export function reviewOfExample(
  { sent, to }: ParityExample,
  { group, reviewVersion }: RepeatOptions,
): JsonObject {
  return conversionReview({ objects: [sent], to: `${group}/${to}`, reviewVersion });
}

/**
 * Writes the examples of differences into a folder, in files that only their owner may read. File names begin with the prefix and
 * a number: `widgets.example.com.1.before.yaml` ...
 */
export function writeExamples(
  folder: string,
  groups: readonly ParityGroup[],
  repeat: RepeatOptions,
  prefix: string,
): ReadonlyMap<ParityGroup, ExampleFiles> {
  if (groups.length > 0) makeFolder(folder);
  return new Map(
    groups.map((group, index) => {
      const { before, old, new: now, isMasked } = group.example;
      const review = isMasked ? undefined : reviewOfExample(group.example, repeat);
      const objects = { before, old, new: now };
      return [group, writeExample(join(folder, `${prefix}${index + 1}`), { objects, review })];
    }),
  );
}
