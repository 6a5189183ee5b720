import { equal } from "../json/equal.ts";
import { isObject, member } from "../json/value.ts";
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
  const { metadata: _, ...body } = object;
  const { metadata: __, ...oldBody } = request.oldObject ?? {};
  return request.operation === "UPDATE" && equal(body, oldBody);
}
