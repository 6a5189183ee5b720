import middy from "@middy/core";
import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import type { Callers } from "../../callers/callers.ts";
import type { JsonObject } from "../../json/value.ts";
import { deadlineOf } from "../../request/deadline.ts";
import {
  bodyText,
  errorResponse,
  type HttpResponse,
  notFound,
} from "../../request/http-response.ts";
import type { Verb } from "../../request/routes.ts";
import { destinationOf } from "../../service/request.ts";
import type { Service } from "../../service/review-service.ts";
import { type LambdaEvent, readEvent } from "./event.ts";
import { logFault } from "./fault-log.ts";
import { answerRaw } from "./raw-review.ts";
import { isTooLarge } from "./response-size.ts";

/** The function that Lambda's runtime calls. The response to a raw review is a raw review. */
export type LambdaHandler = (
  event: unknown,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2 | JsonObject>;

/** What a Lambda function serves, and to whom. */
export interface LambdaOptions {
  readonly service: Service;
  /** Who may call over HTTP; raw reviews need the IAM permission `lambda:InvokeFunction`. */
  readonly callers: Callers;
}

/** The Lambda function of one verb, behind an HTTP API, a REST API, a function URL, or invoked with a raw review. */
export function lambdaHandler(verb: Verb, { service, callers }: LambdaOptions): LambdaHandler {
  const handle = async (event: unknown, context: Context) => {
    const invocation = readEvent(event);
    if (invocation === undefined) return resultOf(notFound, false);
    const hostMs = remainingMs(context);
    if (invocation.via === "invoke") {
      return answerRaw(verb, service, invocation.review, deadlineOf(null, hostMs));
    }
    return answerHttp(verb, { service, callers }, invocation, hostMs);
  };
  return middy({ timeoutEarlyInMillis: 0 })
    .onError(({ error }) => {
      logFault("the handler failed", error);
      return resultOf(errorResponse(500, "the webhook failed; see its log"), false);
    })
    .handler(handle);
}

async function answerHttp(
  verb: Verb,
  { service, callers }: LambdaOptions,
  { line, body, acceptsGzip }: Extract<LambdaEvent, { via: "http" }>,
  hostMs: number | undefined,
): Promise<APIGatewayProxyStructuredResultV2> {
  const routing = { callers, serves: service.serves };
  const destination = await destinationOf(line, routing, hostMs);
  if (!destination.ok) return resultOf(destination.error, acceptsGzip);
  const { verb: requested, deadline, caller } = destination.value;
  if (requested !== verb) return resultOf(notFound, acceptsGzip);
  const results = new Map<HttpResponse, APIGatewayProxyStructuredResultV2>();
  const sizeFault = async (response: HttpResponse): Promise<string | undefined> => {
    const result = await resultOf(response, acceptsGzip);
    results.set(response, result);
    return isTooLarge(result.body ?? "") ? tooLargeText : undefined;
  };
  const response = await service.answer(verb, body, deadline, { ...caller, sizeFault });
  return results.get(response) ?? resultOf(response, acceptsGzip);
}

const tooLargeText =
  "the response is larger than the 6 MB that AWS Lambda carries: ask for fewer objects at once (kubectl --chunk-size, limit=), or accept gzip";

/**
 * The least time that is believed: no function has so little left, so a smaller value means that the clock is ahead of
 * Lambda's.
 */
const leastMs = 500;

/** Milliseconds until the function's own timeout; undefined if it is not known. */
function remainingMs(context: Context): number | undefined {
  const ms = context.getRemainingTimeInMillis?.();
  return ms === undefined || ms < leastMs ? undefined : ms;
}

/**
 * The number of characters from which a body is compressed, because that takes less time: Lambda's runtime writes a
 * body as a JSON string with an escape for each quote, and base64 has no quotes. Measured on 20 kB: 43 µs instead of 64
 * µs.
 */
const gzipFrom = 16 * 1024;

/** The fastest level: level 6 takes more than twice as long and saves a tenth. */
const gzipOptions = { level: 1 } as const;

/**
 * A response in the gateway's form. Large ones are compressed, as a Lambda response has at most 6 MB; kube-apiserver
 * accepts gzip. The compressor is loaded at its first use.
 */
async function resultOf(
  response: HttpResponse,
  acceptsGzip: boolean,
): Promise<APIGatewayProxyStructuredResultV2> {
  const { status, headers, body } = response;
  if (!acceptsGzip || body.length < gzipFrom) {
    return { statusCode: status, headers: { ...headers }, body: bodyText(response) };
  }
  const { gzipSync } = await import("node:zlib");
  return {
    statusCode: status,
    headers: { ...headers, "Content-Encoding": "gzip" },
    body: gzipSync(body, gzipOptions).toString("base64"),
    isBase64Encoded: true,
  };
}
