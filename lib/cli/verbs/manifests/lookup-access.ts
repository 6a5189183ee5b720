import type { LookupTarget } from "../../../admission/admission-kind.ts";
import type { JsonObject } from "../../../json/value.ts";

/** The namespace that is made for the look-ups' user where nobody names another. */
export const ownNamespace = "customhouse";

/** The name of the look-ups' user, of its role and of the binding between both. */
const userName = "customhouse-lookups";

/** The name of the Secret in which a cluster's controller puts the user's token. */
const tokenSecretName = "customhouse-lookups-token";

/**
 * What a cluster needs so that the declared look-ups can be asked there: a ServiceAccount, a ClusterRole with just the
 * verbs that are asked, the binding, and a Secret that kube-controller-manager fills with a token. Empty where nothing is
 * asked. The namespace is made too where it is {@link ownNamespace}: another one is its owner's.
 */
export function lookupAccess(
  targets: readonly LookupTarget[],
  namespace: string,
): readonly JsonObject[] {
  if (targets.length === 0) return [];
  const named = { metadata: { name: userName } };
  const user = { kind: "ServiceAccount", name: userName, namespace };
  const roleRef = { apiGroup: roleGroup, kind: "ClusterRole", name: userName };
  return [
    ...(namespace === ownNamespace
      ? [{ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } }]
      : []),
    {
      apiVersion: "v1",
      kind: "ServiceAccount",
      metadata: { name: userName, namespace },
      automountServiceAccountToken: false,
    },
    {
      apiVersion: `${roleGroup}/v1`,
      kind: "ClusterRole",
      ...named,
      rules: rulesFor(targets),
    },
    {
      apiVersion: `${roleGroup}/v1`,
      kind: "ClusterRoleBinding",
      ...named,
      roleRef,
      subjects: [user],
    },
    {
      apiVersion: "v1",
      kind: "Secret",
      metadata: {
        name: tokenSecretName,
        namespace,
        annotations: { "kubernetes.io/service-account.name": userName },
      },
      type: "kubernetes.io/service-account-token",
    },
  ];
}

const roleGroup = "rbac.authorization.k8s.io";

/** One rule for each resource, in order; a resource that several look-ups ask for gets the verbs of all. */
function rulesFor(targets: readonly LookupTarget[]): readonly JsonObject[] {
  const groups = Map.groupBy(targets, ({ group, resource }) => `${group}/${resource}`);
  const sorted = [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([, same]) => ({
    apiGroups: [...new Set(same.map(({ group }) => group))],
    resources: [...new Set(same.map(({ resource }) => resource))],
    verbs: [...new Set(same.flatMap(({ verbs }) => verbs))].sort(),
  }));
}
