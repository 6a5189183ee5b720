import { mapAt, mapsIn } from "../../json/members.ts";
import { member } from "../../json/value.ts";
import type { ClusterWrite } from "../cluster-client.ts";
import type { ClusterReply } from "../cluster-reader.ts";
import { type GuardedPatch, jsonPatchOf } from "../definition-patch.ts";
import { definitionPath, type LiveDefinition } from "../live-definition.ts";
import { stepFault } from "./access-rule.ts";

/** A patch request that fails unless the definition still has the UID and the generation that were read. */
export function definitionRequest(
  { name, uid, generation }: LiveDefinition,
  { subresource, tests, change }: GuardedPatch,
  isDryRun: boolean,
): ClusterWrite {
  const path = `${definitionPath(name)}${subresource === "" ? "" : `/${subresource}`}`;
  const guards = [
    { path: "/metadata/uid", value: uid },
    { path: "/metadata/generation", value: generation },
  ];
  return {
    method: "PATCH",
    path: `${path}?fieldManager=customhouse${isDryRun ? "&dryRun=All" : ""}`,
    contentType: "application/json-patch+json",
    body: jsonPatchOf({ tests: [...guards, ...tests], change }),
  };
}

/** The message if the API server refuses a patch of the definition `name`; undefined if it accepts the patch. */
export function editRefusal({ status, body }: ClusterReply, name: string): string | undefined {
  if (status === 200) return undefined;
  const message = String(member(body, "message") ?? "");
  if (status === 403) return stepFault(status, message);
  if (status >= 500) {
    return `the change of ${name} failed with ${status}: ${message}: run this again to see whether the change was made`;
  }
  if (status === 422 && /request due to an error in our request/.test(message)) {
    return `${name} was changed at the same moment: run this again`;
  }
  const causes = mapsIn(member(mapAt(body, "details"), "causes")).map(
    (cause) => `${String(member(cause, "field"))}: ${String(member(cause, "message"))}`,
  );
  // For 422 the server's message quotes the whole definition, so the causes are used instead.
  const reason = status === 422 && causes.length > 0 ? causes.join("; ") : message;
  return `the API server refuses the change of ${name} with ${status}: ${reason}`;
}
