// What karpenter's own conversion computes.

/** The policy WhenUnderutilized of v1beta1 is WhenEmptyOrUnderutilized with the consolidateAfter 0s at v1. */
export const consolidation = {
  forward: ([policy, after]: readonly unknown[]) => {
    if (policy === "WhenUnderutilized") return ["WhenEmptyOrUnderutilized", "0s"];
    return [policy, after];
  },
  backward: ([policy, after]: readonly unknown[]) =>
    policy === "WhenEmptyOrUnderutilized" ? ["WhenUnderutilized", undefined] : [policy, after],
};

/** The group of v1beta1's apiVersion. v1beta1 gets no apiVersion from v1: karpenter writes none. */
export const group = {
  forward: ([apiVersion]: readonly unknown[]) => {
    if (typeof apiVersion !== "string") return undefined;
    return [apiVersion === "" ? undefined : apiVersion.replace(/\/.*/s, "")];
  },
  backward: () => [undefined],
};
