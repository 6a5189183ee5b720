import { randomBytes } from "node:crypto";
import { openAuthority } from "../../../../hosts/local/authority.ts";
import { type Gateway, startGateway } from "../../../../hosts/local/gateway.ts";
import { stringify } from "../../../../json/write.ts";
import { base64 } from "../../../../protocol/base64.ts";
import type { Service } from "../../../../service/review-service.ts";
import { readText } from "../../../files/read-file.ts";
import type { KindInFolder } from "../../../kinds/kinds.ts";
import { clusterPlan } from "./cluster-plan.ts";
import type { WantedCluster } from "./cluster-request.ts";
import { newCredentials, onlyCaller } from "./dev-caller.ts";
import { startRegistration } from "./dev-cluster.ts";

/** What a cluster calls. */
export interface ClusterListener {
  /** What was registered and what was left alone, a line each. */
  readonly lines: readonly string[];
  /** True where these kinds would be registered differently. */
  readonly isOutdated: (kinds: readonly KindInFolder[]) => boolean;
  /** Takes everything back, then stops listening. */
  readonly close: () => Promise<void>;
}

/** What is served to a cluster, and by whose certificates. */
export interface ClusterListenerOptions {
  readonly service: Service;
  readonly kinds: readonly KindInFolder[];
  /** The folder of the CA. */
  readonly folder: string;
  readonly error: (line: string) => void;
}

/** Listens for a cluster, with a new key in the path, and registers there. Nothing but reviews is served. */
export async function startClusterListener(
  { kubectl, host, mayTakeOver }: WantedCluster,
  { service, kinds, folder, error }: ClusterListenerOptions,
): Promise<ClusterListener> {
  const { caFile, issue } = await openAuthority(folder);
  const caller = newCredentials();
  const gateway: Gateway = await startGateway({
    ...(await issue([host])),
    service,
    callers: onlyCaller(caller),
    port: 0,
    address: listeningAddress(host),
  });
  const base = `https://${host}:${gateway.port}`;
  const [run, caBundle] = [randomBytes(9).toString("base64url"), base64(readText(caFile))];
  const planOf = (of: readonly KindInFolder[]) =>
    clusterPlan(of, { run, address: { base, caller }, caBundle });
  const plan = planOf(kinds);
  try {
    const { notes, end } = await startRegistration({ kubectl, plan, mayTakeOver }, error);
    return {
      lines: [
        `the cluster of ${kubectl.context} calls ${base} until this ends`,
        ...notes.map((note) => `note: ${note}`),
      ],
      isOutdated: (now) => stringify(planOf(now)) !== stringify(plan),
      close: async () => {
        await end();
        await gateway.close();
      },
    };
  } catch (fault) {
    await gateway.close();
    throw fault;
  }
}

/** A cluster in a container or a virtual machine comes by another network interface than the loopback one. */
function listeningAddress(host: string): string {
  if (host === "localhost") return "127.0.0.1";
  return /^127\./.test(host) ? host : "0.0.0.0";
}
