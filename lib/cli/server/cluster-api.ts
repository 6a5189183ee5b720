import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { type JsonObject, member } from "../../json/value.ts";
import { UsageError } from "../command.ts";
import { type ApiCall, type ApiReply, callOnce, proxyEndpoint } from "./api-request.ts";
import { endWithThisProcess } from "./end-with-process.ts";
import { kubectlWords } from "./kubectl.ts";

/** The user's kubectl, and the cluster that it connects to. Without a context, kubectl uses its current one. */
export type KubectlContext = {
  readonly program: string;
  readonly kubeconfig: string | null;
  readonly context?: string;
};

/** A connection to the API server of a cluster, with the permissions of the user. */
export interface ClusterApi {
  /** Errors: {@link UsageError} if the connection ends before the whole response is there. */
  readonly call: (call: ApiCall) => Promise<ApiReply>;
  readonly close: () => Promise<void>;
}

/**
 * Connects through `kubectl proxy`, so that exec plugins, OIDC and proxies work as they do for kubectl. Its Unix socket is in a
 * folder that only the user can enter. Errors: kubectl can't be started; or it ends, with what it printed to standard error.
 */
export async function openClusterApi(kubectl: KubectlContext): Promise<ClusterApi> {
  const folder = await mkdtemp(join(tmpdir(), "customhouse-")); // with mode 0700
  const socket = join(folder, "s");
  const words = [...kubectlWords(kubectl), "proxy", "--unix-socket", socket];
  const child = spawn(kubectl.program, words, { stdio: ["ignore", "pipe", "pipe"] });
  endWithThisProcess(child);
  const close = async (): Promise<void> => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      child.kill();
      await once(child, "exit");
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await waitUntilStarted(child);
  } catch (fault) {
    await close();
    throw fault;
  }
  const endpoint = proxyEndpoint(socket);
  return { call: (call) => callOnce(endpoint, call).catch(connectionLost), close };
}

function connectionLost(cause: unknown): never {
  const reason = cause instanceof Error ? cause.message : String(cause);
  throw new UsageError(`the connection of kubectl proxy ended (${reason}): run this again`, {
    cause,
  });
}

/** Waits for the line that kubectl prints once it listens. */
async function waitUntilStarted(child: ChildProcess): Promise<void> {
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new TypeError("kubectl has no output");
  const message = text(stderr);
  await new Promise<void>((resolve, reject) => {
    child.once("error", (cause) =>
      reject(new Error(`kubectl can't be run (${cause.message}): name it with --kubectl FILE`)),
    );
    child.once("close", () =>
      message.then(
        (errorOutput) => reject(new Error(`kubectl proxy ended: ${errorOutput.trim()}`)),
        reject,
      ),
    );
    stdout.once("data", () => resolve());
  });
}

/**
 * The body of a response with a status of 2xx. Throws an error with the server's message for any other; `what` names the
 * object.
 */
export function bodyOfSuccess({ status, body }: ApiReply, what: string): JsonObject {
  if (status >= 200 && status < 300) return body;
  throw new Error(
    `${what}: the API server responded ${status}: ${String(member(body, "message"))}`,
  );
}
