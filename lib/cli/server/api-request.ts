import { type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { Agent, type RequestOptions, request as requestHttps } from "node:https";
import { text } from "node:stream/consumers";
import type { ClusterWrite, WriteMediaType } from "../../evolve/cluster-client.ts";
import { parse } from "../../json/parse.ts";
import { isObject, type JsonObject, type JsonValue } from "../../json/value.ts";
import { stringify } from "../../json/write.ts";

/** A request to the API server. */
export interface ApiCall {
  readonly method: "GET" | ClusterWrite["method"];
  readonly path: string;
  readonly body?: JsonValue;
  /** The media type of the body. Default: JSON. */
  readonly contentType?: WriteMediaType;
  /** The media types that the response may have. Default: JSON. */
  readonly accept?: string;
}

/** What the API server responded. */
export interface ApiReply {
  readonly status: number;
  /** A response that is not a JSON map has its text as `message`. */
  readonly body: JsonObject;
  /** The seconds in the header Retry-After, after which the request may be sent again; absent without the header. */
  readonly retryAfterSeconds?: number;
  /** True if no API server responded: the status is then that of `kubectl proxy`, and the message says why. Default: false. */
  readonly isUnreachable?: boolean;
}

/** How requests reach an API server. */
export interface ApiEndpoint {
  readonly send: (
    options: RequestOptions,
    onResponse: (response: IncomingMessage) => void,
  ) => ClientRequest;
  readonly options: RequestOptions;
}

/** The API server behind the Unix socket of a `kubectl proxy`. */
export function proxyEndpoint(socketPath: string): ApiEndpoint {
  return {
    send: requestHttp,
    options: { socketPath, agent: false, headers: { Host: "localhost" } },
  };
}

/** An API server at a url, whose certificate a CA (PEM) has signed, for the user with a bearer token. */
export function tokenEndpoint(server: string, token: string, ca: string): ApiEndpoint {
  const { hostname: host, port } = new URL(server);
  const agent = new Agent({ keepAlive: true });
  const headers = { Authorization: `Bearer ${token}` };
  return { send: requestHttps, options: { host, port, ca, agent, headers } };
}

/** Sends a request. The response comes with its body still unread. */
export function openResponse(
  { send, options }: ApiEndpoint,
  { method, path, body, contentType = "application/json", accept = "application/json" }: ApiCall,
  signal?: AbortSignal,
): Promise<IncomingMessage> {
  const headers = { ...options.headers, Accept: accept, "Content-Type": contentType };
  const how = { ...options, method, path, headers, ...(signal !== undefined && { signal }) };
  return new Promise((resolve, reject) => {
    const call = send(how, resolve);
    call.on("error", reject).end(body === undefined ? undefined : stringify(body));
  });
}

/** Reads a response to its end. */
export async function replyIn(response: IncomingMessage): Promise<ApiReply> {
  const answer = await text(response);
  const parsed = parse(answer);
  const after = Number(response.headers["retry-after"] ?? Number.NaN);
  return {
    status: response.statusCode ?? 0,
    body: parsed.ok && isObject(parsed.value) ? parsed.value : { message: answer },
    ...(after >= 0 && { retryAfterSeconds: after }),
  };
}

/** Sends a request once, and reads the response. */
export async function callOnce(endpoint: ApiEndpoint, call: ApiCall): Promise<ApiReply> {
  return replyIn(await openResponse(endpoint, call));
}
