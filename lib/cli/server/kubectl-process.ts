import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { UsageError } from "../command.ts";
import { endWithThisProcess } from "./end-with-process.ts";
import { type KubectlContext, kubectlArguments, startFault } from "./kubectl.ts";

interface KubectlProcess {
  /** The match of the output that shows that kubectl is ready. */
  readonly ready: RegExpExecArray;
  readonly stop: () => Promise<void>;
}

/**
 * Runs kubectl in the background, and waits for output that `ready` matches. Errors: {@link UsageError} if kubectl can't be
 * started, or ends before, with the text that `failed` returns for what it printed.
 */
export async function startKubectl(
  kubectl: KubectlContext,
  words: readonly string[],
  { ready, failed }: { readonly ready: RegExp; readonly failed: (printed: string) => string },
): Promise<KubectlProcess> {
  const { program } = kubectl;
  const args = [...kubectlArguments(kubectl), ...words];
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  endWithThisProcess(child);
  const message = text(child.stderr);
  const ended = once(child, "exit").catch(() => undefined);
  const match = await new Promise<RegExpExecArray>((resolve, reject) => {
    let output = "";
    child.once("error", (cause) => reject(startFault(program, cause)));
    child.once("close", () => {
      message.then((errors) => {
        const printed = [output, errors.replace(/^error: /, "")].map((each) => each.trim());
        const all = printed.filter((each) => each !== "").join(" ");
        reject(new UsageError(failed(all === "" ? "kubectl ended" : all)));
      }, reject);
    });
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk;
      const found = ready.exec(output);
      if (found !== null) resolve(found);
    });
  });
  return {
    ready: match,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}
