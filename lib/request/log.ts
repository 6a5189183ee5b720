import { inspect } from "node:util";
import type { FailureClass } from "../protocol/gate/conversion.ts";
import { logLines, logText } from "./log-text.ts";
import type { ReviewFacts } from "./review-facts.ts";
import type { Verb } from "./routes.ts";

/** How the review of a request ended. */
type ReviewOutcome =
  | "converted"
  | "failed"
  | "allowed"
  | "patched"
  | "denied"
  | "unavailable"
  | "refused";

/** The log line of one request. It may hold values of an object, so only the result of {@link logEntry} is written. */
export interface LogLine extends ReviewFacts {
  readonly uid?: string;
  /** The host's id of the request. */
  readonly requestId?: string;
  /** The cluster whose key was in the path. */
  readonly cluster?: string;
  /** Which of the cluster's keys was used. Once no line has `previous` any more, the previous key can be removed. */
  readonly key?: "current" | "previous";
  readonly verb?: Verb;
  readonly outcome: ReviewOutcome;
  /** The HTTP status. */
  readonly status: number;
  /** The class in which kube-apiserver counts the failure of a conversion. */
  readonly failureClass?: FailureClass;
  /** The message in the response. */
  readonly message?: string;
  readonly objects?: number;
  /** Paths of values that cannot be parsed and are preserved. Only the first few. */
  readonly unparsed?: readonly string[];
  /** Paths of values that are rounded in the target version. Only the first few. */
  readonly rounded?: readonly string[];
  /** How many preserved values were dropped as stale, and how many are held back. */
  readonly stash?: { readonly stale: number; readonly heldBack: number };
  /** Addresses of preserved values that did not fit into the annotations and are lost. Only the first few. */
  readonly lost?: readonly string[];
  /** The number of unconvertible objects that were replaced by their nearest valid shape. */
  readonly nearest?: number;
  /** The number of objects converted by a lens that does not compile (`--allow-undecided`). */
  readonly undecided?: number;
  /** The request's body in bytes. */
  readonly bytes?: number;
  /** Milliseconds from the arrival of the body to the response. */
  readonly ms?: number;
  /** True for the first review of a service, whose time includes work that is done once. */
  readonly cold?: boolean;
  /** Why a lookup failed: the message of {@link LookupUnavailable}. */
  readonly reason?: string;
  /** The thrown error. It is never part of the response. */
  readonly thrown?: unknown;
}

/** A line of the log, or a part of it, whose fields can still be set. */
export type MutableLine<Line> = { -readonly [Name in keyof Line]: Line[Name] };

/** Receives the log line of each request. */
export type Log = (line: LogLine) => void;

/** A log line in the form that is written, by JSON.stringify, which leaves out what is undefined: texts, numbers and booleans. */
export type LogEntry = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * The log entry of one request. Only the fields listed here are written: no object, path, header or message, since a
 * message may quote a value. A thrown error is shown by class, code and stack frames. Texts are cut and hidden
 * characters escaped, because a uid may be any text that a caller sends.
 */
export function logEntry(line: LogLine): LogEntry {
  return {
    uid: name(line.uid),
    requestId: name(line.requestId),
    cluster: name(line.cluster),
    key: line.key,
    verb: line.verb,
    kind: name(line.kind),
    from: name(line.from),
    to: name(line.to),
    operation: name(line.operation),
    requested: name(line.requested),
    client: name(line.client),
    outcome: line.outcome,
    status: line.status,
    failureClass: line.failureClass,
    objects: line.objects,
    unparsed: line.unparsed?.length,
    stale: line.stash?.stale,
    heldBack: line.stash?.heldBack,
    rounded: line.rounded?.length,
    lost: line.lost?.length,
    nearest: line.nearest,
    undecided: line.undecided,
    bytes: line.bytes,
    ms: line.ms,
    cold: line.cold,
    reason: line.reason === undefined ? undefined : logText(line.reason, maxReasonLength),
    error:
      line.thrown === undefined ? undefined : logLines(errorFrames(line.thrown), maxErrorLength),
  };
}

/** The most UTF-16 units of a field that is a name. A uid of the server has 36, a qualified name of a kind seldom 100. */
const maxNameLength = 128;
/** The most UTF-16 units of a `reason`. The longest one that this code produces has about 400. */
const maxReasonLength = 1_000;
/** The most UTF-16 units of an error with its stack: 100 lines of 160. A log line of CloudWatch may have 256 KiB. */
const maxErrorLength = 16_384;

function name(text: string | undefined): string | undefined {
  return text === undefined ? undefined : logText(text, maxNameLength);
}

/** A thrown error as text for the user of the CLI. It may quote values. Hidden characters are escaped. */
export function errorText(thrown: unknown): string {
  const text = thrown instanceof Error ? (thrown.stack ?? thrown.message) : inspect(thrown);
  return logLines(text, maxErrorLength);
}

/**
 * A thrown error by class, code and stack frames. Its message, and those of its causes, are left out, because they may
 * quote values.
 */
export function errorFrames(thrown: unknown): string {
  if (!(thrown instanceof Error)) return typeof thrown;
  const { cause } = thrown;
  const own = `${errorName(thrown)}${framesOf(thrown)}`;
  return cause === undefined ? own : `${own}\n  by ${errorFrames(cause)}`;
}

/** The class of an error, followed by its code if it has one, such as ECONNREFUSED. */
function errorName(error: Error): string {
  const code = "code" in error && typeof error.code === "string" ? ` ${error.code}` : "";
  return /^[\w ]{1,80}$/.test(`${error.name}${code}`) ? `${error.name}${code}` : "Error";
}

/** The frames of a stack. The text before them is the error's name and message, whose lines may look like frames. */
function framesOf({ stack = "", name, message }: Error): string {
  const last = message === "" ? name : message;
  const start = stack.indexOf(last);
  const frames = start < 0 ? "" : stack.slice(start + last.length).replace(/^: (?=\n)/, "");
  return frames.startsWith("\n    at ") ? frames : "";
}
