import type { ClusterAccess, KnownCluster } from "./access.ts";
import type { ClusterConnection } from "./cluster-lookup.ts";
import type { Lookup } from "./lookup.ts";
import { noCluster } from "./no-cluster.ts";

/**
 * Returns a function that gives lookups in a cluster for one review. A connection is kept until the cluster's access in
 * the secret changes. The code for HTTPS is loaded at the first lookup, so that it does not make every cold start
 * longer.
 */
export function connections(): (cluster: KnownCluster) => Lookup {
  const open = new Map<string, OpenConnection>();
  const connectionTo = (name: string, access: ClusterAccess): Promise<ClusterConnection> => {
    const text = accessKey(access);
    const known = open.get(name);
    if (known?.access === text) return known.connection;
    void known?.connection.then((connection) => connection.close());
    const connection = import("./cluster-lookup.ts").then(({ connectCluster }) =>
      connectCluster(access),
    );
    open.set(name, { access: text, connection });
    return connection;
  };
  return ({ name, access }) =>
    access === undefined
      ? noCluster
      : openedLater(async () => (await connectionTo(name, access)).lookup());
}

interface OpenConnection {
  /** The settings of the cluster as JSON text, to notice a change. */
  readonly access: string;
  readonly connection: Promise<ClusterConnection>;
}

function accessKey({
  server,
  certificateAuthority,
  token,
  clientCertificate,
}: ClusterAccess): string {
  const { cert, key } = clientCertificate ?? {};
  return JSON.stringify([server, certificateAuthority, token, cert, key]);
}

/** A lookup that opens its connection when it is first used. */
function openedLater(open: () => Promise<Lookup>): Lookup {
  let opening: Promise<Lookup> | undefined;
  let opened: Lookup | undefined;
  const lookup = (): Promise<Lookup> => {
    opening ??= open().then((one) => {
      opened = one;
      return one;
    });
    return opening;
  };
  return {
    exists: async (key, signal) => (await lookup()).exists(key, signal),
    get: async (key, signal) => (await lookup()).get(key, signal),
    list: async (key, signal) => (await lookup()).list(key, signal),
    fresh: () => opened?.fresh?.(),
  };
}
