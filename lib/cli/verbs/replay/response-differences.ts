import { applyPatch } from "../../../admission/patch/apply.ts";
import type { PatchOperation } from "../../../admission/patch/diff.ts";
import { mapAt } from "../../../json/members.ts";
import { parse } from "../../../json/parse.ts";
import { isArray, isObject, type JsonObject, type JsonValue, member } from "../../../json/value.ts";
import { type Difference, valueDifferences } from "../../../verify/values/differences.ts";

/** A response to a review that was sent again. */
export interface ReplayedResponse {
  readonly status: number;
  readonly body: string;
}

/**
 * The differences between a response and the recorded one, by path in the review's response. uids are not compared. Instead of
 * JSON Patches, the patched objects are compared, at the path `object`. For an HTTP status other than 200, the differences are
 * the status and the message.
 */
export function responseDifferences(
  review: JsonObject,
  recorded: JsonObject,
  { status, body }: ReplayedResponse,
): readonly Difference[] {
  const parsed = parse(body, { tokens: true });
  const replayed = parsed.ok && isObject(parsed.value) ? parsed.value : {};
  if (status !== 200) {
    const message = member(replayed, "message");
    return [
      { path: "HTTP status", one: 200, other: status },
      ...(message === undefined ? [] : [{ path: "message", one: undefined, other: message }]),
    ];
  }
  return valueDifferences(comparableReview(review, recorded), comparableReview(review, replayed));
}

/** The parts of a review with a response that are compared. The patched object replaces the patch. */
function comparableReview(review: JsonObject, answered: JsonObject): JsonObject {
  const { response: _, ...type } = answered;
  const { uid: __, patch, patchType: ___, ...rest } = mapAt(answered, "response");
  const isAllowed = rest["allowed"] === true;
  return { ...type, ...rest, ...(isAllowed && patchedObject(review, patch)) };
}

/** The object of an allowed request after its patch; the patch itself if it can't be parsed or applied. */
function patchedObject(review: JsonObject, patch: JsonValue | undefined): JsonObject {
  const object = member(mapAt(review, "request"), "object");
  if (patch === undefined || object === undefined) return { object: object ?? null };
  const operations = typeof patch === "string" ? operationsOf(patch) : undefined;
  const patched = operations === undefined ? undefined : applyPatch(object, operations);
  return patched?.ok === true ? { object: patched.value } : { patch };
}

function operationsOf(patch: string): readonly PatchOperation[] | undefined {
  const parsed = parse(Buffer.from(patch, "base64").toString(), { tokens: true });
  if (!parsed.ok || !isArray(parsed.value)) return undefined;
  const operations = parsed.value.flatMap(operationOf);
  return operations.length === parsed.value.length ? operations : undefined;
}

/** Parses a JSON Patch operation: add, replace or remove, which are all that Customhouse writes. Empty for any other. */
function operationOf(value: JsonValue): readonly PatchOperation[] {
  if (!isObject(value)) return [];
  const { op, path, value: given } = value;
  if (typeof path !== "string") return [];
  if (op === "remove") return [{ op, path }];
  return (op === "add" || op === "replace") && given !== undefined
    ? [{ op, path, value: given }]
    : [];
}
