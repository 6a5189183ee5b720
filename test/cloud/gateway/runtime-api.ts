import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { listenLocally } from "../../support/local-port.ts";

/** An event on its way to a runtime, with its metadata for the runtime. */
export interface Invocation {
  readonly requestId: string;
  readonly event: string;
  /** When the function is ended, in ms since 1970. */
  readonly deadlineMs: number;
  readonly functionArn: string;
  /** What is to go wrong inside the environment: see bootstrap.cjs. */
  readonly fault?: string;
}

/** What a runtime says of an invocation, or of its own start. */
export type Outcome =
  | { readonly type: "answered"; readonly body: string }
  | { readonly type: "failed"; readonly errorType: string; readonly message: string };

/**
 * Lambda's Runtime API for one execution environment.
 * Source: AWS Lambda Developer Guide, "Using the Lambda runtime API", 2018-06-01.
 */
export interface RuntimeApi {
  /** The value of AWS_LAMBDA_RUNTIME_API. */
  readonly address: string;
  /** Resolves when the runtime first requests an event: with the fault if its start failed. */
  readonly started: Promise<Outcome | undefined>;
  /** Hands over an event; one at a time. Stays open if the runtime never responds. */
  invoke(invocation: Invocation): Promise<Outcome>;
  close(): void;
}

/** What the server's handlers share. */
interface Exchange {
  waiting?: ServerResponse;
  pending?: Invocation;
  settle: (outcome: Outcome) => void;
  start: (fault?: Outcome) => void;
}

const prefix = "/2018-06-01/runtime/";

/** Starts the API on a free port of the loopback interface. */
export async function startRuntimeApi(): Promise<RuntimeApi> {
  const exchange: Exchange = { settle: () => undefined, start: () => undefined };
  const started = new Promise<Outcome | undefined>((resolve) => {
    exchange.start = resolve;
  });
  const server = createServer((request, response) => {
    answer(exchange, request, response).catch(() => response.destroy());
  });
  server.keepAliveTimeout = 0;
  const port = await listenLocally(server);
  return {
    address: `127.0.0.1:${port}`,
    started,
    invoke: (invocation) =>
      new Promise((resolve) => {
        exchange.settle = resolve;
        exchange.pending = invocation;
        giveNext(exchange);
      }),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answer(
  exchange: Exchange,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = request.url?.slice(prefix.length) ?? "";
  if (path === "invocation/next") {
    exchange.waiting = response;
    exchange.start();
    return giveNext(exchange);
  }
  const body = await text(request);
  response.writeHead(202, { "Content-Length": 0 }).end();
  if (path === "init/error") exchange.start(failureIn(body));
  else exchange.settle(path.endsWith("/error") ? failureIn(body) : { type: "answered", body });
}

function giveNext(exchange: Exchange): void {
  const { waiting, pending } = exchange;
  if (waiting === undefined || pending === undefined) return;
  delete exchange.waiting;
  delete exchange.pending;
  const { requestId, event, deadlineMs, functionArn, fault } = pending;
  waiting.writeHead(200, {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(event),
    "Lambda-Runtime-Aws-Request-Id": requestId,
    "Lambda-Runtime-Deadline-Ms": String(deadlineMs),
    "Lambda-Runtime-Invoked-Function-Arn": functionArn,
    "Lambda-Runtime-Trace-Id": traceId(requestId),
    ...(fault !== undefined && { "Rehearsal-Fault": fault }),
  });
  waiting.end(event);
}

/** Not sampled: X-Ray gets no trace. */
function traceId(requestId: string): string {
  const hex = requestId.replaceAll("-", "");
  return `Root=1-${hex.slice(0, 8)}-${hex.slice(8)};Parent=${hex.slice(16)};Sampled=0`;
}

function failureIn(body: string): Outcome {
  const { errorType = "Error", errorMessage = "" } = JSON.parse(body);
  return { type: "failed", errorType, message: errorMessage };
}
