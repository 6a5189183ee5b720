import { inspect } from "node:util";

/** One line of the log for one request. Holds no object, no path and no header. */
export interface LogLine {
  readonly uid?: string;
  readonly verb?: string;
  readonly verdict:
    | "converted"
    | "failed"
    | "allowed"
    | "patched"
    | "denied"
    | "unavailable"
    | "refused";
  /** The HTTP status. */
  readonly status: number;
  /** What the caller was told. */
  readonly message?: string;
  readonly objects?: number;
  /** Paths of values that no rule could read and that are kept for their version; the first few. */
  readonly unread?: readonly string[];
  /** Kept values that an edit made untrue, and those that nobody may have written. */
  readonly stash?: { readonly stale: number; readonly foreign: number };
  /** Objects that cannot be converted and were answered with their nearest valid shape. */
  readonly nearest?: number;
  /** Time from body to answer. */
  readonly ms?: number;
  /** What was thrown on the way: never told to the caller. */
  readonly error?: string;
}

/** Where log lines go. */
export type Log = (line: LogLine) => void;

/** What was thrown, as one text for the log. */
export function errorText(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : inspect(thrown);
}
