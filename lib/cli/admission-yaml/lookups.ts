import type { DeclaredLookup } from "../../admission/declared/declared-data.ts";
import { optionalTextAt } from "../../json/members.ts";
import { isObject, type JsonObject, member } from "../../json/value.ts";
import { parseApiVersion } from "../../protocol/gvk.ts";
import type { AdmittedVersion, ReportFault } from "./admitted-version.ts";
import { schemaAt } from "./schema-at.ts";

/** Reads `lookups`. Reports wrong apiVersions, a `name` that is not the path of a string in the version, and wrong namespaces. */
export function lookupsIn(
  entries: readonly JsonObject[],
  version: AdmittedVersion,
  report: ReportFault,
): { readonly lookups?: readonly DeclaredLookup[] } {
  const lookups = entries.flatMap((entry, index) => {
    const exists = member(entry, "exists");
    if (!isObject(exists)) return [];
    const fault = (name: string, text: string): void =>
      report({ yamlPath: ["lookups", index, "exists", name], text });
    return lookupOf(exists, optionalTextAt(entry, "message"), version, fault);
  });
  return lookups.length === 0 ? {} : { lookups };
}

function lookupOf(
  exists: JsonObject,
  message: string | undefined,
  { crd, version, schema }: AdmittedVersion,
  fault: (name: string, text: string) => void,
): readonly DeclaredLookup[] {
  const [kind, name] = [optionalTextAt(exists, "kind") ?? "", optionalTextAt(exists, "name") ?? ""];
  const type = parseApiVersion(optionalTextAt(exists, "apiVersion") ?? "");
  if (type === undefined) fault("apiVersion", "is not an apiVersion, such as v1 or apps/v1");
  const named = schemaAt(schema, name);
  if (typeof named === "string") fault("name", `${named} in ${version}`);
  else if (member(named, "type") !== "string")
    fault("name", `${name} is not a string in ${version}`);
  const scope =
    optionalTextAt(exists, "scope") ?? (clusterScoped.has(kind) ? "Cluster" : "Namespaced");
  const namespace = optionalTextAt(exists, "namespace");
  const isClusterScoped = scope === "Cluster";
  if (isClusterScoped && namespace !== undefined) {
    fault("namespace", `${kind} is cluster-scoped, so it has no namespace: remove namespace`);
  }
  if (!isClusterScoped && namespace === undefined && crd.scope === "Cluster") {
    fault(
      "kind",
      `${crd.kind} is cluster-scoped, so name the namespace of ${kind}: add namespace, or scope: Cluster if it has none`,
    );
  }
  return [
    {
      group: type?.group ?? "",
      version: type?.version ?? "",
      kind,
      resource: optionalTextAt(exists, "resource") ?? pluralOf(kind),
      name,
      isClusterScoped,
      ...(namespace !== undefined && { namespace }),
      ...(message !== undefined && { message }),
    },
  ];
}

/**
 * Guesses the plural of a kind in urls.
 * Source: https://github.com/kubernetes/apimachinery/blob/40bf4b2b62f8/pkg/api/meta/restmapper.go UnsafeGuessKindToResource.
 */
function pluralOf(kind: string): string {
  const word = kind.toLowerCase();
  if (word === "endpoints") return word;
  if (/(?:s|x|ch|sh)$/.test(word)) return `${word}es`;
  return word.endsWith("y") && !/[aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
}

/** Well-known cluster-scoped kinds that fields often refer to. */
const clusterScoped: ReadonlySet<string> = new Set([
  "ClusterRole",
  "CustomResourceDefinition",
  "GatewayClass",
  "IngressClass",
  "Namespace",
  "Node",
  "PersistentVolume",
  "PriorityClass",
  "RuntimeClass",
  "StorageClass",
  "VolumeSnapshotClass",
]);
