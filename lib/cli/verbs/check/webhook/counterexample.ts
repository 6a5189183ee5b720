import { join } from "node:path";
import { isArray, isObject, type JsonObject, member } from "../../../../json/value.ts";
import { stringify } from "../../../../json/write.ts";
import { blockYaml } from "../../../../json/write-yaml.ts";
import type { ReviewVersion } from "../../../../protocol/review.ts";
import type { LawFailure, LawReport } from "../../../../verify/check-laws.ts";
import { conversionReview } from "../../../../verify/webhook/exchange.ts";
import { writePrivateFile } from "../../../files/private-file.ts";
import { makeFolder } from "../../../files/read-file.ts";

/** The data for the command that repeats a counterexample. */
export interface RepeatOptions {
  readonly group: string;
  readonly reviewVersion: ReviewVersion;
  /** The file of `--ca`. */
  readonly ca: string | undefined;
}

/** The review that shows a failure: the failure's own, else a ConversionReview of the objects in its `before`. */
export function reviewOf(
  { from, to, law }: LawReport,
  { before, review }: LawFailure,
  { group, reviewVersion }: RepeatOptions,
): JsonObject {
  if (review !== undefined) return review;
  const items = member(before, "items");
  const isList = isArray(items) && member(before, "apiVersion") === undefined;
  const objects = isList ? items.filter(isObject) : [before];
  const [first] = objects;
  const current = String(first && member(first, "apiVersion")).replace(/^.*\//, "");
  const target = law === "same-version" ? from : current === to ? from : to;
  return conversionReview({ objects, to: `${group}/${target}`, reviewVersion });
}

/**
 * The curl command that sends `data`, which is a text, or `@` and the name of a file. The URL is in a variable, because its path
 * may contain a key.
 */
export function curlOf(data: string, ca: string | undefined): string {
  const trust = ca === undefined ? "" : ` --cacert ${quotedArgument(ca)}`;
  return `curl -sS${trust} -H 'Content-Type: application/json' --data-binary ${quotedArgument(data)} "$WEBHOOK_URL?timeout=30s"`;
}

/** A text as one word of a POSIX shell. */
function quotedArgument(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** The note below an example with masked values. */
export const maskedNote =
  "*** stands for a value of a given object that could not be replaced, or for a text with one. Add --show to see it, and how to repeat it";

/** The files that were written for an example. */
export interface ExampleFiles {
  readonly objects: readonly string[];
  readonly review: string | undefined;
}

/** What to write for an example. */
interface ExampleContents {
  /** The objects by their names: a file for each that is there. */
  readonly objects: Readonly<Record<string, JsonObject | undefined>>;
  /** Undefined if values are masked: the review would not repeat what the example shows. */
  readonly review: JsonObject | undefined;
}

/** Writes an example into files that only their owner may read. Their paths begin with `start`. */
export function writeExample(start: string, { objects, review }: ExampleContents): ExampleFiles {
  return {
    objects: Object.entries(objects).flatMap(([name, object]) =>
      object === undefined ? [] : [writePrivateFile(`${start}.${name}.yaml`, blockYaml(object))],
    ),
    review: review && writePrivateFile(`${start}.review.json`, `${stringify(review)}\n`),
  };
}

/** Where the files of a webhook's counterexamples are written. */
export interface CounterexampleFolder {
  readonly path: string;
  /** The start of the files' names, in which those of several webhooks differ. */
  readonly prefix: string;
}

/** Writes a failure's objects and review into a folder, in files that only their owner may read. Returns the paths. */
export function writeCounterexample(
  folder: CounterexampleFolder,
  report: LawReport,
  failure: LawFailure,
  options: RepeatOptions,
): ExampleFiles {
  makeFolder(folder.path);
  const start = join(folder.path, `${folder.prefix}${report.law}.${report.from}-${report.to}`);
  const { before, after, returned, isMasked } = failure;
  return writeExample(start, {
    objects: { before, after, returned },
    review: isMasked ? undefined : reviewOf(report, failure, options),
  });
}
