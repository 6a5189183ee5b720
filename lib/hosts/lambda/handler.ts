import { gzipSync } from "node:zlib";
import middy from "@middy/core";
import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import type { JsonObject } from "../../json/value.ts";
import { type Deadline, deadlineOf } from "../deadline.ts";
import { errorAnswer, type HttpAnswer, notFound } from "../http-answer.ts";
import { destinationOf } from "../request.ts";
import type { Service } from "../review-service.ts";
import type { Verb } from "../routes.ts";
import { type Invocation, readEvent } from "./event.ts";
import { answerRaw } from "./raw-review.ts";

/** A Lambda function: what the runtime calls. A raw review is answered with a raw review. */
export type LambdaHandler = (
  event: unknown,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2 | JsonObject>;

/** The Lambda function of one verb, behind an HTTP API, a function URL, or invoked with a raw review. */
export function lambdaHandler(verb: Verb, service: Service): LambdaHandler {
  const answer = async (event: unknown, context: Context) => {
    const invocation = readEvent(event);
    if (invocation === undefined) return resultOf(notFound, false);
    if (invocation.via === "invoke") {
      return answerRaw(verb, service, invocation.review, deadlineIn(context));
    }
    return resultOf(await answerHttp(verb, service, invocation, context), invocation.acceptsGzip);
  };
  return middy({ timeoutEarlyInMillis: 0 })
    .onError(({ error }) => {
      console.error(error);
      return resultOf(errorAnswer(500, "the webhook failed; its log has the details"), false);
    })
    .handler(answer);
}

async function answerHttp(
  verb: Verb,
  service: Service,
  invocation: Extract<Invocation, { via: "http" }>,
  context: Context,
): Promise<HttpAnswer> {
  const destination = destinationOf(invocation, service);
  if (!destination.ok) return destination.error;
  const { route, timeout } = destination.value;
  if (route.verb !== verb) return notFound;
  return service.answer(verb, invocation.body, deadlineIn(context, timeout));
}

function deadlineIn(context: Context, timeout: string | null = null): Deadline {
  return deadlineOf(timeout, context.getRemainingTimeInMillis?.());
}

/** Characters from which an answer is worth compressing: below, it costs more than the bytes on the wire. */
const gzipFrom = 64 * 1024;

/** An answer as an HTTP API takes it. Large ones are compressed: Lambda's own answer may have 6 MB, kube-apiserver unpacks. */
function resultOf(
  { status, headers, body }: HttpAnswer,
  acceptsGzip: boolean,
): APIGatewayProxyStructuredResultV2 {
  if (!acceptsGzip || body.length < gzipFrom)
    return { statusCode: status, headers: { ...headers }, body };
  return {
    statusCode: status,
    headers: { ...headers, "Content-Encoding": "gzip" },
    body: gzipSync(body).toString("base64"),
    isBase64Encoded: true,
  };
}
