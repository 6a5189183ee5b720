import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type JsonObject, member } from "../../json/value.ts";
import { UsageError } from "../command.ts";
import { type ApiCall, type ApiReply, callOnce, proxyEndpoint } from "./api-request.ts";
import type { KubectlContext } from "./kubectl.ts";
import { startKubectl } from "./kubectl-process.ts";

/** A connection to the API server of a cluster, with the permissions of the user. */
export interface ClusterApi {
  /** Errors: {@link UsageError} if the connection ends before the whole response is there. */
  readonly call: (call: ApiCall) => Promise<ApiReply>;
  readonly close: () => Promise<void>;
}

/**
 * Connects through `kubectl proxy`, so that exec plugins, OIDC and proxies work as they do for kubectl. Its Unix socket is in a
 * folder that only the user can enter. Errors: {@link UsageError} if kubectl can't be started, or ends.
 */
export async function openClusterApi(kubectl: KubectlContext): Promise<ClusterApi> {
  const folder = await mkdtemp(join(tmpdir(), "customhouse-")); // with mode 0700
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const socket = join(folder, "s");
  const words = ["proxy", "--unix-socket", socket];
  const expected = { ready: /./, failed: "kubectl proxy ended" };
  const proxy = await startKubectl(kubectl, words, expected).catch(async (fault: unknown) => {
    await remove();
    throw fault;
  });
  const endpoint = proxyEndpoint(socket);
  return {
    call: (call) => callOnce(endpoint, call).catch(connectionLost),
    close: () => proxy.stop().then(remove),
  };
}

function connectionLost(cause: unknown): never {
  const reason = cause instanceof Error ? cause.message : String(cause);
  throw new UsageError(`the connection of kubectl proxy ended (${reason}): run this again`, {
    cause,
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
