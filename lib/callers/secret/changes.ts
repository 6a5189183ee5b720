import type { ClusterAccess } from "../../cluster/access.ts";
import { err, ok, type Result } from "../../json/result.ts";
import type { ClusterSecret, SecretDocument } from "./document.ts";

/** A change of the secret for one cluster; the error says why it would lock somebody out, and what to do first. */
export type Change = (document: SecretDocument, cluster: string) => Result<SecretDocument, string>;

/** Lets a cluster call by a key. */
export function addCluster(key: string): Change {
  return (document, cluster) => {
    const entry = entryOf(document, cluster);
    if (entry !== undefined) {
      return err(`cluster ${cluster} has a key already: keys rotate gives it a new one`);
    }
    return ok(withEntry(document, cluster, { keys: [key] }));
  };
}

/** Puts a new key before the current one; both are good until {@link retireKey}. */
export function rotateKey(key: string): Change {
  return changed((entry, cluster) => {
    const [current = "", previous] = entry.keys;
    if (previous !== undefined) {
      return err(
        `cluster ${cluster} has two keys already: apply the current one everywhere, then keys retire takes the previous one out`,
      );
    }
    return ok({ ...entry, keys: [key, current] });
  });
}

/** Takes the previous key out: who still calls by it gets 404 from then on. */
export const retireKey: Change = changed((entry, cluster) => {
  const [current = "", previous] = entry.keys;
  if (previous === undefined) return err(`cluster ${cluster} has one key only: nothing to retire`);
  return ok({ ...entry, keys: [current] });
});

/** Says how the cluster's API server is asked; what was said before is forgotten. */
export function setAccess(access: ClusterAccess): Change {
  return changed(({ keys, sources }) =>
    ok({ keys, ...(sources !== undefined && { sources }), ...access }),
  );
}

function changed(
  change: (entry: ClusterSecret, cluster: string) => Result<ClusterSecret, string>,
): Change {
  return (document, cluster) => {
    const entry = entryOf(document, cluster);
    if (entry === undefined) return err(`there is no cluster ${cluster} yet: keys new adds it`);
    const after = change(entry, cluster);
    return after.ok ? ok(withEntry(document, cluster, after.value)) : after;
  };
}

function entryOf({ clusters }: SecretDocument, cluster: string): ClusterSecret | undefined {
  return Object.hasOwn(clusters, cluster) ? clusters[cluster] : undefined;
}

/** Built from entries, so that a cluster may have any name, `__proto__` too. */
function withEntry(
  { clusters }: SecretDocument,
  cluster: string,
  entry: ClusterSecret,
): SecretDocument {
  const others = Object.entries(clusters).filter(([name]) => name !== cluster);
  return { clusters: Object.fromEntries([...others, [cluster, entry]]) };
}
