import type { CrdSubresources } from "../../schema/definition/crd.ts";

/** One operation of a kind's API. */
export interface ApiOperation {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly operationId: string;
}

/** The names of a resource that occur in paths and operation ids. */
interface ResourceNames {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly scope: "Namespaced" | "Cluster";
}

const onCollection = [
  ["GET", "list", ""],
  ["POST", "create", ""],
  ["DELETE", "delete", "Collection"],
] as const;

const onObject = [
  ["GET", "read"],
  ["PUT", "replace"],
  ["DELETE", "delete"],
  ["PATCH", "patch"],
] as const;

/**
 * The operations that the server publishes for a resource, in the server's order.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/controller/openapi/builder/builder.go
 * generateBuilder; https://github.com/kubernetes/apiserver/blob/72f5171bff56/pkg/endpoints/openapi/openapi.go
 * GetOperationIDAndTags.
 */
export function operationsOf(
  names: ResourceNames,
  subresources: CrdSubresources,
): readonly ApiOperation[] {
  const { group, version, kind, plural } = names;
  const isNamespaced = names.scope === "Namespaced";
  const infix = idPart(group.replace(/\.k8s\.io$/, "")) + idPart(version);
  const name = `${isNamespaced ? "Namespaced" : ""}${idPart(kind)}`;
  const all = `/apis/${group}/${version}/${plural}`;
  const root = isNamespaced ? `/apis/${group}/${version}/namespaces/{namespace}/${plural}` : all;
  const across: ApiOperation = {
    method: "GET",
    path: all,
    operationId: `list${infix}${idPart(kind)}ForAllNamespaces`,
  };
  return [
    ...(isNamespaced ? [across] : []),
    ...onCollection.map(([method, verb, what]) => ({
      method,
      path: root,
      operationId: `${verb}${infix}${what}${name}`,
    })),
    ...onObject.map(([method, verb]) => ({
      method,
      path: `${root}/{name}`,
      operationId: `${verb}${infix}${name}`,
    })),
    ...subresourceOperations("status", subresources.status, `${root}/{name}`, infix + name),
    ...subresourceOperations("scale", subresources.scale, `${root}/{name}`, infix + name),
  ];
}

function subresourceOperations(
  subresource: "status" | "scale",
  declared: unknown,
  path: string,
  name: string,
): readonly ApiOperation[] {
  if (declared === undefined) return [];
  const suffix = idPart(subresource);
  return onObject
    .filter(([method]) => method !== "DELETE")
    .map(([method, verb]) => ({
      method,
      path: `${path}/${subresource}`,
      operationId: `${verb}${name}${suffix}`,
    }));
}

/**
 * Converts a text to a part of an operation id: letters, digits and underscores, with a capital letter at the start of
 * each word.
 */
function idPart(text: string): string {
  let part = "";
  let isWordStart = true;
  for (const [index, char] of Array.from(text).entries()) {
    const isKept = /[\p{L}_]/u.test(char) || (index > 0 && /\p{Nd}/u.test(char));
    if (isKept) part += isWordStart ? char.toUpperCase() : char;
    isWordStart = !isKept;
  }
  return part;
}
