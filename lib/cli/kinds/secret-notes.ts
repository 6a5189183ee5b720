import type { Kind } from "../../kind/kind.ts";
import { groupKindText } from "../../protocol/gvk.ts";
import { lookupTargets } from "./registered-kind.ts";

/** A note for a kind whose lookups read Secrets: permission to look whether a Secret exists is also permission to read it. */
export function secretNotes(kind: Kind): readonly string[] {
  const reads = lookupTargets(kind).filter(
    ({ group, resource }) => group === "" && resource === "secrets",
  );
  if (reads.length === 0) return [];
  const verbs = [...new Set(reads.flatMap((each) => each.verbs))].join(" and ");
  return [
    `${groupKindText(kind)}: its lookups need the right to ${verbs} Secrets in all namespaces. Lookups ask for metadata only, but RBAC can't say so: whoever has the token of their ServiceAccount can read the contents of every Secret`,
  ];
}
