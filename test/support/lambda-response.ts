import { gunzipSync } from "node:zlib";
import { expect } from "vitest";
import { parse } from "../../lib/json/parse.ts";
import { isObject, type JsonValue, member } from "../../lib/json/value.ts";
import { responseFaults, type ServerVerb } from "./api-server-rules.ts";

/** What a function returns for an HTTP event. */
export interface LambdaResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly isBase64Encoded?: boolean;
}

/**
 * Expects that kube-apiserver would accept a function's response to an event. A response without `statusCode` is the response to
 * a raw review. A response of HTTP 500, which reports an exception in the function, is not checked.
 */
export function expectAccepted(verb: ServerVerb, event: unknown, response: JsonValue): void {
  if (!isObject(response)) throw new Error("the function returned no map");
  const { statusCode, code, headers, body, isBase64Encoded } = response;
  if (statusCode === 500) return;
  const isRaw = statusCode === undefined;
  const text = isRaw ? JSON.stringify(response) : String(body);
  const sent = {
    status: Number(isRaw ? (code ?? 200) : statusCode),
    headers: isRaw
      ? { "Content-Type": "application/json" }
      : Object.fromEntries(
          Object.entries(isObject(headers) ? headers : {}).map(([k, v]) => [k, String(v)]),
        ),
    body: isBase64Encoded === true ? unpacked(text) : text,
  };
  expect(responseFaults(verb, bodyIn(event, isRaw), sent)).toEqual([]);
}

function unpacked(text: string): string {
  return gunzipSync(Buffer.from(text, "base64")).toString();
}

/** The review in an event; undefined if the event is not a map, or its body is not JSON. */
function bodyIn(event: unknown, isRaw: boolean): JsonValue | undefined {
  if (!isObject(event)) return undefined;
  if (isRaw) return event;
  const body = member(event, "body");
  if (typeof body !== "string") return undefined;
  const isPacked = member(event, "isBase64Encoded") === true;
  const review = parse(isPacked ? Buffer.from(body, "base64").toString() : body);
  return review.ok ? review.value : undefined;
}
