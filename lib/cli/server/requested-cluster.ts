import { shellWord } from "../../evolve/remedies.ts";
import { type Invocation, textOption, UsageError } from "../command.ts";
import { type ClusterApi, type KubectlContext, openClusterApi } from "./cluster-api.ts";
import { kubectlWords } from "./kubectl.ts";

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

/** The words of a shell's command that run kubectl for a cluster. */
export function kubectlCommand(cluster: KubectlContext): string {
  return [cluster.program, ...kubectlWords(cluster)].map(shellWord).join(" ");
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
