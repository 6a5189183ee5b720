import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type Remedies, shellWord } from "../../evolve/remedies.ts";
import { mapAt, mapsIn } from "../../json/members.ts";
import { parse } from "../../json/parse.ts";
import { isObject, member } from "../../json/value.ts";
import { type Invocation, textOption, UsageError } from "../command.ts";
import { type ClusterApi, type KubectlContext, openClusterApi } from "./cluster-api.ts";
import { kubectlWords, startFault } from "./kubectl.ts";

/** The options that name a cluster as kubectl knows it. */
export const clusterOptions = {
  context: { type: "string" },
  kubeconfig: { type: "string" },
  kubectl: { type: "string" },
} as const;

/** The help of {@link clusterOptions}. */
export const clusterOptionsHelp = `  --context NAME    the cluster, as a context of kubectl (default: the current one)
  --kubeconfig FILE, --kubectl FILE
                    the configuration of kubectl, and the program to run (default: kubectl)`;

/** The cluster that options name. */
export function requestedCluster(invocation: Invocation): KubectlContext {
  const context = textOption(invocation, "context");
  return {
    program: textOption(invocation, "kubectl") ?? "kubectl",
    kubeconfig: textOption(invocation, "kubeconfig") ?? null,
    ...(context !== undefined && { context }),
  };
}

/** A cluster, and what kubectl calls it. */
export interface NamedCluster {
  /** With the name of the context, also where the current one was meant: another may be the current one later. */
  readonly cluster: KubectlContext;
  /** The url of its API server; undefined where kubectl has no configuration, as in a pod. */
  readonly server: string | undefined;
}

/** Finds out by what name kubectl knows a cluster. Errors: {@link UsageError} where kubectl can't be run. */
export async function namedCluster(cluster: KubectlContext): Promise<NamedCluster> {
  const words = [...kubectlWords(cluster), "config", "view", "--minify", "-o", "json"];
  const { stdout } = await promisify(execFile)(cluster.program, words).catch((cause) => {
    if (typeof cause.code !== "number") throw startFault(cluster.program, cause);
    return { stdout: "{}" }; // no such context, of which the connection will say more
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

/** How commands for a cluster are written. */
export function remediesFor(cluster: KubectlContext): Remedies {
  const program = cluster.program === "kubectl" ? [] : ["--kubectl", cluster.program];
  return {
    kubectl: [cluster.program, ...kubectlWords(cluster)].map(shellWord).join(" "),
    cluster: [...program, ...kubectlWords(cluster)].map((word) => ` ${shellWord(word)}`).join(""),
  };
}

/** Runs `use` while the cluster is connected. Throws {@link UsageError} with what kubectl printed where it can't be. */
export async function withCluster<T>(
  cluster: KubectlContext,
  use: (api: ClusterApi) => Promise<T>,
): Promise<T> {
  const api = await openClusterApi(cluster).catch((fault: unknown) => {
    throw new UsageError(fault instanceof Error ? fault.message : String(fault));
  });
  try {
    return await use(api);
  } finally {
    await api.close();
  }
}
