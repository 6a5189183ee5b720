import { clusterFacts } from "../cluster-facts.ts";
import { type RetiringVersion, reasonsAgainst } from "../reasons-against.ts";
import { versionReport } from "../version-report.ts";
import type { StepContext } from "./step-context.ts";

/** Reads from the cluster the reasons against unserving or removing a version, each with its remedy. */
export async function usageOf(
  { client, crd, remedies, quietSince }: StepContext,
  end: Omit<RetiringVersion, "quietSince">,
): Promise<readonly string[]> {
  const report = await versionReport(client, crd, await clusterFacts(client, [crd]));
  return reasonsAgainst(report, { ...end, quietSince }, remedies).map(
    ({ because, remedy }) => `${because}: ${remedy}`,
  );
}
