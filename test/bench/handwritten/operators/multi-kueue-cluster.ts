import { isObject, type JsonObject } from "../../../../lib/json/value.ts";
import { type WrittenConversion, withMap } from "./written-edge.ts";

/** Kueue's MultiKueueCluster: v1beta2 has both sources of a cluster in one map, and v1beta1 requires a kubeConfig. */
export const multiKueueCluster: WrittenConversion = {
  forward: (body) => withMap(body, "spec", newSpec),
  backward: (body) => withMap(body, "spec", oldSpec),
};

function newSpec(spec: JsonObject): JsonObject {
  const { clusterProfileRef, kubeConfig, ...rest } = spec;
  const isSet = isObject(kubeConfig) && kubeConfig["location"] !== "";
  if (clusterProfileRef === undefined && !isSet) return rest;
  const clusterSource = {
    ...(clusterProfileRef !== undefined && { clusterProfileRef }),
    ...(isSet && { kubeConfig }),
  };
  return { ...rest, clusterSource };
}

function oldSpec(spec: JsonObject): JsonObject {
  const { clusterSource, ...rest } = spec;
  const { clusterProfileRef, kubeConfig } = isObject(clusterSource) ? clusterSource : {};
  return {
    ...rest,
    ...(clusterProfileRef !== undefined && { clusterProfileRef }),
    kubeConfig: kubeConfig ?? { location: "" },
  };
}
