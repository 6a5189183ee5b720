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

/** Access that every step needs: to identify the cluster, to read the definition, and to list its objects. */
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

/** Access to patch a definition, or its status. */
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

/** Access to the objects of a definition. */
export function objectsAccess(
  { group, plural }: AccessedDefinition,
  verbs: readonly string[],
): AccessRule {
  return { apiGroups: [group], resources: [plural], verbs };
}

/** Access to see who uses a version: all resources (owner references), admission rules and metrics. */
export const usageAccess: readonly AccessRule[] = [
  { apiGroups: ["*"], resources: ["*"], verbs: ["list"] },
  { nonResourceURLs: ["/metrics"], verbs: ["get"] },
];

/** The message for a refused request. If a permission is missing (403), it names the command that prints the role. */
export function stepFault(status: number, message: string): string {
  return status === 403
    ? `${message}: customhouse step --rbac prints the role that the step needs`
    : message;
}
