import { execFile } from "node:child_process";
import { platform } from "node:process";
import { promisify } from "node:util";
import { parse } from "../../../../json/parse.ts";
import { isArray, isObject, type JsonObject, member } from "../../../../json/value.ts";
import { type Invocation, textOption, UsageError } from "../../../command.ts";
import { type KubectlContext, kubectlArguments, startFault } from "../../../server/kubectl.ts";
import { hostSeenFrom, isNearbyServer } from "./local-cluster-host.ts";

/** The cluster that `--cluster` names. */
export interface WantedCluster {
  readonly kubectl: Required<KubectlContext>;
  /** The name or address under which the cluster reaches this machine. */
  readonly host: string;
  readonly mayTakeOver: boolean;
}

/** Options that need `--cluster`. */
const dependent = ["address", "take-over", "i-know", "kubectl", "kubeconfig"];

/**
 * Reads the options about a cluster; undefined without `--cluster`. Throws {@link UsageError} for wrong options, and without
 * `--i-know` for an API server that is neither on this machine nor in a private network, or is behind a proxy. Changes nothing.
 */
export async function clusterRequest(invocation: Invocation): Promise<WantedCluster | undefined> {
  const context = textOption(invocation, "cluster");
  if (context === undefined) {
    const lone = dependent.find((name) => invocation.options[name] !== undefined);
    if (lone !== undefined) throw new UsageError(`--${lone} needs --cluster`);
    return undefined;
  }
  const kubectl: Required<KubectlContext> = {
    program: textOption(invocation, "kubectl") ?? "kubectl",
    kubeconfig: textOption(invocation, "kubeconfig") ?? null,
    context,
  };
  const cluster = await clusterOf(kubectl);
  if (invocation.options["i-know"] !== true) await requireNearby(context, cluster);
  return {
    kubectl,
    host: hostOf(textOption(invocation, "address"), context),
    mayTakeOver: invocation.options["take-over"] === true,
  };
}

/** The entry of a context's cluster in the kubeconfig. */
async function clusterOf(kubectl: Required<KubectlContext>): Promise<JsonObject> {
  const words = [...kubectlArguments(kubectl), "config", "view", "--minify", "-o", "json"];
  const { stdout } = await promisify(execFile)(kubectl.program, words).catch((fault: unknown) => {
    throw new UsageError(`--cluster ${kubectl.context}: ${kubectlFault(kubectl.program, fault)}`);
  });
  const config = parse(stdout);
  const clusters = config.ok && isObject(config.value) ? member(config.value, "clusters") : [];
  const [first] = isArray(clusters) ? clusters : [];
  const cluster = isObject(first) ? member(first, "cluster") : undefined;
  if (isObject(cluster)) return cluster;
  throw new UsageError(`--cluster ${kubectl.context}: the kubeconfig lacks the context's cluster`);
}

/** The message that kubectl printed, or the reason why it can't be started. */
function kubectlFault(program: string, fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault);
  const isRun = "code" in fault && typeof fault.code === "number";
  if (!isRun) return startFault(program, fault).message;
  return "stderr" in fault ? String(fault.stderr).trim() : fault.message;
}

async function requireNearby(context: string, cluster: JsonObject): Promise<void> {
  const [server, proxy] = ["server", "proxy-url"].map((key) => member(cluster, key));
  if (proxy === undefined && (await isNearbyServer(String(server)))) return;
  const place = proxy === undefined ? `at ${server}` : `behind the proxy ${proxy}`;
  throw new UsageError(
    `--cluster ${context}: its API server is ${place}, so it is not a local cluster. customhouse dev serves unfinished kinds: give --i-know if this cluster may use them`,
  );
}

function hostOf(given: string | undefined, context: string): string {
  const host = given ?? hostSeenFrom(context, platform);
  if (host === undefined) {
    throw new UsageError(
      `--cluster ${context}: give the name or address by which the cluster reaches this machine with --address HOST (kind on Linux: the gateway that docker network inspect kind prints)`,
    );
  }
  if (URL.canParse(`https://${host}:1/`) && new URL(`https://${host}:1/`).hostname === host)
    return host;
  throw new UsageError(
    `--address takes a DNS name or an IP address (IPv6 in brackets) without scheme and port, not ${JSON.stringify(host)}`,
  );
}
