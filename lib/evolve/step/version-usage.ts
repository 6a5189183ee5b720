import { clusterFacts } from "../cluster-facts.ts";
import { type RetiringVersion, reasonsAgainstRetiring } from "../reasons-against-retiring.ts";
import { versionReport } from "../version-report.ts";
import type { StepContext } from "./step-context.ts";

/** Reads from the cluster the reasons against unserving or removing a version, each with its remedy. */
export async function versionUsageFaults(
  { client, crd, clusterFlags, quietSince }: StepContext,
  end: Omit<RetiringVersion, "quietSince">,
): Promise<readonly string[]> {
  const report = await versionReport(client, crd, await clusterFacts(client, [crd]));
  return reasonsAgainstRetiring(report, { ...end, quietSince }, clusterFlags).map(
    ({ because, remedy }) => `${because}: ${remedy}`,
  );
}
