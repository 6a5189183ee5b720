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
import { handleRawReview } from "./raw-review.ts";
import { isTooLarge } from "./response-size.ts";

/** The function that the Lambda runtime calls. It responds to an HTTP event with HTTP, and to a raw review with a review. */
export type LambdaHandler = (
  event: unknown,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2 | JsonObject>;

/** What a Lambda function serves, and who may call it. */
export interface LambdaOptions {
  readonly service: Service;
  /** Who may call over HTTP. Raw reviews need the IAM permission `lambda:InvokeFunction` instead. */
  readonly callers: Callers;
}

/** The Lambda function for one verb. Accepts events of an HTTP API, a REST API or a function URL, and raw reviews. */
export function lambdaHandler(verb: Verb, { service, callers }: LambdaOptions): LambdaHandler {
  const handle = async (event: unknown, context: Context) => {
    const invocation = readEvent(event);
    if (invocation === undefined) return gatewayResult(notFound, false);
    const hostMs = remainingMs(context);
    if (invocation.via === "invoke") {
      return handleRawReview(verb, service, invocation.review, deadlineOf(null, hostMs));
    }
    return answerHttp(verb, { service, callers }, invocation, hostMs);
  };
  return middy({ timeoutEarlyInMillis: 0 })
    .onError(({ error }) => {
      logFault("the handler failed", error);
      return gatewayResult(errorResponse(500, "the webhook failed; see its log"), false);
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
  if (!destination.ok) return gatewayResult(destination.error, acceptsGzip);
  const { verb: requested, deadline, caller } = destination.value;
  if (requested !== verb) return gatewayResult(notFound, acceptsGzip);
  const results = new Map<HttpResponse, APIGatewayProxyStructuredResultV2>();
  const sizeFault = async (response: HttpResponse): Promise<string | undefined> => {
    const result = await gatewayResult(response, acceptsGzip);
    results.set(response, result);
    return isTooLarge(result.body ?? "") ? tooLargeText : undefined;
  };
  const response = await service.answer(verb, body, deadline, { ...caller, sizeFault });
  return results.get(response) ?? gatewayResult(response, acceptsGzip);
}

const tooLargeText =
  "the response is larger than the 6 MB that AWS Lambda allows: request fewer objects at once (kubectl --chunk-size, limit=), or accept gzip";

/**
 * The smallest remaining time that can be right, in ms. No function starts with so little time, so a smaller value
 * means that the machine's clock is ahead of Lambda's.
 */
const leastMs = 500;

/** Milliseconds until the function's own timeout; undefined if unknown. */
function remainingMs(context: Context): number | undefined {
  const ms = context.getRemainingTimeInMillis?.();
  return ms === undefined || ms < leastMs ? undefined : ms;
}

/**
 * The length, in UTF-16 units or bytes, from which a body is compressed to save time: the Lambda runtime writes a body as a
 * JSON string and escapes each quote, and base64 has no quotes. Measured for 20 kB: 43 µs instead of 64 µs.
 */
const gzipFrom = 16 * 1024;

/** The fastest level of compression: level 6 takes more than twice as long and saves a tenth. */
const gzipOptions = { level: 1 } as const;

/**
 * A response in the form that the gateway expects. Large bodies are compressed, because a Lambda response has at most 6
 * MB and kube-apiserver accepts gzip. The compressor is loaded when it is first used.
 */
async function gatewayResult(
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
