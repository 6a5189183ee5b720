import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type ClusterFlags, shellWord } from "../../evolve/kubectl-commands.ts";
import { mapAt, mapsIn } from "../../json/members.ts";
import { parse } from "../../json/parse.ts";
import { isObject, member } from "../../json/value.ts";
import { type Invocation, textOption, UsageError } from "../command.ts";
import { type ClusterApi, openClusterApi } from "./cluster-api.ts";
import { type KubectlContext, kubectlArguments, startFault } from "./kubectl.ts";

/** The options that name a cluster by kubectl's configuration. */
export const clusterOptions = {
  context: { type: "string" },
  kubeconfig: { type: "string" },
  kubectl: { type: "string" },
} as const;

/** The help of {@link clusterOptions}. */
export const clusterOptionsHelp = `  --context NAME    the cluster of this context of kubectl (default: the current one)
  --kubeconfig FILE, --kubectl FILE
                    kubectl's configuration file, and the kubectl program to run (default: kubectl)`;

/** The cluster that the options name. */
export function requestedCluster(invocation: Invocation): KubectlContext {
  const context = textOption(invocation, "context");
  return {
    program: textOption(invocation, "kubectl") ?? "kubectl",
    kubeconfig: textOption(invocation, "kubeconfig") ?? null,
    ...(context !== undefined && { context }),
  };
}

/** A cluster with its context's name and its API server's url, as kubectl is configured. */
export interface NamedCluster {
  /** Names the context even if the user meant the current one, because the current context may change later. */
  readonly cluster: KubectlContext;
  /** The url of the API server; undefined if kubectl has no configuration, as in a pod. */
  readonly server: string | undefined;
}

/** Reads a cluster's context name and url from kubectl's configuration. Errors: {@link UsageError} if kubectl can't be run. */
export async function namedCluster(cluster: KubectlContext): Promise<NamedCluster> {
  const words = [...kubectlArguments(cluster), "config", "view", "--minify", "-o", "json"];
  const { stdout } = await promisify(execFile)(cluster.program, words).catch((cause) => {
    if (typeof cause.code !== "number") throw startFault(cluster.program, cause);
    return { stdout: "{}" }; // kubectl failed, as for an unknown context: connecting reports it
  });
  const parsed = parse(stdout);
  const view = parsed.ok && isObject(parsed.value) ? parsed.value : {};
  const context = member(view, "current-context");
  const [entry = {}] = mapsIn(member(view, "clusters"));
  const server = member(mapAt(entry, "cluster"), "server");
  return {
    cluster: { ...cluster, ...(typeof context === "string" && { context }) },
    server: typeof server === "string" ? server : undefined,
  };
}

/** The texts with which messages write commands for a cluster: kubectl with its arguments, and options of customhouse. */
export function clusterFlagsOf(cluster: KubectlContext): ClusterFlags {
  const program = cluster.program === "kubectl" ? [] : ["--kubectl", cluster.program];
  return {
    kubectl: [cluster.program, ...kubectlArguments(cluster)].map(shellWord).join(" "),
    flags: [...program, ...kubectlArguments(cluster)].map((word) => ` ${shellWord(word)}`).join(""),
  };
}

/** Connects to a cluster, calls `use`, and disconnects. Throws {@link UsageError} with kubectl's message if it can't connect. */
export async function withCluster<T>(
  cluster: KubectlContext,
  use: (api: ClusterApi) => Promise<T>,
): Promise<T> {
  const api = await openClusterApi(cluster);
  try {
    return await use(api);
  } finally {
    await api.close();
  }
}
