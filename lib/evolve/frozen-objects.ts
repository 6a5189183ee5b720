import { storagePatch } from "./definition-patch.ts";
import { type ClusterFlags, patchDefinitionCommand } from "./kubectl-commands.ts";
import { type LiveDefinition, storageVersion } from "./live-definition.ts";
import type { Preflight, PreflightFault } from "./preflight.ts";

/**
 * One fault with the commands that fix it, if objects can be read at a former storage version but not at the storage version;
 * otherwise none. The API server converts each write to the storage version, so an object that can't be converted to that
 * version is frozen: it can be neither changed nor deleted, in any version.
 */
export function frozenObjectFaults(
  definition: LiveDefinition,
  { readAt }: Preflight,
  clusterFlags: ClusterFlags,
): readonly PreflightFault[] {
  const { storedVersions, plural, group } = definition;
  const storage = storageVersion(definition);
  // Objects are read at served versions alone, and without a webhook every conversion succeeds.
  const isRead = definition.versions.some(({ name, served }) => name === storage && served);
  if (!isRead || definition.conversion !== "Webhook") return [];
  const former = storedVersions.find((version) => version !== storage && readAt.includes(version));
  if (readAt.includes(storage) || former === undefined) return [];
  const change = `make ${former} the storage version again`;
  const back = patchDefinitionCommand(
    definition,
    storagePatch(definition, former),
    change,
    clusterFlags,
  );
  const edit = `${clusterFlags.kubectl} edit ${plural}.${former}.${group} NAME -n NAMESPACE`;
  return [
    {
      by: "cluster",
      text: `if the webhook responds and refuses objects, they can be neither changed nor deleted while ${storage} is the storage version: ${change}: ${back}; then correct each: ${edit}; then run plan again`,
    },
  ];
}
