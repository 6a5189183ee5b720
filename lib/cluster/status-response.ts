import { optionalTextAt } from "../json/members.ts";
import { parseBytes } from "../json/parse.ts";
import { isObject, type JsonObject, member } from "../json/value.ts";

/** The members of a metav1.Status in a response. A member of the wrong type counts as absent. */
interface StatusResponse {
  readonly reason: string | undefined;
  readonly message: string | undefined;
  /** The object that the Status names in its details. */
  readonly about: StatusSubject;
}

/** The object that a Status names. `kind` holds the plural from the URL; `group` is absent for built-in types. */
interface StatusSubject {
  readonly name: string | undefined;
  readonly group: string | undefined;
  readonly kind: string | undefined;
}

/** Reads a metav1.Status from a body; undefined if the body is something else. */
export function statusIn(body: Uint8Array): StatusResponse | undefined {
  const parsed = parseBytes(body);
  if (!parsed.ok || !isObject(parsed.value)) return undefined;
  const status = parsed.value;
  if (member(status, "kind") !== "Status" || member(status, "apiVersion") !== "v1") {
    return undefined;
  }
  const details = member(status, "details");
  return {
    reason: optionalTextAt(status, "reason"),
    message: optionalTextAt(status, "message"),
    about: subjectOf(isObject(details) ? details : {}),
  };
}

function subjectOf(details: JsonObject): StatusSubject {
  return {
    name: optionalTextAt(details, "name"),
    group: optionalTextAt(details, "group"),
    kind: optionalTextAt(details, "kind"),
  };
}
