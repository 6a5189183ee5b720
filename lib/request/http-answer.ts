import { utf8Text } from "../json/utf8.ts";
import type { JsonObject } from "../json/value.ts";
import { stringify } from "../json/write.ts";
import { statusBody } from "../protocol/status.ts";

/** What leaves a host, whatever the host is. */
export interface HttpAnswer {
  readonly status: number;
  /** Names as `Content-Type`: the Serverless Framework's `invoke local` knows that spelling only. */
  readonly headers: Readonly<Record<string, string>>;
  /** Text, or its bytes in UTF-8. */
  readonly body: string | Uint8Array;
}

/** An answer's body as text. */
export function bodyText({ body }: Pick<HttpAnswer, "body">): string {
  return typeof body === "string" ? body : utf8Text(body);
}

const json = { "Content-Type": "application/json" } as const;

/** An answered review. */
export function reviewAnswer(body: string | Uint8Array): HttpAnswer {
  return { status: 200, headers: json, body };
}

/** An answer that is no review: nobody is told more than the status says. */
export function errorAnswer(
  status: keyof typeof reasons,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): HttpAnswer {
  const body: JsonObject = statusBody({ message, reason: reasons[status], code: status });
  return { status, headers: { ...json, ...headers }, body: stringify(body) };
}

/** Source: k8s.io/apimachinery@v0.36.3 pkg/apis/meta/v1/types.go, StatusReason. */
const reasons = {
  400: "BadRequest",
  404: "NotFound",
  405: "MethodNotAllowed",
  413: "RequestEntityTooLarge",
  429: "TooManyRequests",
  500: "InternalError",
  503: "ServiceUnavailable",
} as const;

/** The one answer for every path that is not served. */
export const notFound: HttpAnswer = errorAnswer(404, "not found");

/** The answer to what is no POST. */
export const notAllowed: HttpAnswer = errorAnswer(405, "only POST is answered here", {
  Allow: "POST",
});

/** The answer where no verdict can be given now; {@link askAgain} says when to come again. */
export function unavailable(message: string): HttpAnswer {
  return errorAnswer(503, message);
}

/** The answer to a cluster that asks more than its share; {@link askAgain} says when to come again. */
export const tooMany: HttpAnswer = errorAnswer(
  429,
  "this cluster asks too much at once; the request can be tried again",
);
