import type { IncomingMessage } from "node:http";
import { Agent, request } from "node:https";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { parse } from "../../../lib/json/parse.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../../../lib/json/value.ts";
import { stringify } from "../../../lib/json/write.ts";

/** A client of the API server that keeps integers of 64 bits, and retries after 429 or 503 with Retry-After. */
export interface Client {
  /** Any call; a response of any status. */
  send(call: Call): Promise<Reply>;
  /** A call that must succeed. Errors: {@link ApiError}. */
  ask(call: Call): Promise<JsonObject>;
  /** Opens a watch: its events, until the signal or the server ends it. Errors: {@link ApiError}. */
  stream(call: Call, signal: AbortSignal): Promise<AsyncIterable<JsonObject>>;
  close(): void;
}

export interface Call {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly query?: Query | undefined;
  readonly body?: JsonValue | undefined;
  /** Of the body; JSON where left out. */
  readonly contentType?: string | undefined;
  /** The user to impersonate. */
  readonly as?: string | undefined;
}

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Reply {
  readonly status: number;
  readonly body: JsonValue;
  /** The texts of the Warning headers. */
  readonly warnings: readonly string[];
}

export interface ClientOptions {
  readonly server: string;
  readonly token: string;
  /** The CA's certificate in PEM. */
  readonly ca: string;
}

/** The API server said no: its message, its HTTP status and the whole metav1.Status. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly body: JsonValue;

  constructor(status: number, body: JsonValue) {
    const message = isObject(body) ? member(body, "message") : undefined;
    super(typeof message === "string" ? message : `HTTP ${status}`);
    this.status = status;
    this.body = body;
  }
}

const maxRetries = 60;

/** A client of one API server, with one user's token. */
export function openClient(options: ClientOptions): Client {
  const agent = new Agent({ keepAlive: true, ca: options.ca });
  const open = (call: Call, signal?: AbortSignal) =>
    retrying(() => exchange(options, agent, call, signal));
  const send = async (call: Call): Promise<Reply> => readReply(await open(call));
  return {
    send,
    ask: async (call) => {
      const { status, body } = await send(call);
      if (status >= 300 || !isObject(body)) throw new ApiError(status, body);
      return body;
    },
    stream: async (call, signal) => {
      const response = await open(call, signal);
      if (response.statusCode !== 200) {
        const { status, body } = await readReply(response);
        throw new ApiError(status, body);
      }
      return events(response, signal);
    },
    close: () => agent.destroy(),
  };
}

/**
 * The API server responds with 429 while a watch cache is being filled, and 503 while it replaces what serves a changed definition.
 * It says when to come back.
 */
async function retrying(call: () => Promise<IncomingMessage>): Promise<IncomingMessage> {
  for (let retry = 0; ; retry++) {
    const response = await call();
    const after = response.headers["retry-after"];
    const isTaken = response.statusCode !== 429 && response.statusCode !== 503;
    if (isTaken || after === undefined || retry === maxRetries) return response;
    response.resume();
    await sleep(Number(after) * 1000);
  }
}

function exchange(
  options: ClientOptions,
  agent: Agent,
  call: Call,
  signal?: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { method } = call;
    const headers = headersOf(call, options.token);
    const rest = signal === undefined ? {} : { signal };
    const outgoing = request(urlOf(options.server, call), { method, headers, agent, ...rest });
    outgoing.once("response", resolve).on("error", reject);
    outgoing.end(call.body === undefined ? undefined : stringify(call.body));
  });
}

function headersOf(call: Call, token: string): Record<string, string> {
  return {
    authorization: `Bearer ${token}`,
    accept: "application/json",
    ...(call.body === undefined ? {} : { "content-type": call.contentType ?? "application/json" }),
    ...(call.as === undefined ? {} : { "impersonate-user": call.as }),
  };
}

function urlOf(server: string, call: Call): URL {
  const url = new URL(call.path, server);
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url;
}

async function readReply(response: IncomingMessage): Promise<Reply> {
  const body = parse(await text(response));
  const { warning = [] } = response.headersDistinct;
  return {
    status: response.statusCode ?? 0,
    body: body.ok ? body.value : null,
    warnings: warningsOf(warning),
  };
}

/** `299 - "text"`, several in one header with commas between. */
function warningsOf(headers: readonly string[]): string[] {
  return [...headers.join(",").matchAll(/299 - "((?:[^"\\]|\\.)*)"/g)].map((match) =>
    (match[1] ?? "").replace(/\\(.)/g, "$1"),
  );
}

async function* events(response: IncomingMessage, signal: AbortSignal): AsyncIterable<JsonObject> {
  try {
    for await (const line of createInterface({ input: response })) {
      const event = parse(line);
      if (event.ok && isObject(event.value)) yield event.value;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
