import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { UsageError } from "../command.ts";
import type { ConnectTo } from "./connection.ts";
import { endWithThisProcess } from "./end-with-process.ts";
import { type KubectlOptions, kubectlWords, startFault } from "./kubectl.ts";

/** A Service in a cluster, and its port. */
export interface ForwardedService {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
}

/** A port of this machine that kubectl forwards to a Service, until the caller disposes of this object. */
export interface PortForward extends AsyncDisposable {
  readonly connectTo: ConnectTo;
}

/** Opens a port-forward with the user's kubectl. Errors: {@link UsageError} with kubectl's message. */
export async function portForward(
  options: KubectlOptions,
  { namespace, name, port }: ForwardedService,
): Promise<PortForward> {
  const { program, mask } = options;
  const words = [
    ...kubectlWords(options),
    ...["port-forward", "--address", "127.0.0.1"],
    ...["--namespace", namespace, `service/${name}`, `:${port}`],
  ];
  const child = spawn(program, words, { stdio: ["ignore", "pipe", "pipe"] });
  endWithThisProcess(child);
  const message = text(child.stderr);
  const ended = once(child, "close").catch(() => undefined);
  const opened = new Promise<number>((resolve, reject) => {
    let output = "";
    child.once("error", (cause) => reject(startFault(program, cause)));
    child.once("close", () => {
      message.then((errorOutput) => {
        const reason = mask(errorOutput).trim() || "kubectl ended";
        reject(new UsageError(`kubectl port-forward to ${namespace}/${name}: ${reason}`));
      }, reject);
    });
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk;
      const [, local] = /^Forwarding from 127\.0\.0\.1:(\d+) -> /m.exec(output) ?? [];
      if (local !== undefined) resolve(Number(local));
    });
  });
  return {
    connectTo: { host: "127.0.0.1", port: await opened },
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await ended;
    },
  };
}
