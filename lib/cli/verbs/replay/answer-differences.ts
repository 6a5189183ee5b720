import { applyPatch } from "../../../admission/patch/apply.ts";
import type { Operation } from "../../../admission/patch/diff.ts";
import { parse } from "../../../json/parse.ts";
import { isArray, isObject, type JsonObject, type JsonValue, member } from "../../../json/value.ts";
import { type Difference, differences } from "../../../verify/values/differences.ts";

/** An answer as it came back: HTTP status and body. */
export interface ReplayedAnswer {
  readonly status: number;
  readonly body: string;
}

/**
 * Where an answer differs from the recorded one, by path within the response. Not compared: uids, and how a JSON Patch is
 * written; what counts is the object that it makes, as `object`. An answer with another HTTP status than 200 differs in its
 * status and in what it says, and in nothing else.
 */
export function answerDifferences(
  review: JsonObject,
  recorded: JsonObject,
  { status, body }: ReplayedAnswer,
): readonly Difference[] {
  const now = parse(body, { tokens: true });
  const answer = now.ok && isObject(now.value) ? now.value : {};
  if (status !== 200) {
    const message = member(answer, "message");
    return [
      { path: "HTTP status", one: 200, other: status },
      ...(message === undefined ? [] : [{ path: "message", one: undefined, other: message }]),
    ];
  }
  return differences(comparable(review, recorded), comparable(review, answer));
}

/** What counts of an answer: its type, and the response with the object that a patch makes in the patch's place. */
function comparable(review: JsonObject, answer: JsonObject): JsonObject {
  const { response, ...type } = answer;
  const { uid: _, ...counted } = isObject(response) ? response : {};
  const { patch, patchType: __, ...verdict } = counted;
  const isPass = verdict["allowed"] === true;
  return { ...type, ...verdict, ...(isPass && patchedObject(review, patch)) };
}

/** The object that an allowed request becomes; the patch itself where it does not apply. */
function patchedObject(review: JsonObject, patch: JsonValue | undefined): JsonObject {
  const request = member(review, "request");
  const object = isObject(request) ? member(request, "object") : undefined;
  if (patch === undefined || object === undefined) return { object: object ?? null };
  const operations = typeof patch === "string" ? operationsOf(patch) : undefined;
  const patched = operations === undefined ? undefined : applyPatch(object, operations);
  return patched?.ok === true ? { object: patched.value } : { patch };
}

function operationsOf(patch: string): readonly Operation[] | undefined {
  const parsed = parse(Buffer.from(patch, "base64").toString(), { tokens: true });
  if (!parsed.ok || !isArray(parsed.value)) return undefined;
  const operations = parsed.value.flatMap(operationOf);
  return operations.length === parsed.value.length ? operations : undefined;
}

/** The operations that this service writes; others make no difference readable. */
function operationOf(value: JsonValue): readonly Operation[] {
  if (!isObject(value)) return [];
  const { op, path, value: given } = value;
  if (typeof path !== "string") return [];
  if (op === "remove") return [{ op, path }];
  return (op === "add" || op === "replace") && given !== undefined
    ? [{ op, path, value: given }]
    : [];
}
