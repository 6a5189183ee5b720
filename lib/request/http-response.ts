import { utf8Text } from "../json/utf8.ts";
import type { JsonObject } from "../json/value.ts";
import { stringify } from "../json/write.ts";
import { statusBody } from "../protocol/status.ts";

/** An HTTP response, independent of the host. */
export interface HttpResponse {
  readonly status: number;
  /** Names are capitalized, as `Content-Type`: the Serverless Framework's `invoke local` looks for that spelling alone. */
  readonly headers: Readonly<Record<string, string>>;
  /** Text, or its bytes in UTF-8. */
  readonly body: string | Uint8Array;
}

/** A response's body as text. */
export function bodyText({ body }: Pick<HttpResponse, "body">): string {
  return typeof body === "string" ? body : utf8Text(body);
}

const json = { "Content-Type": "application/json" } as const;

/** The response that carries a review. */
export function reviewResponse(body: string | Uint8Array): HttpResponse {
  return { status: 200, headers: json, body };
}

/** An HTTP error with a metav1.Status as its body. */
export function errorResponse(
  status: keyof typeof reasons,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  const body: JsonObject = statusBody({ message, reason: reasons[status], code: status });
  return { status, headers: { ...json, ...headers }, body: stringify(body) };
}

/** Source: https://github.com/kubernetes/apimachinery/blob/v0.36.3/pkg/apis/meta/v1/types.go, StatusReason. */
const reasons = {
  400: "BadRequest",
  404: "NotFound",
  405: "MethodNotAllowed",
  413: "RequestEntityTooLarge",
  429: "TooManyRequests",
  500: "InternalError",
  503: "ServiceUnavailable",
} as const;

/** The response for every path that is not served. */
export const notFound: HttpResponse = errorResponse(404, "not found");

/** The response to methods other than POST. */
export const notAllowed: HttpResponse = errorResponse(405, "only POST is allowed", {
  Allow: "POST",
});

/** The response where there is no decision yet; {@link retryResponse} adds when to retry. */
export function unavailable(message: string): HttpResponse {
  return errorResponse(503, message);
}

/** The response to a cluster beyond its rate; {@link rateLimitedResponse} adds when to retry. */
export const tooManyRequests: HttpResponse = errorResponse(
  429,
  "this cluster sends too many requests; the request can be retried",
);
