import { parse } from "../../json/parse.ts";
import { err, ok, type Result } from "../../json/result.ts";
import { splitText } from "../../json/text-parts.ts";
import { isArray, isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import { stringify } from "../../json/write.ts";
import type { Verb } from "../../request/routes.ts";
import type { RecordedLookup } from "./recorded-lookup.ts";

/** A redacted review with the response to this redacted review. It holds nothing of the real response. */
export interface Recording {
  /** The time of the response, in UTC: `2026-11-21T18:30:00.000Z`. */
  readonly time: string;
  /** The caller's cluster, if the host knew it. */
  readonly cluster: string | undefined;
  readonly verb: Verb;
  /** The redacted review, with its request. */
  readonly review: JsonObject;
  /** The response to the redacted review, as a whole review. */
  readonly answer: JsonObject;
  /** The results of the lookups for the redacted review. */
  readonly lookups: readonly RecordedLookup[];
}

/** The value of `format`, the first member of a recording in JSON. */
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
 * The path of a recording in a folder or bucket: `<cluster or ->/<verb>/<day>/<time>-<uid>.json`, so that the
 * recordings of a cluster, a verb or a day can be listed, copied and deleted separately. If a caller sends several
 * reviews with one uid within a millisecond, the names after the first end with a number: `<uid>-2.json`.
 */
export function recordingKey({ time, cluster, verb, review }: Recording, number = 1): string {
  const [day, clock = ""] = splitText(time.replace("Z", ""), "T");
  const request = member(review, "request");
  const uid = isObject(request) ? String(member(request, "uid")) : "";
  const suffix = number === 1 ? "" : `-${number}`;
  const name = `${clock.replaceAll(":", "")}-${safeFileName(uid)}${suffix}.json`;
  return [cluster === undefined ? "-" : safeFileName(cluster), verb, day, name].join("/");
}

/** Makes a text usable as one segment of a path on every system. A uid may be any text that a caller sends. */
function safeFileName(text: string): string {
  return text.slice(0, 64).replaceAll(/[^A-Za-z0-9_~-]/g, "-") || "-";
}

/** Reads a recording. The error says what is wrong with the text. Numbers keep their spelling. */
export function readRecording(text: string): Result<Recording, string> {
  const parsed = parse(text, { tokens: true });
  if (!parsed.ok)
    return err(`it is not JSON: ${parsed.error.message} after ${parsed.error.offset} characters`);
  const { value } = parsed;
  if (!isObject(value) || member(value, "format") !== format) {
    return err(`it is not a recording: its format is not ${JSON.stringify(format)}`);
  }
  const [review, answer] = [member(value, "review"), member(value, "answer")];
  const [time, verb, cluster] = ["time", "verb", "cluster"].map((key) => member(value, key));
  const lookups = recordedLookups(member(value, "lookups") ?? []);
  if (!isVerb(verb)) return err("its verb is not convert, mutate or validate");
  if (!isObject(review) || !isObject(answer)) return err("it has no review or no response");
  if (lookups === undefined) return err("its lookups cannot be parsed");
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

function recordedLookups(value: JsonValue): readonly RecordedLookup[] | undefined {
  if (!isArray(value)) return undefined;
  const lookups = value.flatMap(recordedLookup);
  return lookups.length === value.length ? lookups : undefined;
}

function recordedLookup(value: JsonValue): readonly RecordedLookup[] {
  if (!isObject(value)) return [];
  const { exists, group, version, resource, namespace, name } = value;
  if (typeof exists !== "boolean" || typeof group !== "string") return [];
  if (typeof version !== "string" || typeof resource !== "string" || typeof name !== "string") {
    return [];
  }
  const key = { group, version, resource, name };
  return [{ key: typeof namespace === "string" ? { ...key, namespace } : key, exists }];
}
