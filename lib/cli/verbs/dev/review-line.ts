import type { LogLine } from "../../../request/log.ts";
import { logText } from "../../../request/log-text.ts";
import type { Colours } from "../../terminal/colours.ts";
import { counted } from "../../terminal/counted.ts";

/** The most characters of a message: that of a review with many faults is long. */
const maxMessage = 500;

/**
 * A review in one line: what it asked for, its outcome, and the message of its response. Only for the terminal of
 * `customhouse dev`: the message may quote values of the object, so logs leave it out.
 */
export function reviewLine(line: LogLine, time: string, colours: Colours): string {
  const { verb = "", kind, outcome, ms, message, thrown } = line;
  const words = [
    time,
    verb.padEnd("validate".length),
    kind ?? "unknown kind",
    reviewSummary(line),
    (isWellAnswered(line) ? colours.good : colours.bad)(outcome),
    ...(ms === undefined ? [] : [colours.faint(`${ms.toFixed(1)} ms`)]),
  ].filter((word) => word !== "");
  const notes = [...reviewNotes(line), ...(thrown === undefined ? [] : [thrownText(thrown)])];
  const said = message === undefined ? [] : [logText(message, maxMessage)];
  return [words.join(" "), ...notes, ...said].join("; ");
}

/** True where the review was answered as its sender wanted. */
export function isWellAnswered({ outcome }: LogLine): boolean {
  return outcome === "converted" || outcome === "allowed" || outcome === "patched";
}

/** What a review is about: `v1 → v2 (3)`, or `v1 CREATE`. */
export function reviewSummary({ verb, from, to, operation, objects }: LogLine): string {
  if (verb !== "convert") return [from, operation].filter(Boolean).join(" ");
  const count = objects === undefined ? "" : ` (${objects})`;
  return from === undefined || to === undefined ? count.trim() : `${from} → ${to}${count}`;
}

/** A note for each sort of value that a conversion could not carry over exactly: unparsed, rounded, held back or lost. */
export function reviewNotes({ unread, rounded, stash, lost }: LogLine): readonly string[] {
  return [
    ...countNote(unread?.length, "can't be parsed"),
    ...countNote(rounded?.length, "rounded"),
    ...countNote(stash?.heldBack, "held back"),
    ...countNote(lost?.length, "lost"),
  ];
}

function countNote(count: number | undefined, text: string): readonly string[] {
  if (count === undefined || count === 0) return [];
  return [`${counted(count, "value")} ${text}`];
}

/** What the user's own code threw. */
function thrownText(thrown: unknown): string {
  const text = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  return logText(text, maxMessage);
}
