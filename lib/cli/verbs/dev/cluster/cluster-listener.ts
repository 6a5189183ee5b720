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

/** A listener for the reviews of a cluster, registered there. */
export interface ClusterListener {
  /** What was registered and what was left alone, a line each. */
  readonly lines: readonly string[];
  /** True if the registration does not fit these kinds, as after a new version. */
  readonly isOutdated: (kinds: readonly KindInFolder[]) => boolean;
  /** Removes the registration from the cluster, then stops listening. */
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

/** Starts a listener that answers reviews on a path with a new key and nothing else, and registers it in the cluster. */
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

/**
 * The address to listen on. A cluster in a container or a virtual machine does not connect by the loopback interface, so all
 * interfaces are used.
 */
function listeningAddress(host: string): string {
  if (host === "localhost") return "127.0.0.1";
  return /^127\./.test(host) ? host : "0.0.0.0";
}
