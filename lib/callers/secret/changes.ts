import type { ClusterAccess } from "../../cluster/access.ts";
import { err, ok, type Result } from "../../json/result.ts";
import type { ListedCluster, SecretDocument } from "./document.ts";

/**
 * A change of one cluster's entry in the secret. Returns the new document. The error says why the change is impossible
 * or would lock out a caller, and what to do instead.
 */
export type SecretChange = (
  document: SecretDocument,
  cluster: string,
) => Result<SecretDocument, string>;

/** Adds a cluster that may call with a key. */
export function addCluster(key: string): SecretChange {
  return (document, cluster) => {
    const entry = entryOf(document, cluster);
    if (entry !== undefined) {
      return err(`cluster ${cluster} already has a key: \`keys rotate\` adds a new one`);
    }
    return ok(withEntry(document, cluster, { keys: [key] }));
  };
}

/** Makes a new key the current one. The key that was current becomes the previous one, valid until {@link retireKey}. */
export function rotateKey(key: string): SecretChange {
  return changeOfEntries((entry, cluster) => {
    const [current, previous] = entry.keys;
    if (previous !== undefined) {
      return err(
        `cluster ${cluster} already has two keys: apply the current one everywhere, then \`keys retire\` removes the previous one`,
      );
    }
    return ok({ ...entry, keys: [key, current] });
  });
}

/** Removes the previous key. From then on, requests with it get 404. */
export const retireKey: SecretChange = changeOfEntries((entry, cluster) => {
  const [current, previous] = entry.keys;
  if (previous === undefined)
    return err(`cluster ${cluster} has only one key, so there is no previous key to retire`);
  return ok({ ...entry, keys: [current] });
});

/** Sets how to reach the cluster's API server, and removes earlier settings for that. Keys and sources stay. */
export function setAccess(access: ClusterAccess): SecretChange {
  return changeOfEntries(({ keys, sources }) =>
    ok({ keys, ...(sources !== undefined && { sources }), ...access }),
  );
}

function changeOfEntries(
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

/** The document with a changed entry for one cluster. Works for any name of a cluster, even `__proto__`. */
function withEntry(
  { clusters }: SecretDocument,
  cluster: string,
  entry: ListedCluster,
): SecretDocument {
  const others = Object.entries(clusters).filter(([name]) => name !== cluster);
  return { clusters: Object.fromEntries([...others, [cluster, entry]]) };
}
