import type { LiveDefinition } from "../live-definition.ts";

/** A rule of a role, in the form of rbac.authorization.k8s.io/v1. */
export interface AccessRule {
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
  readonly verbs: readonly string[];
}

const extensions = "apiextensions.k8s.io";

/** What every step may do: identify the cluster, read the definition, and list its objects to see that they can be read. */
export function stepAccess(definition: AccessedDefinition): readonly AccessRule[] {
  return [
    {
      apiGroups: [""],
      resources: ["namespaces"],
      resourceNames: ["kube-system"],
      verbs: ["get"],
    },
    {
      apiGroups: [extensions],
      resources: ["customresourcedefinitions"],
      resourceNames: [definition.name],
      verbs: ["get"],
    },
    objectsAccess(definition, ["list"]),
  ];
}

/** The right to patch a definition, or its status. */
export function definitionAccess(definition: string, subresource: "" | "status"): AccessRule {
  const resource = "customresourcedefinitions";
  return {
    apiGroups: [extensions],
    resources: [subresource === "" ? resource : `${resource}/${subresource}`],
    resourceNames: [definition],
    verbs: ["patch"],
  };
}

type AccessedDefinition = Pick<LiveDefinition, "name" | "group" | "plural">;

/** Rights on the objects of a definition. */
export function objectsAccess(
  { group, plural }: AccessedDefinition,
  verbs: readonly string[],
): AccessRule {
  return { apiGroups: [group], resources: [plural], verbs };
}

/** What shows who uses a version: the metadata of all kinds, admission rules, and metrics. */
export const usageAccess: readonly AccessRule[] = [
  { apiGroups: ["*"], resources: ["*"], verbs: ["list"] },
  { nonResourceURLs: ["/metrics"], verbs: ["get"] },
];

/** What the API server says against a request, with the way to the role where a permission is missing. */
export function stepFault(status: number, message: string): string {
  return status === 403
    ? `${message}: customhouse step --rbac prints the role that the step needs`
    : message;
}
