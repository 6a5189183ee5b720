import { join } from "node:path";
import type { JsonObject } from "../../../json/value.ts";
import { stringify } from "../../../json/write.ts";
import type { ParityExample, ParityGroup } from "../../../verify/parity/parity-tally.ts";
import { conversionReview } from "../../../verify/webhook/exchange.ts";
import { writePrivateFile } from "../../files/private-file.ts";
import { makeFolder } from "../../files/read-file.ts";
import { manifestYaml } from "../../files/write-yaml.ts";
import type { RepeatOptions } from "../check/webhook/counterexample.ts";

/** The files that were written for an example. */
export interface ExampleFiles {
  readonly objects: readonly string[];
  /** Undefined if values are masked: the review would not show the difference. */
  readonly review: string | undefined;
}

/** The review that shows a difference: the one that the new webhook was sent. */
export function reviewOfExample(
  { sent, to }: ParityExample,
  { group, reviewVersion }: RepeatOptions,
): JsonObject {
  return conversionReview({ objects: [sent], to: `${group}/${to}`, reviewVersion });
}

/**
 * Writes the examples of differences into a folder, in files that only their owner may read. The prefix and a number begin their
 * names: `widgets.example.com.1.before.yaml` ...
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
      const start = join(folder, `${prefix}${index + 1}`);
      return [group, writeExample(start, group.example, repeat)];
    }),
  );
}

function writeExample(start: string, example: ParityExample, repeat: RepeatOptions): ExampleFiles {
  const { before, old, new: now, isMasked } = example;
  const named: readonly (readonly [string, JsonObject | undefined])[] = [
    ["before", before],
    ["old", old],
    ["new", now],
  ];
  const objects = named.flatMap(([name, object]) =>
    object === undefined ? [] : [writePrivateFile(`${start}.${name}.yaml`, manifestYaml(object))],
  );
  if (isMasked) return { objects, review: undefined };
  const text = `${stringify(reviewOfExample(example, repeat))}\n`;
  return { objects, review: writePrivateFile(`${start}.review.json`, text) };
}
