import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";

/** What a user of kubectl sees. */
export interface KubectlRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs kubectl as the administrator, in the namespace `default`; `input` goes to its standard input. */
export type Kubectl = (args: readonly string[], input?: string) => Promise<KubectlRun>;

/** Kubectl of one cluster. */
export function openKubectl(program: string, kubeconfig: string): Kubectl {
  const cache = join(dirname(kubeconfig), "kubectl-cache");
  const own = { KUBECONFIG: kubeconfig, KUBECACHEDIR: cache, KUBERC: "off" };
  const env = { ...process.env, ...own, HTTPS_PROXY: "", https_proxy: "" };
  return async (args, input = "") => {
    const child = spawn(program, args, { env, stdio: ["pipe", "pipe", "pipe"], timeout: 120_000 });
    const ended = new Promise<number>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code) => resolve(code ?? 1));
    });
    child.stdin.on("error", () => {}); // kubectl may end before it has read all
    child.stdin.end(input);
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { code: await ended, stdout, stderr };
  };
}
