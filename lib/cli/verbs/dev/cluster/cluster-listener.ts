import { randomBytes } from "node:crypto";
import { openCertificateAuthority } from "../../../../hosts/local/certificate-authority.ts";
import { type Gateway, startGateway } from "../../../../hosts/local/gateway.ts";
import { stringify } from "../../../../json/write.ts";
import { base64 } from "../../../../protocol/base64.ts";
import type { Service } from "../../../../service/review-service.ts";
import { readText } from "../../../files/read-file.ts";
import type { KindInFolder } from "../../../kinds/kinds.ts";
import { problemText } from "../live-kinds.ts";
import { clusterPlan } from "./cluster-plan.ts";
import type { WantedCluster } from "./cluster-request.ts";
import { newCredentials, onlyCaller } from "./dev-caller.ts";
import { startRegistrar } from "./dev-cluster.ts";

/** A listener for the reviews of a cluster. Webhook registrations in the cluster have its url. */
export interface ClusterListener {
  /** Messages about what was registered and which definitions were left unchanged, a line each. */
  readonly lines: readonly string[];
  /**
   * Registers these kinds in place of the last ones, if their registration would differ. Prints errors, and never rejects.
   */
  readonly update: (kinds: readonly KindInFolder[]) => Promise<void>;
  /** Removes the registration from the cluster, then stops listening. */
  readonly close: () => Promise<void>;
}

/** The service and kinds for a cluster, the CA of the listener's certificate, and where messages go. */
export interface ClusterListenerOptions {
  readonly service: Service;
  readonly kinds: readonly KindInFolder[];
  /** The folder of the CA. */
  readonly folder: string;
  readonly error: (line: string) => void;
}

/** Starts a listener that responds only to reviews on a path with a new key, and registers it in the cluster. */
export async function startClusterListener(
  { kubectl, host, mayTakeOver }: WantedCluster,
  { service, kinds, folder, error }: ClusterListenerOptions,
): Promise<ClusterListener> {
  const { caFile, issue } = await openCertificateAuthority(folder);
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
  const registrar = startRegistrar({ kubectl, mayTakeOver }, error);
  const close = async (): Promise<void> => {
    await registrar.end();
    await gateway.close();
  };
  let current = stringify(planOf(kinds));
  const register = async (wanted: readonly KindInFolder[]): Promise<readonly string[]> =>
    (await registrar.register(planOf(wanted))).map((note) => `note: ${note}`);
  const update = async (wanted: readonly KindInFolder[]): Promise<void> => {
    try {
      const text = stringify(planOf(wanted));
      if (text === current) return;
      current = text;
      const notes = await register(wanted);
      error(`the registration in the cluster of ${kubectl.context} is updated`);
      for (const note of notes) error(note);
    } catch (fault) {
      current = "";
      error(`${problemText(fault)}. The next save tries again`);
    }
  };
  try {
    const notes = await register(kinds);
    const first = `the cluster of ${kubectl.context} sends its reviews to ${base} until customhouse dev ends`;
    return { lines: [first, ...notes], update, close };
  } catch (fault) {
    await close();
    throw fault;
  }
}

/**
 * The address to listen on. A cluster in a container or a virtual machine can't reach the loopback interface: for it, the
 * listener is open on all interfaces.
 */
function listeningAddress(host: string): string {
  if (host === "localhost") return "127.0.0.1";
  return /^127\./.test(host) ? host : "0.0.0.0";
}
