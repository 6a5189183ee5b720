import { parse } from "../../json/parse.ts";
import { err, ok, type Result } from "../../json/result.ts";
import { isArray, isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import { stringify } from "../../json/write.ts";
import type { Verb } from "../../request/routes.ts";
import type { NotedAnswer } from "./noted-lookup.ts";

/** A redacted review with the answer to it. Nothing here is of the true answer. */
export interface Recording {
  /** When the review was answered, in UTC: `2026-11-21T18:30:00.000Z`. */
  readonly time: string;
  /** The cluster that asked, where the host knew. */
  readonly cluster: string | undefined;
  readonly verb: Verb;
  /** The whole review, redacted. */
  readonly review: JsonObject;
  /** The whole answer to it. */
  readonly answer: JsonObject;
  /** What the cluster said when the redacted review was answered. */
  readonly lookups: readonly NotedAnswer[];
}

/** The first member of a recording: another format gets another text. */
const format = "customhouse/recording.v1";

/** A recording as one line of JSON. */
export function recordingText({ time, cluster, verb, review, answer, lookups }: Recording): string {
  const text = stringify({
    format,
    time,
    ...(cluster !== undefined && { cluster }),
    verb,
    review,
    answer,
    ...(lookups.length > 0 && {
      lookups: lookups.map(({ key, exists }) => ({ ...key, exists })),
    }),
  });
  return `${text}\n`;
}

/**
 * Where a recording is kept, below a folder or a bucket: `<cluster or ->/<verb>/<day>/<time>-<uid>.json`, so that a
 * cluster, a verb or a day can be listed, shipped and thrown away by itself, in the order in which they came. A caller may
 * send several reviews of one uid within a millisecond: from the second on the name ends with a number, `<uid>-2.json`.
 */
export function recordingKey({ time, cluster, verb, review }: Recording, number = 1): string {
  const [day = "", clock = ""] = time.replace("Z", "").split("T");
  const request = member(review, "request");
  const uid = isObject(request) ? String(member(request, "uid")) : "";
  const suffix = number === 1 ? "" : `-${number}`;
  const name = `${clock.replaceAll(":", "")}-${safe(uid)}${suffix}.json`;
  return [cluster === undefined ? "-" : safe(cluster), verb, day, name].join("/");
}

/** A name that is one segment of a path on every system: a uid is whatever the caller wrote. */
function safe(text: string): string {
  return text.slice(0, 64).replaceAll(/[^A-Za-z0-9_~-]/g, "-") || "-";
}

/** Reads a recording; the error says what it lacks. Numbers keep their spelling. */
export function readRecording(text: string): Result<Recording, string> {
  const parsed = parse(text, { tokens: true });
  if (!parsed.ok) return err(`it is no JSON: ${parsed.error.message} at ${parsed.error.offset}`);
  const { value } = parsed;
  if (!isObject(value) || member(value, "format") !== format) {
    return err(`it is no recording: its format is not ${JSON.stringify(format)}`);
  }
  const [review, answer] = [member(value, "review"), member(value, "answer")];
  const [time, verb, cluster] = ["time", "verb", "cluster"].map((key) => member(value, key));
  const lookups = notedAnswers(member(value, "lookups") ?? []);
  if (!isVerb(verb)) return err("its verb is none of convert, mutate and validate");
  if (!isObject(review) || !isObject(answer)) return err("it lacks a review or an answer");
  if (lookups === undefined) return err("its lookups cannot be read");
  return ok({
    time: typeof time === "string" ? time : "",
    cluster: typeof cluster === "string" ? cluster : undefined,
    verb,
    review,
    answer,
    lookups,
  });
}

function isVerb(value: JsonValue | undefined): value is Verb {
  return value === "convert" || value === "mutate" || value === "validate";
}

function notedAnswers(value: JsonValue): readonly NotedAnswer[] | undefined {
  if (!isArray(value)) return undefined;
  const noted = value.flatMap(notedAnswer);
  return noted.length === value.length ? noted : undefined;
}

function notedAnswer(value: JsonValue): readonly NotedAnswer[] {
  if (!isObject(value)) return [];
  const { exists, group, version, resource, namespace, name } = value;
  if (typeof exists !== "boolean" || typeof group !== "string") return [];
  if (typeof version !== "string" || typeof resource !== "string" || typeof name !== "string") {
    return [];
  }
  const key = { group, version, resource, name };
  return [{ key: typeof namespace === "string" ? { ...key, namespace } : key, exists }];
}
