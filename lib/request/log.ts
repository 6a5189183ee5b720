import { inspect } from "node:util";
import type { FailureClass } from "../protocol/gate/conversion.ts";
import { logLines, logText } from "./log-text.ts";
import type { ReviewFacts } from "./review-facts.ts";
import type { Verb } from "./routes.ts";

export type Verdict =
  | "converted"
  | "failed"
  | "allowed"
  | "patched"
  | "denied"
  | "unavailable"
  | "refused";

/** What happened to one request. It may hold values of an object: only {@link logEntry} leaves the process. */
export interface LogLine extends ReviewFacts {
  readonly uid?: string;
  /** The host's name for the request. */
  readonly requestId?: string;
  /** The cluster that a key proved. */
  readonly cluster?: string;
  /** Which of the cluster's keys: the previous one can go when no line names it any more. */
  readonly key?: "current" | "previous";
  readonly verb?: Verb;
  readonly verdict: Verdict;
  /** The HTTP status. */
  readonly status: number;
  /** What kube-apiserver counts a conversion's failure as. */
  readonly failureClass?: FailureClass;
  /** What the caller was told. */
  readonly message?: string;
  readonly objects?: number;
  /** Paths of values that no rule could read and that are kept for their version; the first few. */
  readonly unread?: readonly string[];
  /** Paths of values that the target version has rounded; the first few. */
  readonly rounded?: readonly string[];
  /** Preserved values that an edit made untrue, and those that the schema refuses. */
  readonly stash?: { readonly stale: number; readonly heldBack: number };
  /** Addresses of preserved values that did not fit and are gone; the first few. */
  readonly lost?: readonly string[];
  /** Objects that cannot be converted and were answered with their nearest valid shape. */
  readonly nearest?: number;
  /** Objects that a lens converted which does not compile, where `--allow-undecided` was said. */
  readonly undecided?: number;
  /** Bytes of the request. */
  readonly bytes?: number;
  /** Time from body to answer. */
  readonly ms?: number;
  /** True for the first request of a process. */
  readonly cold?: boolean;
  /** Why the cluster could not be asked, as LookupUnavailable says it. */
  readonly reason?: string;
  /** What was thrown on the way: never told to the caller. */
  readonly thrown?: unknown;
}

/** A line, or a part of one, that is still being written. */
export type OpenLine<Line> = { -readonly [Name in keyof Line]: Line[Name] };

/** Where what happened is told. */
export type Log = (line: LogLine) => void;

/** A line of the log: names and numbers only. */
export type LogEntry = Readonly<Record<string, string | number | boolean>>;

/**
 * The line of the log for one request. What is listed here leaves the process and nothing else does: no object, no path,
 * no header, no message, since a message may quote a value. A thrown error is named by its class, code and frames. Texts are
 * cut and their hidden characters escaped: a uid may be anything that a caller sends.
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
    verdict: line.verdict,
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

/** Characters of a field: a uid of the server has 36, the longest reason about 400. */
const maxNameLength = 128;
const maxReasonLength = 1_000;
const maxErrorLength = 16_384;

function fieldText(field: string, text: string): string {
  if (field === "error") return logLines(text, maxErrorLength);
  return logText(text, field === "reason" ? maxReasonLength : maxNameLength);
}

/** What was thrown, as one text for whoever runs the program: it may quote values, but no character that acts on a terminal. */
export function errorText(thrown: unknown): string {
  const text = thrown instanceof Error ? (thrown.stack ?? thrown.message) : inspect(thrown);
  return logLines(text, maxErrorLength);
}

/** What was thrown, by class, code and where: a message may quote a value, so it is left out, and so are causes' messages. */
export function errorFrames(thrown: unknown): string {
  if (!(thrown instanceof Error)) return typeof thrown;
  const { cause } = thrown;
  const own = `${nameOf(thrown)}${framesOf(thrown)}`;
  return cause === undefined ? own : `${own}\n  by ${errorFrames(cause)}`;
}

/** The class and, of faults of the platform, their code: ECONNREFUSED. */
function nameOf(error: Error): string {
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
