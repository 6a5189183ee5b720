import { counted } from "../../../json/counted.ts";
import type { JsonObject, JsonValue } from "../../../json/value.ts";
import { stringify } from "../../../json/write.ts";
import { withoutIndexes } from "../../../schema/constraint/schema-path.ts";
import type { Colours } from "../../terminal/colours.ts";
import type { ChangedResponse } from "./changed-response.ts";

/** Differences at one path in the responses to reviews with the same verb and subject. */
interface Change {
  readonly subject: string;
  /** The path, with `[*]` in place of list indexes. */
  readonly path: string;
  readonly examples: ChangedRecording[];
}

interface ChangedRecording {
  readonly file: string;
  readonly recorded: JsonValue | undefined;
  readonly now: JsonValue | undefined;
}

/**
 * The most examples of one change that are shown. The number is a choice: a second and a third show what the first one has in
 * common with others.
 */
const maxShown = 3;

/** The most characters of a value that are shown. The number is a choice: a line of a terminal. */
const maxValue = 80;

/** The report as text: each change once, the most frequent first, with up to three of its recordings. */
export function reportText(
  replayed: number,
  different: readonly ChangedResponse[],
  colours: Colours,
): string {
  if (different.length === 0) {
    return colours.good(`${counted(replayed, "recording")}, all responses as recorded`);
  }
  const sections = changesIn(different).map((change) => changeText(change, colours));
  const sum = `${counted(replayed, "recording")}, ${different.length} with another response`;
  return [...sections, colours.bad(sum)].join("\n\n");
}

function changeText({ subject, path, examples }: Change, { strong, faint }: Colours): string {
  const shown = examples
    .slice(0, maxShown)
    .map(
      ({ file, recorded, now }) =>
        `  ${valueText(recorded)} became ${valueText(now)}  ${faint(file)}`,
    );
  const more = examples.length - shown.length;
  return [
    `${strong(`${subject}: ${path}`)}  ${counted(examples.length, "time")}`,
    ...shown,
    ...(more > 0 ? [faint(`  and ${more} more; -o json lists all`)] : []),
  ].join("\n");
}

function changesIn(different: readonly ChangedResponse[]): readonly Change[] {
  const changes = new Map<string, Change>();
  for (const { file, subject, verb, differences } of different) {
    for (const { path: place, one: recorded, other: now } of differences) {
      const path = withoutIndexes(place);
      const key = JSON.stringify([verb, subject, path]);
      const change = changes.get(key) ?? { subject: `${verb} ${subject}`, path, examples: [] };
      change.examples.push({ file, recorded, now });
      changes.set(key, change);
    }
  }
  return [...changes.values()].sort((a, b) => b.examples.length - a.examples.length);
}

function valueText(value: JsonValue | undefined): string {
  if (value === undefined) return "absent";
  const text = stringify(value);
  return text.length > maxValue ? `${text.slice(0, maxValue)}…` : text;
}

/** The report as JSON: every difference of every recording. Absent values are left out. */
export function reportJson(replayed: number, different: readonly ChangedResponse[]): string {
  return stringify({
    replayed,
    different: different.length,
    recordings: different.map(changedResponseJson),
  });
}

function changedResponseJson({
  file,
  cluster,
  verb,
  subject,
  differences,
}: ChangedResponse): JsonObject {
  return {
    file,
    ...(cluster !== undefined && { cluster }),
    verb,
    subject,
    differences: differences.map(({ path, one, other }) => ({
      path,
      ...(one !== undefined && { recorded: one }),
      ...(other !== undefined && { now: other }),
    })),
  };
}
