import type { JsonObject } from "../json/value.ts";
import { admissionConfigurations } from "./admission-rules.ts";
import { type ClusterReader, ReadError } from "./cluster-reader.ts";
import { liveDefinition } from "./live-definition.ts";
import { ownerReferences } from "./owner-references.ts";
import type { ClusterFacts } from "./version-report.ts";
import { apiServerMetrics } from "./version-requests.ts";

/** Reads from a cluster, once for all of `crds`, what their version reports share. Errors: {@link ReadError}. */
export async function clusterFacts(
  reader: ClusterReader,
  crds: readonly JsonObject[],
): Promise<ClusterFacts> {
  const groups = new Set(crds.map((crd) => liveDefinition(crd).group));
  return {
    references: await ownerReferences(reader, groups),
    configurations: await admissionConfigurations(reader),
    metrics: await metrics(reader),
  };
}

async function metrics(reader: ClusterReader): Promise<ClusterFacts["metrics"]> {
  try {
    return { text: await apiServerMetrics(reader) };
  } catch (fault) {
    if (!(fault instanceof ReadError)) throw fault;
    return { notRead: fault.message };
  }
}
