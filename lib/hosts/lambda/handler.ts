import middy from "@middy/core";
import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import type { Callers } from "../../callers/callers.ts";
import type { JsonObject } from "../../json/value.ts";
import { deadlineOf } from "../../request/deadline.ts";
import { bodyText, errorAnswer, type HttpAnswer, notFound } from "../../request/http-answer.ts";
import type { Verb } from "../../request/routes.ts";
import { destinationOf } from "../../service/request.ts";
import type { Service } from "../../service/review-service.ts";
import { isTooLarge } from "./answer-size.ts";
import { type Invocation, readEvent } from "./event.ts";
import { logFault } from "./fault-log.ts";
import { answerRaw } from "./raw-review.ts";

/** A Lambda function: what the runtime calls. A raw review is answered with a raw review. */
export type LambdaHandler = (
  event: unknown,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2 | JsonObject>;

export interface LambdaOptions {
  readonly service: Service;
  /** Who may call over HTTP; a raw review comes by `lambda:InvokeFunction`, which IAM guards. */
  readonly callers: Callers;
}

/** The Lambda function of one verb, behind an HTTP API, a REST API, a function URL, or invoked with a raw review. */
export function lambdaHandler(verb: Verb, { service, callers }: LambdaOptions): LambdaHandler {
  const answer = async (event: unknown, context: Context) => {
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
      return resultOf(errorAnswer(500, "the webhook failed; its log has the details"), false);
    })
    .handler(answer);
}

async function answerHttp(
  verb: Verb,
  { service, callers }: LambdaOptions,
  { line, body, acceptsGzip }: Extract<Invocation, { via: "http" }>,
  hostMs: number | undefined,
): Promise<APIGatewayProxyStructuredResultV2> {
  const door = { callers, serves: service.serves };
  const destination = await destinationOf(line, door, hostMs);
  if (!destination.ok) return resultOf(destination.error, acceptsGzip);
  const { verb: asked, deadline, caller } = destination.value;
  if (asked !== verb) return resultOf(notFound, acceptsGzip);
  const results = new Map<HttpAnswer, APIGatewayProxyStructuredResultV2>();
  const uncarried = async (answer: HttpAnswer): Promise<string | undefined> => {
    const result = await resultOf(answer, acceptsGzip);
    results.set(answer, result);
    return isTooLarge(result.body ?? "") ? tooLargeText : undefined;
  };
  const answer = await service.answer(verb, body, deadline, { ...caller, uncarried });
  return results.get(answer) ?? resultOf(answer, acceptsGzip);
}

const tooLargeText =
  "the answer is larger than the 6 MB that AWS Lambda carries: ask for fewer objects at once (kubectl --chunk-size, limit=), or accept gzip";

/** Less than Lambda gives any function: a clock that is ahead of Lambda's seems to leave nothing. */
const leastMs = 500;

/** What is left of the function's own timeout; undefined where it cannot be told. */
function remainingMs(context: Context): number | undefined {
  const ms = context.getRemainingTimeInMillis?.();
  return ms === undefined || ms < leastMs ? undefined : ms;
}

/**
 * Characters from which packing an answer costs the function less than leaving it: Lambda's runtime writes a body as a JSON
 * string, with an escape for each of its many quotes, and base64 has none. Measured on 20 kB: 43 µs against 64 µs.
 */
const gzipFrom = 16 * 1024;

/** The fastest: level 6 takes more than twice as long for a tenth less. */
const gzipOptions = { level: 1 } as const;

/**
 * An answer as a gateway takes it. Large ones are compressed: Lambda's own answer may have 6 MB, kube-apiserver unpacks.
 * What compresses is loaded with the first of them.
 */
async function resultOf(
  answer: HttpAnswer,
  acceptsGzip: boolean,
): Promise<APIGatewayProxyStructuredResultV2> {
  const { status, headers, body } = answer;
  if (!acceptsGzip || body.length < gzipFrom) {
    return { statusCode: status, headers: { ...headers }, body: bodyText(answer) };
  }
  const { gzipSync } = await import("node:zlib");
  return {
    statusCode: status,
    headers: { ...headers, "Content-Encoding": "gzip" },
    body: gzipSync(body, gzipOptions).toString("base64"),
    isBase64Encoded: true,
  };
}
