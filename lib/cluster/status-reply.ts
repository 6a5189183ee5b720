import { parseBytes } from "../json/parse.ts";
import { isObject, type JsonObject, member } from "../json/value.ts";

/** What a metav1.Status in an answer says; a member of another type counts as absent. */
export interface StatusReply {
  readonly reason: string | undefined;
  readonly message: string | undefined;
  /** details.name: the object that it is about. */
  readonly name: string | undefined;
}

/** The metav1.Status that a body is; undefined where it is something else. */
export function statusIn(body: Uint8Array): StatusReply | undefined {
  const parsed = parseBytes(body);
  if (!parsed.ok || !isObject(parsed.value)) return undefined;
  const status = parsed.value;
  if (member(status, "kind") !== "Status" || member(status, "apiVersion") !== "v1") {
    return undefined;
  }
  const details = member(status, "details");
  return {
    reason: text(status, "reason"),
    message: text(status, "message"),
    name: isObject(details) ? text(details, "name") : undefined,
  };
}

function text(object: JsonObject, key: string): string | undefined {
  const value = member(object, key);
  return typeof value === "string" ? value : undefined;
}
