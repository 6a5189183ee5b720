import { conversionFaultText } from "../converter/converter.ts";
import { equal } from "../json/equal.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../json/value.ts";
import { stringify } from "../json/write.ts";
import { type AdmissionReview, allowed, denied, patched } from "../protocol/admission-review.ts";
import type { Admission } from "./admit-review.ts";
import { conversionWarnings, warnOfUnfilled } from "./conversion-warnings.ts";
import { withDeadline } from "./deadline.ts";
import { hasDeclaredTypes } from "./declared-types.ts";
import { malformedStatus } from "./denial-status.ts";
import type { HandledKind } from "./handled-kind.ts";
import { contextOf } from "./handler-context.ts";
import { mergeChange } from "./merge.ts";
import { applyPatch } from "./patch/apply.ts";
import { diff } from "./patch/diff.ts";
import { withFieldAt } from "./set-value.ts";
import { changesOnlyMetadata, isDeleting } from "./update-scope.ts";

/**
 * Responds as the mutating webhook: drops unknown fields if the kind does so, runs the handler at its version, and
 * returns the changes as a JSON Patch for the request's version. Applying the patch once verifies it. If nothing
 * changed, the response has no patch.
 */
export async function mutate(admission: Admission): Promise<AdmissionReview> {
  const { head, request, object, handled, remarks } = admission;
  const { kind } = handled;
  const drop = (value: JsonObject): JsonObject =>
    kind.dropUnknownFields?.(value, request.kind.version) ?? value;
  const known = drop(object);
  const note = conversionWarnings(admission, request.kind.version, handled.at);
  const source = handled.toHandler(known, note);
  if (!source.ok) {
    if (isDeleting(admission) || changesOnlyMetadata(admission))
      return allowed(head, remarks.remarks());
    return denied(head, malformedStatus(conversionFaultText(source.error)));
  }
  warnOfUnfilled(admission, source.value);
  const changed = await changedBy(admission, source.value);
  const result =
    changed === source.value ? known : drop(changeAt(admission, known, source.value, changed));
  const operations = diff(object, result);
  if (operations.length === 0) return allowed(head, remarks.remarks());
  const proof = applyPatch(object, operations);
  if (!proof.ok || !equal(proof.value, result))
    throw new Error("internal error: the JSON patch does not produce the handler's result");
  return patched(
    head,
    stringify(operations.map((operation) => ({ ...operation }))),
    remarks.remarks(),
  );
}

/**
 * The object after the handler ran: the returned object, or the source if the handler returned undefined, with the
 * values that the handler passed to `set`.
 */
async function changedBy(admission: Admission, source: JsonObject): Promise<JsonObject> {
  const { handled, limits } = admission;
  const { mutate: handler } = handled.handlers;
  const version = handled.kind.crd.versions.find(({ name }) => name === handled.at);
  if (handler === undefined || !hasDeclaredTypes(source, version?.schema)) return source;
  const sets: (readonly [path: string, value: JsonValue])[] = [];
  const context = contextOf(admission, {
    set: (path: string, value: JsonValue) => {
      sets.push([path, value]);
      return undefined;
    },
  });
  const given = handler(source, context);
  const returned =
    given instanceof Promise ? await withDeadline(limits.signals.signal, given) : given;
  const changed = sets.reduce<JsonValue>(
    (object, [path, value]) => withFieldAt(object, path, value),
    returned === undefined ? source : returned,
  );
  if (!isObject(changed)) throw new TypeError("the mutating handler did not return an object");
  for (const key of ["apiVersion", "kind"]) {
    if (member(changed, key) !== member(source, key)) {
      throw new TypeError(`the mutating handler changed the ${key}`);
    }
  }
  return changed;
}

/**
 * The object at the request's version with the handler's changes. A value that the conversions only write in another
 * form keeps the user's form.
 */
function changeAt(
  { handled }: Admission,
  known: JsonObject,
  source: JsonObject,
  changed: JsonObject,
): JsonObject {
  return mergeChange(known, atRequest(handled, source), atRequest(handled, changed));
}

function atRequest({ fromHandler }: HandledKind, object: JsonObject): JsonObject {
  const converted = fromHandler(object);
  if (converted.ok) return converted.value;
  const { path, message } = converted.error;
  throw new Error(
    `the handler's object cannot be converted to the request's version: ${path}: ${message}`,
  );
}
