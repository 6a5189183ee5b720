import { parse } from "../../lib/json/parse.ts";
import { isArray, type JsonObject, type JsonValue, member } from "../../lib/json/value.ts";
import { conversionFaults } from "../support/conversion-rules.ts";
import { headFaults, objectOf, textAt } from "../support/review-rules.ts";
import { differences, shortly } from "./differences.ts";
import type { Reply } from "./webhook.ts";

const fallback = { apiVersion: "apiextensions.k8s.io/v1", kind: "ConversionReview" };

/** A text's value, with 64 bits for its integers. */
export function exactly(text: string): JsonValue {
  const parsed = parse(text);
  if (!parsed.ok) throw new Error(`no JSON: ${parsed.error.message}: ${text.slice(0, 200)}`);
  return parsed.value;
}

/** Faults of a reply that is no HTTP 200 with JSON. */
export function httpFaults({ status, contentType, body }: Reply): readonly string[] {
  if (status !== 200) return [`HTTP ${status}: ${shortly(body)}`];
  if (!contentType.startsWith("application/json")) return [`the answer is named ${contentType}`];
  return parse(body).ok ? [] : [`the answer is no JSON: ${shortly(body)}`];
}

/** The faults of a response that must have exactly these objects, each as a text. */
export function convertedFaults(
  sent: string,
  wanted: readonly string[],
  reply: Reply,
): readonly string[] {
  const found = successFaults(sent, reply);
  if (found.length > 0) return found;
  return wanted.flatMap((text, index) =>
    differences(convertedObject(reply, index), exactly(text)).map((it) => `[${index}] ${it}`),
  );
}

/** The faults of a response that must be a success which the API server accepts. */
export function successFaults(sent: string, reply: Reply): readonly string[] {
  const http = httpFaults(reply);
  if (http.length > 0) return http;
  const answer = objectOf(exactly(reply.body));
  const result = resultOf(answer);
  return textAt(result, "status") === "Success"
    ? conversionFaults(objectOf(exactly(sent)), answer)
    : [`refused: ${shortly(textAt(result, "message"))}`];
}

/** The faults of a response that must be a failure whose message the API server shows, without objects. */
export function refusalFaults(sent: string, reply: Reply): readonly string[] {
  const http = httpFaults(reply);
  if (http.length > 0) return http;
  const answer = objectOf(exactly(reply.body));
  const result = resultOf(answer);
  if (textAt(result, "status") === "Success") return [`no refusal: ${shortly(reply.body)}`];
  return [
    ...headFaults(objectOf(exactly(sent)), answer, fallback),
    ...(textAt(result, "message") === "" ? ["a refusal without a message"] : []),
  ];
}

/** An object of a successful response; null if there is none. */
export function convertedObject({ body }: Reply, index: number): JsonValue {
  const objects = member(objectOf(member(objectOf(exactly(body)), "response")), "convertedObjects");
  return isArray(objects) ? (objects[index] ?? null) : null;
}

function resultOf(answer: JsonObject): JsonObject {
  return objectOf(member(objectOf(member(answer, "response")), "result"));
}
