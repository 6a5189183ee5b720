import { equal } from "../json/equal.ts";
import { isObject, type JsonObject, member } from "../json/value.ts";
import type { Admission } from "./admit-review.ts";

/** True for an UPDATE of an object that is being deleted: refusing it makes finalizers stick and namespaces hang. */
export function isDeleting({ request, object }: Admission): boolean {
  const metadata = member(object, "metadata");
  return (
    request.operation === "UPDATE" &&
    isObject(metadata) &&
    (member(metadata, "deletionTimestamp") ?? null) !== null
  );
}

/** True for an UPDATE that changes nothing but metadata. */
export function staysAsItWas({ request, object }: Admission): boolean {
  const { operation, oldObject } = request;
  if (operation !== "UPDATE" || oldObject === undefined) return false;
  const keys = bodyKeys(object);
  return (
    keys.length === bodyKeys(oldObject).length &&
    keys.every((key) => Object.hasOwn(oldObject, key) && equal(object[key], oldObject[key]))
  );
}

function bodyKeys(object: JsonObject): readonly string[] {
  return Object.keys(object).filter((key) => key !== "metadata");
}
