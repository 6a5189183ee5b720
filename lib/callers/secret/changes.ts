import type { ClusterAccess } from "../../cluster/access.ts";
import { err, ok, type Result } from "../../json/result.ts";
import type { ListedCluster, SecretDocument } from "./document.ts";

/**
 * A change of one cluster's entry in the secret. The error says why the change is not possible, or would lock a caller out,
 * and what to do instead.
 */
export type SecretChange = (
  document: SecretDocument,
  cluster: string,
) => Result<SecretDocument, string>;

/** Lets a cluster call by a key. */
export function addCluster(key: string): SecretChange {
  return (document, cluster) => {
    const entry = entryOf(document, cluster);
    if (entry !== undefined) {
      return err(`cluster ${cluster} already has a key: \`keys rotate\` adds a new one`);
    }
    return ok(withEntry(document, cluster, { keys: [key] }));
  };
}

/** Adds a new key before the current one; both are valid until {@link retireKey}. */
export function rotateKey(key: string): SecretChange {
  return changed((entry, cluster) => {
    const [current, previous] = entry.keys;
    if (previous !== undefined) {
      return err(
        `cluster ${cluster} already has two keys: apply the current one everywhere, then \`keys retire\` removes the previous one`,
      );
    }
    return ok({ ...entry, keys: [key, current] });
  });
}

/** Removes the previous key: requests with it get 404 from then on. */
export const retireKey: SecretChange = changed((entry, cluster) => {
  const [current, previous] = entry.keys;
  if (previous === undefined) return err(`cluster ${cluster} has only one key: nothing to retire`);
  return ok({ ...entry, keys: [current] });
});

/** Sets how the cluster's API server is reached, in place of the previous access. */
export function setAccess(access: ClusterAccess): SecretChange {
  return changed(({ keys, sources }) =>
    ok({ keys, ...(sources !== undefined && { sources }), ...access }),
  );
}

function changed(
  change: (entry: ListedCluster, cluster: string) => Result<ListedCluster, string>,
): SecretChange {
  return (document, cluster) => {
    const entry = entryOf(document, cluster);
    if (entry === undefined) return err(`there is no cluster ${cluster} yet: \`keys new\` adds it`);
    const after = change(entry, cluster);
    return after.ok ? ok(withEntry(document, cluster, after.value)) : after;
  };
}

function entryOf({ clusters }: SecretDocument, cluster: string): ListedCluster | undefined {
  return Object.hasOwn(clusters, cluster) ? clusters[cluster] : undefined;
}

/** The document with another entry for a cluster. Works for any name of a cluster, even `__proto__`. */
function withEntry(
  { clusters }: SecretDocument,
  cluster: string,
  entry: ListedCluster,
): SecretDocument {
  const others = Object.entries(clusters).filter(([name]) => name !== cluster);
  return { clusters: Object.fromEntries([...others, [cluster, entry]]) };
}
