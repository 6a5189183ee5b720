import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";

/** The host names by which local clusters reach this machine, for the context names that tools such as k3d create. */
const hosts: readonly KnownHost[] = [
  // Docker Desktop defines this name in every container. On Linux the gateway of kind's Docker network would work, but its
  // address is not known here.
  { context: /^kind-/, host: "host.docker.internal", platforms: ["darwin", "win32"] },
  { context: /^docker-desktop$/, host: "host.docker.internal" },
  { context: /^k3d-/, host: "host.k3d.internal" },
  { context: /^minikube$/, host: "host.minikube.internal" },
];

interface KnownHost {
  readonly context: RegExp;
  readonly host: string;
  /** The platforms (`process.platform`) of this machine on which the name works; all if left out. */
  readonly platforms?: readonly string[];
}

/** The host name by which the cluster of a context reaches this machine; undefined if it is not known. */
export function hostSeenFrom(name: string, platform: string): string | undefined {
  const found = hosts.find(
    ({ context, platforms }) => context.test(name) && platforms?.includes(platform) !== false,
  );
  return found?.host;
}

const nearby = new BlockList();
nearby.addSubnet("127.0.0.0", 8);
nearby.addSubnet("10.0.0.0", 8);
nearby.addSubnet("172.16.0.0", 12);
nearby.addSubnet("192.168.0.0", 16);
nearby.addAddress("::1", "ipv6");
nearby.addSubnet("fc00::", 7, "ipv6");
nearby.addSubnet("fe80::", 10, "ipv6");

/** True for an address of this machine or of a private network (RFC 1918, RFC 4193, link-local IPv6). */
export function isNearby(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && nearby.check(address, family === 4 ? "ipv4" : "ipv6");
}

/**
 * True if the host in an API server's url is an address of this machine or of a private network, or a name that resolves only
 * to such addresses.
 */
export async function isNearbyServer(server: string): Promise<boolean> {
  if (!URL.canParse(server)) return false;
  const host = new URL(server).hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0) return isNearby(host);
  try {
    const addresses = await lookup(host, { all: true });
    return addresses.length > 0 && addresses.every(({ address }) => isNearby(address));
  } catch {
    return false;
  }
}
