import { BlockList, isIPv4 } from "node:net";
import { sha256 } from "@noble/hashes/sha2.js";
import type { ClusterAccess, KnownCluster } from "../../cluster/access.ts";
import { assertDefined } from "../../json/invariant.ts";
import { splitText } from "../../json/text-parts.ts";
import type { PathCredentials } from "../../request/path-credentials.ts";
import type { ListedCluster, SecretDocument } from "./document.ts";

/**
 * A cluster, and which of its keys the caller used. The log shows which key: the previous key must stay as long as callers
 * use it.
 */
interface AuthenticatedCluster {
  readonly cluster: KnownCluster;
  readonly key: "current" | "previous";
}

/** The clusters that may call. */
export interface Clusters {
  /** The entry of a cluster. {@link clustersOf} reuses it if the cluster's new entry is malformed. */
  entry(name: string): ClusterEntry | undefined;
  /**
   * The cluster to which the credentials belong; undefined for an unknown cluster, a wrong key or an address that may
   * not call.
   */
  find(credentials: PathCredentials, source: string | undefined): AuthenticatedCluster | undefined;
}

/** A cluster with its key hashes and source addresses. */
interface ClusterEntry {
  readonly known: KnownCluster;
  readonly hashes: readonly [Uint8Array, Uint8Array];
  readonly sources: BlockList | undefined;
}

/** Clusters that keep their previous entries, because their new entries are malformed. */
interface StayingClusters {
  readonly names: readonly string[];
  readonly before: Clusters | undefined;
}

/** Reads the clusters from the secret. Only hashes of the keys are kept. */
export function clustersOf({ clusters }: SecretDocument, staying?: StayingClusters): Clusters {
  const entries = new Map(
    Object.entries(clusters).map(([name, cluster]) => [name, clusterEntry(name, cluster)]),
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
      // Both keys are always compared, even for an unknown cluster: the time must not reveal anything.
      const isCurrent = isSameHash(given, current);
      const isPrevious = isSameHash(given, previous);
      if (entry === undefined || !(isCurrent || isPrevious)) return undefined;
      if (!mayCall(entry, source)) return undefined;
      return { cluster: entry.known, key: isCurrent ? "current" : "previous" };
    },
  };
}

function clusterEntry(name: string, secret: ListedCluster): ClusterEntry {
  const { keys, sources } = secret;
  const [current, previous] = keys;
  const access = accessOf(secret);
  return {
    known: { name, ...(access !== undefined && { access }) },
    hashes: [hashOf(current), previous === undefined ? noKey : hashOf(previous)],
    sources: sources === undefined ? undefined : rangesOf(sources),
  };
}

function accessOf({
  server,
  certificateAuthority,
  token,
  clientCertificate,
}: ListedCluster): ClusterAccess | undefined {
  if (server === undefined) return undefined;
  return {
    server,
    ...(certificateAuthority !== undefined && { certificateAuthority }),
    ...(token !== undefined && { token }),
    ...(clientCertificate !== undefined && { clientCertificate }),
  };
}

/**
 * The SHA-256 hash of a key. Node's crypto is not used: loading OpenSSL takes a quarter of a small function's cold
 * start.
 */
function hashOf(key: string): Uint8Array {
  return sha256(Buffer.from(key));
}

const lengthsText = "both hashes have 32 bytes";

/** Compares hashes in constant time: the time must not reveal how many bytes are equal. */
function isSameHash(given: Uint8Array, hash: Uint8Array): boolean {
  let difference = 0;
  for (let at = 0; at < given.length; at++) {
    difference |= assertDefined(given[at], lengthsText) ^ assertDefined(hash[at], lengthsText);
  }
  return difference === 0;
}

/** A hash that no key has, for unknown clusters and absent keys. */
const noKey = new Uint8Array(32);

function rangesOf(sources: readonly string[]): BlockList {
  const list = new BlockList();
  for (const source of sources) {
    const [address, prefix] = splitText(source, "/");
    const family = familyOf(address);
    list.addSubnet(address, Number(prefix ?? (family === "ipv4" ? 32 : 128)), family);
  }
  return list;
}

/**
 * True if requests from this address may call for the cluster. An unknown address may not if the cluster restricts its
 * sources.
 */
function mayCall({ sources }: ClusterEntry, source: string | undefined): boolean {
  if (sources === undefined) return true;
  const address = source?.replace(/^::ffff:(?=\d+\.)/i, "");
  return address !== undefined && sources.check(address, familyOf(address));
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIPv4(address) ? "ipv4" : "ipv6";
}
