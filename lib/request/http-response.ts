import { utf8Text } from "../json/utf8.ts";
import type { JsonObject } from "../json/value.ts";
import { stringify } from "../json/write.ts";
import { statusBody } from "../protocol/status.ts";

/** An HTTP response, in a form that all hosts use. */
export interface HttpResponse {
  readonly status: number;
  /**
   * Header names are capitalized, such as `Content-Type`: `invoke local` of the Serverless Framework finds only that
   * spelling.
   */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * A text, as a string or as its bytes in UTF-8. Bytes belong to this response alone: their memory may be freed once they
   * have been sent, which empties them.
   */
  readonly body: string | Uint8Array;
}

/** A response's body as a string. */
export function bodyText({ body }: Pick<HttpResponse, "body">): string {
  return typeof body === "string" ? body : utf8Text(body);
}

const json = { "Content-Type": "application/json" } as const;

/** The HTTP response whose body is a review. */
export function reviewResponse(body: string | Uint8Array): HttpResponse {
  return { status: 200, headers: json, body };
}

/** An HTTP error whose body is a metav1.Status. */
export function errorResponse(
  status: keyof typeof reasons,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  const body: JsonObject = statusBody({ message, reason: reasons[status], code: status });
  return { status, headers: { ...json, ...headers }, body: stringify(body) };
}

/**
 * The reason in the Status of each HTTP error.
 * Source: https://github.com/kubernetes/apimachinery/blob/40bf4b2b62f8/pkg/apis/meta/v1/types.go, StatusReason.
 */
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

/** The response to every method except POST. */
export const notAllowed: HttpResponse = errorResponse(405, "only POST is allowed", {
  Allow: "POST",
});

/** The response if no decision is possible yet. {@link retryResponse} adds when to retry. */
export function unavailable(message: string): HttpResponse {
  return errorResponse(503, message);
}

/** The response to a cluster that exceeds its rate. {@link rateLimitedResponse} adds when to retry. */
export const tooManyRequests: HttpResponse = errorResponse(
  429,
  "this cluster sends too many requests; the request can be retried",
);
