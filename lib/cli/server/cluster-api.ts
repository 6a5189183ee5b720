import { mkdtemp, rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { shellWord } from "../../evolve/kubectl-commands.ts";
import { type JsonObject, member } from "../../json/value.ts";
import { UsageError } from "../command.ts";
import {
  type ApiCall,
  type ApiEndpoint,
  type ApiReply,
  openResponse,
  proxyEndpoint,
  replyIn,
} from "./api-request.ts";
import { type KubectlContext, kubectlArguments } from "./kubectl.ts";
import { startKubectl } from "./kubectl-process.ts";

/** A connection to the API server of a cluster, with the permissions of the user. */
export interface ClusterApi {
  /**
   * Errors: {@link UsageError} if the connection ends before the whole response is there, or if the API server can't be reached
   * and no earlier call reached it. Later on, it may be restarting: then the reply says that it can't be reached.
   */
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
  // kubectl prints other lines before, if it asks for a user and a password.
  const expected = {
    ready: /Starting to serve/,
    failed: (printed: string) => startFailureText(kubectl, printed),
  };
  const proxy = await startKubectl(kubectl, words, expected).catch(async (fault: unknown) => {
    await remove();
    throw fault;
  });
  const endpoint = proxyEndpoint(socket);
  let wasReached = false;
  return {
    call: async (call) => {
      const reply = await replyOfServer(endpoint, call).catch(connectionLost);
      if (reply.isUnreachable !== true) wasReached = true;
      else if (!wasReached) throw new UsageError(unreachableText(kubectl, reply.body));
      return reply;
    },
    close: () => proxy.stop().then(remove),
  };
}

/** Sends a request once, and reads the response. */
async function replyOfServer(endpoint: ApiEndpoint, call: ApiCall): Promise<ApiReply> {
  const response = await openResponse(endpoint, call);
  const reply = await replyIn(response);
  return isOfProxy(response)
    ? { ...reply, body: firstLine(reply.body), isUnreachable: true }
    : reply;
}

/**
 * True if kubectl itself responded, as it gets no connection to an API server or no credentials: a 500 in plain text. An API
 * server marks each of its responses with an Audit-Id.
 * Source: https://github.com/kubernetes/kubectl/blob/v0.36.3/pkg/proxy/proxy_server.go responder.Error.
 */
function isOfProxy({ statusCode, headers }: IncomingMessage): boolean {
  const isText = headers["content-type"]?.startsWith("text/plain") === true;
  return statusCode === 500 && isText && headers["audit-id"] === undefined;
}

/** The body with the first line of its message: kubectl adds several lines of advice about credential plugins. */
function firstLine(body: JsonObject): JsonObject {
  return { message: String(member(body, "message")).trim().replace(/\n.*/s, "") };
}

function unreachableText(kubectl: KubectlContext, body: JsonObject): string {
  const { context, kubeconfig } = kubectl;
  const of = context === undefined ? "of kubectl's current context" : `of the context ${context}`;
  const file = kubeconfig === null ? "" : ` (in ${kubeconfig})`;
  return `the cluster ${of}${file} can't be reached: ${String(member(body, "message"))}. Does the cluster run, and is it the right one? ${contextsHint(kubectl)}`;
}

/** The error if kubectl ends before it serves, for what it printed. */
function startFailureText(kubectl: KubectlContext, printed: string): string {
  const [, context] = /^context "(.*)" does not exist$/.exec(printed) ?? [];
  return context === undefined
    ? `kubectl can't connect to the cluster: ${printed}. Are --context and --kubeconfig right?`
    : `kubectl has no context ${context}: ${contextsHint(kubectl)}`;
}

function contextsHint({ program, kubeconfig }: KubectlContext): string {
  const command = [program, ...kubectlArguments({ program, kubeconfig }), "config", "get-contexts"];
  return `${command.map(shellWord).join(" ")} shows the contexts; --context NAME takes one`;
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
