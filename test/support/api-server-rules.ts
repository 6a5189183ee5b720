import { parse } from "../../lib/json/parse.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../../lib/json/value.ts";
import { admissionFaults } from "./admission-rules.ts";
import { conversionFaults } from "./conversion-rules.ts";
import { isReviewOf, objectOf, textAt } from "./review-rules.ts";

/**
 * The HTTP response of a webhook. This module has kube-apiserver's checks of it, restated from the server's
 * documentation and source and independent of lib/protocol/gate, so that a mistake is not made in both. The server
 * accepts a response without faults: as a result, or as a failure whose message reaches the user.
 * Source: k8s.io/apiextensions-apiserver@v0.36.3 pkg/apiserver/conversion/webhook_converter.go,
 * k8s.io/apiserver@v0.36.3 pkg/admission/plugin/webhook/request/admissionreview.go and mutating/dispatcher.go.
 */
export interface WebhookResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type ServerVerb = "convert" | "mutate" | "validate";

/**
 * The faults for which the server would refuse a response. `body` is the parsed body of the request; undefined if that
 * was not JSON.
 */
export function responseFaults(
  verb: ServerVerb,
  body: JsonValue | undefined,
  response: WebhookResponse,
): readonly string[] {
  const parsed = parse(response.body);
  const content = parsed.ok ? parsed.value : undefined;
  if (!isObject(content)) return ["the response's body is not a JSON object"];
  if (response.headers["Content-Type"] !== "application/json")
    return ["the response's Content-Type is not application/json"];
  if (response.status !== 200) return statusFaults(response, content);
  const review = objectOf(body);
  return isConversion(verb, review)
    ? conversionFaults(review, content)
    : admissionFaults(review, content, verb === "mutate");
}

/** A review that is sent to the wrong path gets a response of its own kind. */
function isConversion(verb: ServerVerb, review: JsonObject): boolean {
  if (isReviewOf("ConversionReview", review)) return true;
  if (isReviewOf("AdmissionReview", review)) return false;
  return verb === "convert";
}

/**
 * The faults of an HTTP error: a metav1.Status whose message the server shows. Retry-After makes the server send the
 * request again: 429 and 503 need it. 500 reports an exception in the webhook: it must not have Retry-After, because the
 * next attempt would fail too, and its message must not quote the exception.
 */
function statusFaults({ status, headers }: WebhookResponse, body: JsonObject): readonly string[] {
  const retry = headers["Retry-After"];
  return [
    ...(member(body, "kind") === "Status" && member(body, "apiVersion") === "v1"
      ? []
      : ["the body of the HTTP error is not a Status"]),
    ...(member(body, "code") === status ? [] : ["the code of the Status is not the HTTP status"]),
    ...(textAt(body, "message") === "" ? ["the Status has no message"] : []),
    ...([429, 503].includes(status) && !/^\d+$/.test(retry ?? "")
      ? [`HTTP ${status} without Retry-After`]
      : []),
    ...(status === 500 && retry !== undefined ? ["HTTP 500 with Retry-After"] : []),
    ...(status === 500 && textAt(body, "message") !== "the webhook failed; see its log"
      ? ["HTTP 500 with another message than the fixed one"]
      : []),
    ...([400, 404, 405, 413, 429, 500, 503].includes(status) ? [] : [`HTTP status ${status}`]),
  ];
}

/** The first internal detail in a response, which must have none: the name of an error, a stack, a path. */
export function internalText(body: string): string | undefined {
  return /\b(Type|Range|Reference|Syntax|Lex)Error\b|\bat \S+ \(|node:|\.[jt]s:\d|node_modules|undefined/.exec(
    body,
  )?.[0];
}
