import type { LookupTarget } from "../../../admission/admission-kind.ts";
import type { JsonObject } from "../../../json/value.ts";
import { namespaceObject } from "../container/workload.ts";

/** The namespace of the lookups' ServiceAccount, unless --namespace names another. */
export const defaultNamespace = "customhouse";

/** The name of the lookups' ServiceAccount, of its role and of its role binding. */
const accountName = "customhouse-lookups";

/** The name of the Secret that the cluster fills with the token of the ServiceAccount. */
const tokenSecretName = "customhouse-lookups-token";

/**
 * The objects that give lookups access to a cluster: a ServiceAccount, a ClusterRole with only the verbs that lookups use,
 * its binding, and a Secret that kube-controller-manager fills with a token. Empty if no lookup is declared. The namespace is
 * included only if it is {@link defaultNamespace}; any other must exist already.
 */
export function lookupAccess(
  targets: readonly LookupTarget[],
  namespace: string,
): readonly JsonObject[] {
  if (targets.length === 0) return [];
  const named = { metadata: { name: accountName } };
  const account = { kind: "ServiceAccount", name: accountName, namespace };
  const roleRef = { apiGroup: roleGroup, kind: "ClusterRole", name: accountName };
  return [
    // The same object that `customhouse container` writes: otherwise applying one would remove fields that the other set.
    ...(namespace === defaultNamespace ? [namespaceObject(namespace)] : []),
    {
      apiVersion: "v1",
      kind: "ServiceAccount",
      metadata: { name: accountName, namespace },
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
      subjects: [account],
    },
    {
      apiVersion: "v1",
      kind: "Secret",
      metadata: {
        name: tokenSecretName,
        namespace,
        annotations: { "kubernetes.io/service-account.name": accountName },
      },
      type: "kubernetes.io/service-account-token",
    },
  ];
}

const roleGroup = "rbac.authorization.k8s.io";

/** A rule for each resource, sorted by group and resource, with the verbs of all lookups that read the resource. */
function rulesFor(targets: readonly LookupTarget[]): readonly JsonObject[] {
  const groups = Map.groupBy(targets, ({ group, resource }) => `${group}/${resource}`);
  const sorted = [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([, same]) => ({
    apiGroups: [...new Set(same.map(({ group }) => group))],
    resources: [...new Set(same.map(({ resource }) => resource))],
    verbs: [...new Set(same.flatMap(({ verbs }) => verbs))].sort(),
  }));
}
