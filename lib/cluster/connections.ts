import type { ClusterAccess } from "./access.ts";
import { type ClusterConnection, connectCluster } from "./cluster-lookup.ts";
import type { Lookup } from "./lookup.ts";
import { noCluster } from "./no-cluster.ts";
import type { KnownCluster } from "./secret/clusters.ts";

/** Look-ups for one review of a cluster, over a connection that is kept as long as the secret says the same. */
export function connections(): (cluster: KnownCluster) => Lookup {
  const open = new Map<
    string,
    { readonly access: string; readonly connection: ClusterConnection }
  >();
  return ({ name, access }) => {
    if (access === undefined) return noCluster;
    const text = textOf(access);
    const kept = open.get(name);
    if (kept?.access === text) return kept.connection.lookup();
    kept?.connection.close();
    const connection = connectCluster(access);
    open.set(name, { access: text, connection });
    return connection.lookup();
  };
}

function textOf({ server, certificateAuthority, token, clientCertificate }: ClusterAccess): string {
  const { cert, key } = clientCertificate ?? {};
  return JSON.stringify([server, certificateAuthority, token, cert, key]);
}
