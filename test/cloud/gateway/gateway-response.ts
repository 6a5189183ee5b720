import { gzipSync } from "node:zlib";
import { isObject, type JsonObject, member } from "../../../lib/json/value.ts";
import type { Api } from "./api.ts";
import { isBinary } from "./event-v1.ts";
import { type HttpRequest, mediaType } from "./http-request.ts";
import type { GatewayResponse } from "./own-responses.ts";

/** The response for a function's result; a gateway's own response if the result is malformed. */
export function responseOf(api: Api, request: HttpRequest, result: string): GatewayResponse {
  const parsed: unknown = JSON.parse(result);
  if (!isObject(parsed) || !Object.hasOwn(parsed, "statusCode")) {
    if (api.profile === "rest") return api.own["malformed result"];
    const headers = { "content-type": "application/json" };
    return { status: 200, headers, body: Buffer.from(result) };
  }
  const status = member(parsed, "statusCode");
  const body = member(parsed, "body") ?? "";
  if (typeof status !== "number" || typeof body !== "string") return api.own["malformed result"];
  const isDecoded = member(parsed, "isBase64Encoded") === true && decodes(api, request);
  const bytes = Buffer.from(body, isDecoded ? "base64" : "utf8");
  return compressed(api, request, { status, headers: headersIn(parsed), body: bytes });
}

/** A REST API decodes base64 only for clients that accept a media type that it treats as binary. */
function decodes({ profile, binaryMediaTypes }: Api, { headers }: HttpRequest): boolean {
  return profile === "http" || isBinary(binaryMediaTypes, mediaType(headers, "accept"));
}

function compressed(
  { compressesFrom }: Api,
  request: HttpRequest,
  answer: GatewayResponse,
): GatewayResponse {
  const { headers, body } = answer;
  const isWanted = /\bgzip\b/.test(request.headers["accept-encoding"] ?? "");
  if (!isWanted || body.length < compressesFrom || "content-encoding" in headers) return answer;
  return { ...answer, headers: { ...headers, "content-encoding": "gzip" }, body: gzipSync(body) };
}

function headersIn(result: JsonObject): Record<string, string> {
  const headers = member(result, "headers") ?? {};
  const entries = isObject(headers) ? Object.entries(headers) : [];
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), String(value)]));
}
