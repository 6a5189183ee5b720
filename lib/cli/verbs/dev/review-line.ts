import { counted } from "../../../json/counted.ts";
import type { LogLine } from "../../../request/log.ts";
import { logText } from "../../../request/log-text.ts";
import type { Colours } from "../../terminal/colours.ts";

/**
 * The longest message that a line shows, in characters; the rest is cut off. The number is a choice: some six lines of a
 * terminal, so that the reviews before it stay visible.
 */
const maxMessage = 500;

/**
 * One line about a review: what was requested, the outcome, and the message of the response. Only for the terminal of
 * `customhouse dev`: the message may quote values of the object, so logs must not contain it.
 */
export function reviewLine(line: LogLine, time: string, colours: Colours): string {
  const { verb = "", kind, outcome, ms, message, thrown } = line;
  const words = [
    time,
    verb.padEnd("validate".length),
    kind ?? "unknown kind",
    reviewSummary(line),
    (hasSucceeded(line) ? colours.good : colours.bad)(outcome),
    ...(ms === undefined ? [] : [colours.faint(`${ms.toFixed(1)} ms`)]),
  ].filter((word) => word !== "");
  const notes = [...reviewNotes(line), ...(thrown === undefined ? [] : [thrownText(thrown)])];
  const messages = message === undefined ? [] : [logText(message, maxMessage)];
  return [words.join(" "), ...notes, ...messages].join("; ");
}

/** True if the review succeeded: converted, allowed or patched. */
export function hasSucceeded({ outcome }: LogLine): boolean {
  return outcome === "converted" || outcome === "allowed" || outcome === "patched";
}

/** What a review requests: `v1 → v2 (3)` for a conversion of 3 objects, or `v1 CREATE` for an admission. */
export function reviewSummary({ verb, from, to, operation, objects }: LogLine): string {
  if (verb !== "convert") return [from, operation].filter(Boolean).join(" ");
  const count = objects === undefined ? "" : ` (${objects})`;
  return from === undefined || to === undefined ? count.trim() : `${from} → ${to}${count}`;
}

/**
 * Counts of the values that a conversion could not convert exactly: `2 values rounded`, and those that can't be parsed, are held
 * back or are lost.
 */
export function reviewNotes({ unparsed, rounded, stash, lost }: LogLine): readonly string[] {
  return [
    ...countNote(unparsed?.length, "can't be parsed"),
    ...countNote(rounded?.length, "rounded"),
    ...countNote(stash?.heldBack, "held back"),
    ...countNote(lost?.length, "lost"),
  ];
}

function countNote(count: number | undefined, text: string): readonly string[] {
  if (count === undefined || count === 0) return [];
  return [`${counted(count, "value")} ${text}`];
}

/** The text of an error that a hook or handler threw. */
function thrownText(thrown: unknown): string {
  const text = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  return logText(text, maxMessage);
}
