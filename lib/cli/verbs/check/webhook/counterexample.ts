import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isArray, isObject, type JsonObject, member } from "../../../../json/value.ts";
import { stringify } from "../../../../json/write.ts";
import type { LawFailure, LawReport } from "../../../../verify/check-laws.ts";
import { conversionReview, type ReviewVersion } from "../../../../verify/webhook/exchange.ts";
import { makeFolder } from "../../../files/read-file.ts";
import { manifestYaml } from "../../../files/write-yaml.ts";

/** The facts that the command to repeat a counterexample needs. */
export interface RepeatOptions {
  readonly group: string;
  readonly reviewVersion: ReviewVersion;
  /** The file of `--ca`. */
  readonly ca: string | undefined;
}

/** The review that shows a failure; for a conversion with the objects as they were before it. */
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

/** The command that sends a text, or with `@` a file. The url is in a variable: its path may hold a key. */
export function curlOf(data: string, ca: string | undefined): string {
  const trust = ca === undefined ? "" : ` --cacert ${quoted(ca)}`;
  return `curl -sS${trust} -H 'Content-Type: application/json' --data-binary ${quoted(data)} "$WEBHOOK_URL?timeout=30s"`;
}

/** A text as one word of a POSIX shell. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** The files of a counterexample. */
interface CounterexampleFiles {
  readonly objects: readonly string[];
  /** Undefined where values are masked: the review would show nothing. */
  readonly review: string | undefined;
}

/** Writes a failure's objects and review into a folder, readable by its owner alone. Returns the paths. */
export function writeCounterexample(
  folder: string,
  report: LawReport,
  failure: LawFailure,
  options: RepeatOptions,
): CounterexampleFiles {
  makeFolder(folder);
  const start = join(folder, `${report.law}.${report.from}-${report.to}`);
  const objects = (["before", "after", "returned"] as const).flatMap((name) => {
    const object = failure[name];
    return object === undefined
      ? []
      : [writePrivateFile(`${start}.${name}.yaml`, manifestYaml(object))];
  });
  if (failure.isMasked) return { objects, review: undefined };
  const text = `${stringify(reviewOf(report, failure, options))}\n`;
  return { objects, review: writePrivateFile(`${start}.review.json`, text) };
}

/** Writes a file that its owner alone may read. Returns its path. */
export function writePrivateFile(file: string, text: string): string {
  writeFileSync(file, text, { mode: 0o600 });
  // The mode of a file that was there before stays as it was.
  chmodSync(file, 0o600);
  return file;
}
