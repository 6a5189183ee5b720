import { BlockList, isIPv4 } from "node:net";
import { sha256 } from "@noble/hashes/sha2.js";
import type { ClusterAccess, KnownCluster } from "../../cluster/access.ts";
import type { Claim } from "../../request/claim.ts";
import type { ClusterSecret, SecretDocument } from "./document.ts";

/** A cluster with the key that proved it: as long as one comes with its previous key, that must stay. */
export interface ProvedCluster {
  readonly cluster: KnownCluster;
  readonly key: "current" | "previous";
}

/** The clusters that may call. */
export interface Clusters {
  /** What is known of a cluster, for {@link clustersOf}. */
  entry(name: string): ClusterEntry | undefined;
  /** The cluster that a claim proves; undefined for an unknown cluster, a wrong key or a foreign address alike. */
  find(claim: Claim, source: string | undefined): ProvedCluster | undefined;
}

/** A cluster and how it proves itself. */
export interface ClusterEntry {
  readonly known: KnownCluster;
  readonly hashes: readonly [Uint8Array, Uint8Array];
  readonly sources: BlockList | undefined;
}

/** Clusters that stay as they were known before: their entries are malformed now. */
export interface StayingClusters {
  readonly names: readonly string[];
  readonly before: Clusters | undefined;
}

/** Reads the clusters out of the secret; of the keys only hashes stay. */
export function clustersOf({ clusters }: SecretDocument, staying?: StayingClusters): Clusters {
  const entries = new Map(
    Object.entries(clusters).map(([name, cluster]) => [name, entryOf(name, cluster)]),
  );
  for (const name of staying?.names ?? []) {
    const entry = staying?.before?.entry(name);
    if (entry !== undefined) entries.set(name, entry);
  }
  return {
    entry: (name) => entries.get(name),
    find: ({ cluster, key }, source) => {
      const entry = entries.get(cluster);
      const [current, previous] = entry?.hashes ?? [noKey, noKey];
      const given = hashOf(key);
      // Both are compared, whatever the first says, and for an unknown cluster too.
      const isCurrent = isSame(given, current);
      const isPrevious = isSame(given, previous);
      if (entry === undefined || !(isCurrent || isPrevious)) return undefined;
      if (!mayCall(entry, source)) return undefined;
      return { cluster: entry.known, key: isCurrent ? "current" : "previous" };
    },
  };
}

function entryOf(name: string, secret: ClusterSecret): ClusterEntry {
  const { keys, sources } = secret;
  const [current = noKey, previous = noKey] = keys.map(hashOf);
  const access = accessOf(secret);
  return {
    known: { name, ...(access !== undefined && { access }) },
    hashes: [current, previous],
    sources: sources === undefined ? undefined : rangesOf(sources),
  };
}

function accessOf({
  server,
  certificateAuthority,
  token,
  clientCertificate,
}: ClusterSecret): ClusterAccess | undefined {
  if (server === undefined) return undefined;
  return {
    server,
    ...(certificateAuthority !== undefined && { certificateAuthority }),
    ...(token !== undefined && { token }),
    ...(clientCertificate !== undefined && { clientCertificate }),
  };
}

/** Not Node's own, which would load OpenSSL: a quarter of a small function's cold start, to hash one key. */
function hashOf(key: string): Uint8Array {
  return sha256(Buffer.from(key));
}

/** Looks at all bytes, wherever the first difference is: the time says nothing of how much is right. */
function isSame(given: Uint8Array, hash: Uint8Array): boolean {
  let difference = 0;
  for (let at = 0; at < given.length; at++) difference |= (given[at] ?? 0) ^ (hash[at] ?? 0);
  return difference === 0;
}

/** A hash of no known text: that of whom nobody knows, and of a key that a cluster does not have. */
const noKey = new Uint8Array(32);

function rangesOf(sources: readonly string[]): BlockList {
  const list = new BlockList();
  for (const source of sources) {
    const [address = "", prefix] = source.split("/");
    const family = familyOf(address);
    list.addSubnet(address, Number(prefix ?? (family === "ipv4" ? 32 : 128)), family);
  }
  return list;
}

/** A source that the host cannot tell is none of those that may call. */
function mayCall({ sources }: ClusterEntry, source: string | undefined): boolean {
  if (sources === undefined) return true;
  const address = source?.replace(/^::ffff:(?=\d+\.)/i, "");
  return address !== undefined && sources.check(address, familyOf(address));
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIPv4(address) ? "ipv4" : "ipv6";
}
