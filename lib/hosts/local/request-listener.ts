import type { IncomingMessage } from "node:http";
import type { Http2ServerRequest } from "node:http2";
import type { Callers } from "../../callers/callers.ts";
import { bodyText, errorAnswer, type HttpAnswer } from "../../request/http-answer.ts";
import { destinationOf } from "../../service/request.ts";
import type { Service } from "../../service/review-service.ts";
import { drainBody, readBody } from "./body.ts";

export interface ListenerOptions {
  readonly service: Service;
  readonly callers: Callers;
  /** What a body may take to come; then the line is cut. Default 30,000, the gateway's in the cloud. */
  readonly bodyMs?: number;
}

type Request = IncomingMessage | Http2ServerRequest;

/** What HTTP/1.1 and HTTP/2 have in common. */
interface Response {
  readonly destroyed: boolean;
  readonly writableEnded: boolean;
  readonly socket: { readonly destroyed: boolean } | null;
  writeHead(status: number, headers: Record<string, string | number>): unknown;
  end(body: string | Uint8Array): unknown;
  destroy(): unknown;
}

/** Answers the requests of a server of Node's, HTTP/1.1 or HTTP/2: its `request` event. */
export function requestListener(
  options: ListenerOptions,
): (request: Request, response: Response) => void {
  return (request, response) => {
    handle(options, request).then(
      (answer) => send(response, answer),
      () => response.destroy(),
    );
  };
}

async function handle(
  { service, callers, bodyMs = 30_000 }: ListenerOptions,
  request: Request,
): Promise<HttpAnswer> {
  const source = request.socket.remoteAddress;
  const { method = "", url: target = "" } = request;
  const line = { method, target, ...(source && { source }) };
  const destination = await destinationOf(line, { callers, serves: service.serves });
  const late = setTimeout(() => request.destroy(), bodyMs);
  const body = await (destination.ok ? readBody(request) : drainBody(request));
  clearTimeout(late);
  if (!destination.ok) return destination.error;
  if (body === undefined) return errorAnswer(400, "the body ended early");
  if (body === "too large") {
    return errorAnswer(413, "the review is larger than a 6 MB event can carry");
  }
  const { verb, deadline, caller } = destination.value;
  return service.answer(verb, body, deadline, caller);
}

/** Writes an answer, unless the caller hung up meanwhile. */
function send(response: Response, answer: HttpAnswer): void {
  const { status, headers, body } = answer;
  if (response.destroyed || response.writableEnded || response.socket?.destroyed === true) return;
  const bytes = Buffer.byteLength(body);
  response.writeHead(status, { ...headers, "Content-Length": bytes });
  if (bytes < maxDecoded) response.end(bodyText(answer));
  else response.end(typeof body === "string" && bytes >= maxOneWrite ? Buffer.from(body) : body);
}

/** Bytes below which text for one write is worth being made of bytes. */
const maxDecoded = 4 * 1024;

/**
 * Bytes that Node encodes on its stack: a text below that leaves with the head in one write, without a buffer of its own.
 * Source: nodejs/node@v24.0.0 src/stream_base.cc, WriteString.
 */
const maxOneWrite = 16 * 1024;
