// What karpenter's own conversion computes.

const defaultGroup = "karpenter.k8s.aws";
const defaultKind = "EC2NodeClass";

/** WhenUnderutilized of v1beta1 has no consolidateAfter; at v1 the policy has another name, and 0s. */
export const consolidation = {
  forward: ([policy, after]: readonly unknown[]) => {
    if (policy === "WhenUnderutilized") return ["WhenEmptyOrUnderutilized", "0s"];
    return [policy, after ?? (policy === undefined ? after : "Never")];
  },
  backward: ([policy, after]: readonly unknown[]) =>
    policy === "WhenEmptyOrUnderutilized" ? ["WhenUnderutilized", undefined] : [policy, after],
};

/**
 * name, apiVersion or group, kind, and expireAfter. v1 wants group and kind wherever there is a name, and says Never where
 * v1beta1 says nothing.
 */
export const nodeClass = {
  forward: ([name, apiVersion, kind, after]: readonly unknown[], [spec]: readonly unknown[]) => {
    if (name === undefined && apiVersion === undefined && kind === undefined) {
      return [undefined, undefined, undefined, spec === undefined ? undefined : after];
    }
    return [name, groupOf(apiVersion), isFilled(kind) ? kind : defaultKind, after ?? "Never"];
  },
  backward: ([name, , kind, after]: readonly unknown[]) => [
    name,
    undefined,
    kind,
    after ?? (name === undefined ? after : "Never"),
  ],
};

function groupOf(apiVersion: unknown): string {
  return isFilled(apiVersion) ? apiVersion.replace(/\/.*/s, "") : defaultGroup;
}

function isFilled(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
