import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

/** Where a command runs, and what it reads. */
export interface ShellOptions {
  readonly cwd?: string;
  /** Added to the environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Standard input. */
  readonly input?: string;
}

/**
 * Runs a printed command as it stands, without the proxy of this machine, and returns its output. This process goes on
 * meanwhile, because its relay is needed. Errors: one with what the command said, if its exit code is not 0.
 */
export async function shell(command: string, options: ShellOptions = {}): Promise<string> {
  const { cwd, input = "" } = options;
  const env = { ...process.env, HTTPS_PROXY: "", https_proxy: "", KUBERC: "off", ...options.env };
  const child = spawn("bash", ["-o", "pipefail", "-c", command], {
    env,
    ...(cwd !== undefined && { cwd }),
  });
  child.stdin.on("error", () => undefined); // the command may exit before it has read its input
  child.stdin.end(input);
  const [stdout, stderr] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  if (child.exitCode !== 0) throw new Error(`${command}: ${stderr}`);
  return stdout;
}
