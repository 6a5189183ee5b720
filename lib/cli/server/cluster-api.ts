import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { type JsonObject, member } from "../../json/value.ts";
import { type ApiCall, type ApiReply, callOnce, proxyEndpoint } from "./api-request.ts";
import { kubectlWords } from "./kubectl.ts";

/** The user's kubectl and the cluster that it connects to: the current one where no context is named. */
export type KubectlContext = {
  readonly program: string;
  readonly kubeconfig: string | null;
  readonly context?: string;
};

/** The API server of a cluster, with the rights of the user. */
export interface ClusterApi {
  readonly call: (call: ApiCall) => Promise<ApiReply>;
  readonly close: () => Promise<void>;
}

/**
 * Connects by `kubectl proxy` on a socket in a folder that only the user can enter, so that exec plugins, OIDC and proxies work
 * as they do for kubectl. Errors: what kubectl printed.
 */
export async function openClusterApi(kubectl: KubectlContext): Promise<ClusterApi> {
  const folder = await mkdtemp(join(tmpdir(), "customhouse-")); // with mode 0700
  const socket = join(folder, "s");
  const words = [...kubectlWords(kubectl), "proxy", "--unix-socket", socket];
  const child = spawn(kubectl.program, words, { stdio: ["ignore", "pipe", "pipe"] });
  const close = async (): Promise<void> => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      child.kill();
      await once(child, "exit");
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await started(child);
  } catch (fault) {
    await close();
    throw fault;
  }
  const endpoint = proxyEndpoint(socket);
  return { call: (call) => callOnce(endpoint, call), close };
}

/** Waits for the line that kubectl prints once it listens. */
async function started(child: ChildProcess): Promise<void> {
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new TypeError("kubectl has no output");
  const message = text(stderr);
  await new Promise<void>((resolve, reject) => {
    child.once("error", (cause) =>
      reject(new Error(`kubectl can't be run (${cause.message}): name it with --kubectl FILE`)),
    );
    child.once("close", () =>
      message.then((said) => reject(new Error(`kubectl proxy ended: ${said.trim()}`)), reject),
    );
    stdout.once("data", () => resolve());
  });
}

/** A response that must have succeeded. Throws with the server's message. */
export function succeeded({ status, body }: ApiReply, what: string): JsonObject {
  if (status >= 200 && status < 300) return body;
  throw new Error(
    `${what}: the API server responded ${status}: ${String(member(body, "message"))}`,
  );
}
