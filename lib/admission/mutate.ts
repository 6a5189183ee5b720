import { equal } from "../json/equal.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../json/value.ts";
import { stringify } from "../json/write.ts";
import { type AdmissionReview, allowed, denied, patched } from "../protocol/admission-review.ts";
import type { Admission } from "./admit-review.ts";
import { conversionWarnings, warnOfUnfilled } from "./conversion-warnings.ts";
import { before } from "./deadline.ts";
import type { Handled } from "./handled.ts";
import { mergeChange } from "./merge.ts";
import { applyPatch } from "./patch/apply.ts";
import { diff } from "./patch/diff.ts";
import { isDeleting, staysAsItWas } from "./untouched.ts";
import { malformedStatus } from "./verdict.ts";

/**
 * Defaults an object: unknown fields are dropped where the kind says so, then its handler runs at the handler's version,
 * and the difference goes back as a JSON Patch at the request's version, proved to apply. No difference, no patch.
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
    if (isDeleting(admission) || staysAsItWas(admission)) return allowed(head, remarks.remarks());
    return denied(head, malformedStatus(`${source.error.path}: ${source.error.message}`));
  }
  warnOfUnfilled(admission, source.value);
  const changed = await changedBy(admission, source.value);
  const result =
    changed === source.value ? known : drop(changeAt(admission, known, source.value, changed));
  const operations = diff(object, result);
  if (operations.length === 0) return allowed(head, remarks.remarks());
  const proof = applyPatch(object, operations);
  if (!proof.ok || !equal(proof.value, result))
    throw new Error("the patch does not give the result");
  return patched(
    head,
    stringify(operations.map((operation) => ({ ...operation }))),
    remarks.remarks(),
  );
}

async function changedBy(
  { handled, context, limits }: Admission,
  source: JsonObject,
): Promise<JsonObject> {
  const { mutate: handler } = handled.handlers;
  if (handler === undefined) return source;
  const given = handler(source, context);
  const changed: JsonValue | undefined =
    given instanceof Promise ? await before(limits.signals.signal, given) : await given;
  if (!isObject(changed)) throw new TypeError("the mutating handler gave no object");
  for (const key of ["apiVersion", "kind"]) {
    if (member(changed, key) !== member(source, key)) {
      throw new TypeError(`the mutating handler changed the ${key}`);
    }
  }
  return changed;
}

/** The handler's change at the request's version, without what the way there and back re-spelled. */
function changeAt(
  { handled }: Admission,
  known: JsonObject,
  source: JsonObject,
  changed: JsonObject,
): JsonObject {
  return mergeChange(known, atRequest(handled, source), atRequest(handled, changed));
}

function atRequest({ fromHandler }: Handled, object: JsonObject): JsonObject {
  const converted = fromHandler(object);
  if (converted.ok) return converted.value;
  const { path, message } = converted.error;
  throw new Error(`the handler's result has no way back: ${path}: ${message}`);
}
