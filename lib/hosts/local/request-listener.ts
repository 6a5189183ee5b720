import type { IncomingMessage } from "node:http";
import type { Http2ServerRequest } from "node:http2";
import type { Callers } from "../../callers/callers.ts";
import { bodyText, errorResponse, type HttpResponse } from "../../request/http-response.ts";
import { destinationOf } from "../../service/request.ts";
import type { Service } from "../../service/review-service.ts";
import { drainBody, readBody } from "./body.ts";
import { releaseBytes } from "./released-bytes.ts";

/** The service and callers of a listener, and the timeout for bodies. */
export interface ListenerOptions {
  readonly service: Service;
  readonly callers: Callers;
  /** How long to wait for a request's body, in ms, before the connection is closed. Default 30,000, as in API Gateway. */
  readonly bodyMs?: number;
}

type Request = IncomingMessage | Http2ServerRequest;

/** What HTTP/1.1 and HTTP/2 responses have in common. */
interface Response {
  readonly destroyed: boolean;
  readonly writableEnded: boolean;
  readonly writableFinished: boolean;
  readonly socket: { readonly destroyed: boolean } | null;
  writeHead(status: number, headers: Record<string, string | number>): unknown;
  once(event: "finish", listener: () => void): unknown;
  end(body: string | Uint8Array): unknown;
  destroy(): unknown;
}

/** Creates a listener for the `request` event of a Node server, for HTTP/1.1 or HTTP/2. */
export function requestListener(
  options: ListenerOptions,
): (request: Request, response: Response) => void {
  return (request, response) => {
    handle(options, request).then(
      (result) => writeHttpResponse(response, result),
      () => response.destroy(),
    );
  };
}

/** The limit is that of a Lambda event, so that every host accepts the same reviews. */
const tooLargeText =
  "the review is too large: as a JSON string, in which each quote takes two bytes, it may have at most 6 MB";

async function handle(
  { service, callers, bodyMs = 30_000 }: ListenerOptions,
  request: Request,
): Promise<HttpResponse> {
  const source = request.socket.remoteAddress;
  const { method = "", url: target = "" } = request;
  const line = { method, target, ...(source && { source }) };
  const destination = await destinationOf(line, { callers, serves: service.serves });
  const late = setTimeout(() => request.destroy(), bodyMs);
  // Node makes the map of headers when it is first read, which a small review does not need.
  const expectedBytes = () => Number(request.headers["content-length"]) || 0;
  const body = await (destination.ok ? readBody(request, expectedBytes) : drainBody(request));
  clearTimeout(late);
  if (!destination.ok) return destination.error;
  if (body === undefined) return errorResponse(400, "the body is incomplete");
  if (body === "too large") {
    return errorResponse(413, tooLargeText);
  }
  const { verb, deadline, caller } = destination.value;
  const result = await service.answer(verb, body, deadline, caller);
  releaseBytes(body);
  return result;
}

/** Sends a response, unless the caller has closed the connection. */
function writeHttpResponse(response: Response, result: HttpResponse): void {
  const { status, headers, body } = result;
  if (response.destroyed || response.writableEnded || response.socket?.destroyed === true) return;
  const bytes = Buffer.byteLength(body);
  response.writeHead(status, { ...headers, "Content-Length": bytes });
  if (bytes < maxDecoded) response.end(bodyText(result));
  else {
    const sent = typeof body === "string" && bytes >= maxOneWrite ? Buffer.from(body) : body;
    if (typeof sent !== "string") releaseAfter(response, sent);
    response.end(sent);
  }
}

/**
 * Frees the bytes of a response when all of them have been passed to the operating system. Until then they are being read.
 * If the caller closes the connection before, they are left to the garbage collector: HTTP/2 emits `finish` then, too.
 */
function releaseAfter(response: Response, bytes: Uint8Array): void {
  response.once("finish", () => {
    if (response.writableFinished) releaseBytes(bytes);
  });
}

/** A body of fewer bytes than this is sent as a string, which Node writes together with the headers. */
const maxDecoded = 4 * 1024;

/**
 * Node encodes a string with fewer bytes than this on its stack and sends it together with the headers, in one write.
 * Source: https://github.com/nodejs/node/blob/v24.0.0/src/stream_base.cc, WriteString.
 */
const maxOneWrite = 16 * 1024;
