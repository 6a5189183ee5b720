import { parse } from "../../lib/json/parse.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../../lib/json/value.ts";
import { admissionFaults } from "./admission-rules.ts";
import { conversionFaults } from "./conversion-rules.ts";
import { isReviewOf, objectOf, textAt } from "./review-rules.ts";

/**
 * kube-apiserver's own checks on a webhook's answer, restated from its documentation and source for the tests, apart
 * from lib/protocol/gate, so that one's mistake is not the other's. An answer without faults is taken by the server: as
 * a result, or as a failure whose message reaches the user.
 * Source: k8s.io/apiextensions-apiserver@v0.36.3 pkg/apiserver/conversion/webhook_converter.go,
 * k8s.io/apiserver@v0.36.3 pkg/admission/plugin/webhook/request/admissionreview.go and mutating/dispatcher.go.
 */
export interface ServerAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type ServerVerb = "convert" | "mutate" | "validate";

/** Everything that the server would refuse in an answer to a body. `body` is what was sent, parsed; undefined where it was no JSON. */
export function responseFaults(
  verb: ServerVerb,
  body: JsonValue | undefined,
  answer: ServerAnswer,
): readonly string[] {
  const parsed = parse(answer.body);
  const content = parsed.ok ? parsed.value : undefined;
  if (!isObject(content)) return ["the answer's body is no JSON object"];
  if (answer.headers["Content-Type"] !== "application/json")
    return ["the answer is not named JSON"];
  if (answer.status !== 200) return statusFaults(answer, content);
  const review = objectOf(body);
  return isConversion(verb, review)
    ? conversionFaults(review, content)
    : admissionFaults(review, content, verb === "mutate");
}

/** A review that came to the wrong path is answered as what it is. */
function isConversion(verb: ServerVerb, review: JsonObject): boolean {
  if (isReviewOf("ConversionReview", review)) return true;
  if (isReviewOf("AdmissionReview", review)) return false;
  return verb === "convert";
}

/** An HTTP error: a metav1.Status whose message the server shows; a 503 that makes it ask again. */
function statusFaults({ status, headers }: ServerAnswer, body: JsonObject): readonly string[] {
  const retry = headers["Retry-After"];
  return [
    ...(member(body, "kind") === "Status" && member(body, "apiVersion") === "v1"
      ? []
      : ["an HTTP error without a Status"]),
    ...(member(body, "code") === status ? [] : ["a Status with another code than its answer"]),
    ...(textAt(body, "message") === "" ? ["a Status without a message"] : []),
    ...(status === 503 && !/^\d+$/.test(retry ?? "") ? ["503 without Retry-After"] : []),
    ...([400, 404, 405, 413, 503].includes(status) ? [] : [`HTTP status ${status}`]),
  ];
}

/** What of our own inside may stand in no answer: names of errors, stacks, paths. */
export function internalText(body: string): string | undefined {
  return /\b(Type|Range|Reference|Syntax|Lex)Error\b|\bat \S+ \(|node:|\.[jt]s:\d|node_modules|undefined/.exec(
    body,
  )?.[0];
}
