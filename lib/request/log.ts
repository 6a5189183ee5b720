import { inspect } from "node:util";
import type { FailureClass } from "../protocol/gate/conversion.ts";
import { logLines, logText } from "./log-text.ts";
import type { ReviewFacts } from "./review-facts.ts";
import type { Verb } from "./routes.ts";

/** The outcome of a request. */
type ReviewOutcome =
  | "converted"
  | "failed"
  | "allowed"
  | "patched"
  | "denied"
  | "unavailable"
  | "refused";

/** One request in the log. It may hold values of an object: only {@link logEntry} leaves the process. */
export interface LogLine extends ReviewFacts {
  readonly uid?: string;
  /** The host's id of the request. */
  readonly requestId?: string;
  /** The cluster that the key in the path belongs to. */
  readonly cluster?: string;
  /** Which of the cluster's keys: the previous one can be retired when no line names it any more. */
  readonly key?: "current" | "previous";
  readonly verb?: Verb;
  readonly outcome: ReviewOutcome;
  /** The HTTP status. */
  readonly status: number;
  /** The class in which kube-apiserver counts a conversion's failure. */
  readonly failureClass?: FailureClass;
  /** The message in the response. */
  readonly message?: string;
  readonly objects?: number;
  /** Paths of values that cannot be parsed and are preserved for their version; the first few. */
  readonly unread?: readonly string[];
  /** Paths of values that the target version has rounded; the first few. */
  readonly rounded?: readonly string[];
  /** Preserved values that were dropped because the object was edited since, and those held back. */
  readonly stash?: { readonly stale: number; readonly heldBack: number };
  /** Addresses of values that did not fit into the annotations and are lost; the first few. */
  readonly lost?: readonly string[];
  /** Objects that cannot be converted and were replaced by their nearest valid shape. */
  readonly nearest?: number;
  /** Objects converted by a lens that does not compile, with `--allow-undecided`. */
  readonly undecided?: number;
  /** Bytes of the request. */
  readonly bytes?: number;
  /** Milliseconds from the body to the response. */
  readonly ms?: number;
  /** True for the first request of a process. */
  readonly cold?: boolean;
  /** Why a lookup failed: the message of LookupUnavailable. */
  readonly reason?: string;
  /** What was thrown; never part of the response. */
  readonly thrown?: unknown;
}

/** A line, or a part of one, that is still being built. */
export type OpenLine<Line> = { -readonly [Name in keyof Line]: Line[Name] };

/** Receives a line for each request. */
export type Log = (line: LogLine) => void;

/** A line of the log as it is written: names and numbers only. */
export type LogEntry = Readonly<Record<string, string | number | boolean>>;

/**
 * The written log line of one request. Only the fields listed here leave the process: no object, no path, no header, and
 * no message, since a message may quote a value. A thrown error is shown by class, code and frames. Texts are cut and
 * their hidden characters escaped: a uid may be any text that a caller sends.
 */
export function logEntry(line: LogLine): LogEntry {
  const all: Record<string, string | number | boolean | undefined> = {
    uid: line.uid,
    requestId: line.requestId,
    cluster: line.cluster,
    key: line.key,
    verb: line.verb,
    kind: line.kind,
    from: line.from,
    to: line.to,
    operation: line.operation,
    requested: line.requested,
    client: line.client,
    outcome: line.outcome,
    status: line.status,
    failureClass: line.failureClass,
    objects: line.objects,
    unread: line.unread?.length,
    stale: line.stash?.stale,
    heldBack: line.stash?.heldBack,
    rounded: line.rounded?.length,
    lost: line.lost?.length,
    nearest: line.nearest,
    undecided: line.undecided,
    bytes: line.bytes,
    ms: line.ms,
    cold: line.cold,
    reason: line.reason,
    error: line.thrown === undefined ? undefined : errorFrames(line.thrown),
  };
  const entry: Record<string, string | number | boolean> = {};
  for (const key of Object.keys(all)) {
    const value = all[key];
    if (value !== undefined) entry[key] = typeof value === "string" ? fieldText(key, value) : value;
  }
  return entry;
}

/** The most characters of a field: a uid of the server has 36, the longest reason about 400. */
const maxNameLength = 128;
const maxReasonLength = 1_000;
const maxErrorLength = 16_384;

function fieldText(field: string, text: string): string {
  if (field === "error") return logLines(text, maxErrorLength);
  return logText(text, field === "reason" ? maxReasonLength : maxNameLength);
}

/** A thrown value as text for the user of the CLI: it may quote values; hidden characters are escaped. */
export function errorText(thrown: unknown): string {
  const text = thrown instanceof Error ? (thrown.stack ?? thrown.message) : inspect(thrown);
  return logLines(text, maxErrorLength);
}

/** A thrown value by class, code and frames: its message and those of its causes are left out, as they may quote values. */
export function errorFrames(thrown: unknown): string {
  if (!(thrown instanceof Error)) return typeof thrown;
  const { cause } = thrown;
  const own = `${errorName(thrown)}${framesOf(thrown)}`;
  return cause === undefined ? own : `${own}\n  by ${errorFrames(cause)}`;
}

/** The class and, of faults of the platform, their code: ECONNREFUSED. */
function errorName(error: Error): string {
  const code = "code" in error && typeof error.code === "string" ? ` ${error.code}` : "";
  return /^[\w ]{1,80}$/.test(`${error.name}${code}`) ? `${error.name}${code}` : "Error";
}

/** The frames of a stack. Whatever stands before them is name and message, which may have lines like frames. */
function framesOf({ stack = "", name, message }: Error): string {
  const last = message === "" ? name : message;
  const start = stack.indexOf(last);
  const frames = start < 0 ? "" : stack.slice(start + last.length).replace(/^: (?=\n)/, "");
  return frames.startsWith("\n    at ") ? frames : "";
}
