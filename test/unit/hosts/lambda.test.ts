import { gunzipSync } from "node:zlib";
import { describe, expect, test, vi } from "vitest";
import { everybody } from "../../../lib/callers/callers.ts";
import type { Converter } from "../../../lib/converter/converter.ts";
import { lambdaHandler } from "../../../lib/hosts/lambda/handler.ts";
import { hasKeyFault } from "../../../lib/json/native-parser.ts";
import { parse } from "../../../lib/json/parse.ts";
import { ok } from "../../../lib/json/result.ts";
import { type JsonObject, type JsonValue, member } from "../../../lib/json/value.ts";
import { stringify } from "../../../lib/json/write.ts";
import { defineKind } from "../../../lib/kind/kind.ts";
import type { LogLine } from "../../../lib/request/log.ts";
import type { Verb } from "../../../lib/request/routes.ts";
import { createService } from "../../../lib/service/service.ts";
import { existing } from "../../support/existing.ts";
import { lambdaContext } from "../../support/lambda-context.ts";
import { expectAccepted, type LambdaResponse } from "../../support/lambda-response.ts";

const group = "example.org";
const uid = "705ab4f5-6393-11e8-b7cc-42010a800002";
const two53plus1 = 9_007_199_254_740_993n;

const same: Converter = ({ body }) => ok({ body });

/** Gives v2 an integer of 64 bits where v1 says so in words. */
const large: Converter = ({ body }) =>
  ok({ body: member(body, "size") === "large" ? { ...body, size: two53plus1 } : body });

const versions = ["v1", "v2"].map((name) => ({
  name,
  served: true,
  storage: name === "v2",
  schema: { type: "object" },
}));

const widget = defineKind({
  crd: { group, kind: "Widget", plural: "widgets", scope: "Namespaced", versions },
  edges: [{ from: "v1", to: "v2", forward: large, backward: same }],
});

/**
 * Invokes a function as the runtime does: events and responses pass through its JSON. The second result must be equal: a process
 * parses its first review, and splices those after it. Every response must be one that kube-apiserver takes.
 */
async function invoke(
  verb: Verb,
  event: unknown,
  remainingMs = 10_000,
): Promise<{ reply: LambdaResponse; raw: JsonObject; lines: readonly LogLine[] }> {
  const lines: LogLine[] = [];
  const lookup = existing(async () => true);
  const service = createService({ kinds: [widget], lookup, log: (line) => lines.push(line) });
  const context = lambdaContext(remainingMs);
  const handle = lambdaHandler(verb, { service, callers: everybody });
  const reply = JSON.parse(JSON.stringify(await handle(event, context)));
  expectAccepted(verb, event, reply);
  const first = lines.splice(0);
  expect(JSON.parse(JSON.stringify(await handle(event, context)))).toEqual(reply);
  expect(lines.map(untimed)).toEqual(first.map(untimed));
  return { reply, raw: reply, lines: first };
}

function untimed({ ms: _, cold: __, ...line }: LogLine): unknown {
  return line;
}

function review(...bodies: readonly JsonObject[]): JsonObject {
  const objects = bodies.map((body, index) => ({
    apiVersion: `${group}/v1`,
    kind: "Widget",
    metadata: { name: `widget-${index}`, namespace: "default", uid: `u-${index}` },
    ...body,
  }));
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "ConversionReview",
    request: { uid, desiredAPIVersion: `${group}/v2`, objects },
  };
}

/** An event of an HTTP API or a function URL, payload 2.0. */
function httpEvent(body: JsonValue, changes: object = {}): object {
  return {
    version: "2.0",
    routeKey: "ANY /convert",
    rawPath: "/convert",
    rawQueryString: "timeout=30s",
    headers: { "content-type": "application/json" },
    requestContext: { http: { method: "POST", path: "/convert" } },
    body: stringify(body),
    isBase64Encoded: false,
    ...changes,
  };
}

const method = (name: string) => ({ requestContext: { http: { method: name } } });
const statusOf = (text: string): unknown => JSON.parse(text).response.result.status;

describe("an HTTP event", () => {
  test("gets a response with a review as the body", async () => {
    const { reply, lines } = await invoke("convert", httpEvent(review({ size: two53plus1 })));
    expect(reply).toMatchObject({
      statusCode: 200,
      headers: { "Content-Type": "application/json" },
    });
    expect(reply.body).toContain('"size":9007199254740993');
    expect(lines).toMatchObject([{ uid, verb: "convert", outcome: "converted", status: 200 }]);
  });

  test("of a function URL gets the same response", async () => {
    const event = httpEvent(review({}), { routeKey: "$default" });
    const { reply } = await invoke("convert", event);
    expect(statusOf(reply.body)).toBe("Success");
  });

  test("may have its body in base64", async () => {
    const body = Buffer.from(stringify(review({ size: "größer" }))).toString("base64");
    const { reply } = await invoke("convert", httpEvent(null, { body, isBase64Encoded: true }));
    expect(statusOf(reply.body)).toBe("Success");
    expect(reply.body).toContain("größer");
  });

  test.each([
    { name: "base64 of bytes that are not UTF-8", body: "/w==", isBase64Encoded: true },
    { name: "no body", body: undefined },
    { name: "a body that is null", body: null },
    { name: "an empty body", body: "" },
    { name: "a body that is not JSON", body: "{" },
    { name: "a review without a uid", body: '{"request":{}}' },
  ])("with $name gets 400 and a Status", async ({ name: _, ...changes }) => {
    const { reply, lines } = await invoke("convert", httpEvent(null, changes));
    expect(reply.statusCode).toBe(400);
    expect(JSON.parse(reply.body)).toMatchObject({ kind: "Status", status: "Failure", code: 400 });
    expect(lines).toMatchObject([{ outcome: "refused" }]);
  });

  test.each([
    { name: "/", status: 404, changes: { rawPath: "/" } },
    { name: "an unknown path", status: 404, changes: { rawPath: "/metrics" } },
    { name: "another function's path", status: 404, changes: { rawPath: "/mutate" } },
    { name: "an unknown kind's path", status: 404, changes: { rawPath: "/convert/v1/gadget" } },
    { name: "GET", status: 405, changes: method("GET") },
    { name: "GET of an unknown path", status: 404, changes: { rawPath: "/x", ...method("GET") } },
  ])("with $name gets $status", async ({ status, changes }) => {
    const { reply } = await invoke("convert", httpEvent(review({}), changes));
    expect(reply.statusCode).toBe(status);
    expect(JSON.parse(reply.body)).toMatchObject({ kind: "Status", code: status });
  });

  test.each([
    "/convert",
    "/crdconvert",
    "/convert/v1beta1/widget",
    "/prod/k3y/convert",
    "/prod/k3y/convert/v1/widget",
  ])("to %s is taken by the convert function", async (rawPath) => {
    const { reply } = await invoke("convert", httpEvent(review({}), { rawPath }));
    expect(reply.statusCode).toBe(200);
  });

  test("without headers or query gets a response", async () => {
    const changes = { headers: undefined, rawQueryString: undefined };
    const { reply } = await invoke("convert", httpEvent(review({}), changes));
    expect(reply.statusCode).toBe(200);
  });
});

/** An event of a REST API, payload 1.0. */
function restEvent(body: JsonValue, changes: object = {}): object {
  return {
    resource: "/{cluster}/{key}/convert",
    path: "/prod/k3y/convert",
    httpMethod: "POST",
    headers: { "Content-Type": "application/json", "Accept-Encoding": "gzip" },
    queryStringParameters: { timeout: "30s" },
    requestContext: { requestId: "r", identity: { sourceIp: "192.0.2.1" }, httpMethod: "POST" },
    body: stringify(body),
    isBase64Encoded: false,
    ...changes,
  };
}

describe("an event of a REST API", () => {
  test("gets the same response as one of an HTTP API", async () => {
    const object = { size: two53plus1, note: "x".repeat(100_000) };
    const http = await invoke("convert", httpEvent(review(object)));
    const rest = await invoke("convert", restEvent(review(object)));
    expect(rest.reply).toEqual(http.reply);
    expect(rest.lines).toMatchObject([{ uid, requestId: "r", outcome: "converted" }]);
  });

  test.each([
    { name: "a body in base64", changes: { isBase64Encoded: true }, status: 200 },
    { name: "no query", changes: { queryStringParameters: null }, status: 200 },
    { name: "GET", changes: { httpMethod: "GET" }, status: 405 },
    { name: "an unknown path", changes: { path: "/prod/k3y/metrics" }, status: 404 },
    { name: "no body", changes: { body: null }, status: 400 },
  ])("with $name: $status", async ({ changes, status }) => {
    const text = stringify(review({}));
    const body = "isBase64Encoded" in changes ? Buffer.from(text).toString("base64") : text;
    const { reply } = await invoke("convert", restEvent(null, { body, ...changes }));
    expect(reply.statusCode).toBe(status);
  });
});

describe("a response larger than Lambda's limit", () => {
  const large = review({ note: "x".repeat(6 * 1024 * 1024) });

  test("fails its review if the caller does not accept gzip", async () => {
    const { reply, lines } = await invoke("convert", httpEvent(large));
    expect(lines).toMatchObject([{ uid, outcome: "failed", objects: 1, to: "v2" }]);
    expect(reply.statusCode).toBe(200);
    expect(JSON.parse(reply.body)).toMatchObject({
      response: {
        uid,
        result: { status: "Failed", message: expect.stringMatching(/6 MB .*limit=/) },
      },
    });
  });

  test("is sent compressed if the caller accepts gzip", async () => {
    const gzip = { headers: { "accept-encoding": "gzip" } };
    const { reply } = await invoke("convert", httpEvent(large, gzip));
    const body = gunzipSync(Buffer.from(reply.body, "base64")).toString();
    expect(statusOf(body)).toBe("Success");
  });
});

describe("compression of a response", () => {
  const manyWidgets = review(...Array.from({ length: 500 }, () => ({ note: "x".repeat(200) })));
  const gzip = { headers: { "accept-encoding": "gzip" } };

  test("is used for a large one if the caller accepts gzip", async () => {
    const { reply } = await invoke("convert", httpEvent(manyWidgets, gzip));
    const plain = await invoke("convert", httpEvent(manyWidgets));
    expect(reply).toMatchObject({
      headers: { "Content-Encoding": "gzip", "Content-Type": "application/json" },
      isBase64Encoded: true,
    });
    expect(gunzipSync(Buffer.from(reply.body, "base64")).toString()).toBe(plain.reply.body);
    expect(plain.reply.headers).not.toHaveProperty("Content-Encoding");
  });

  test("is not used for a small one", async () => {
    const { reply } = await invoke("convert", httpEvent(review({}), gzip));
    expect(statusOf(reply.body)).toBe("Success");
    expect(reply).not.toHaveProperty("isBase64Encoded");
  });
});

describe("a raw review", () => {
  test("gets a raw review as its response", async () => {
    const { raw } = await invoke("convert", review({ size: 1 }));
    expect(raw).toMatchObject({
      kind: "ConversionReview",
      response: { uid, result: { status: "Success" }, convertedObjects: [{ size: 1 }] },
    });
  });

  test.each([
    { name: "2^53+1", text: "9007199254740993" },
    { name: "-(2^53)", text: "-9007199254740992" },
    { name: "the largest of 64 bits", text: "9223372036854775807" },
    { name: "a number beyond float64", text: "1e999" },
  ])("in which the runtime may have rounded $name gets a failure", async ({ text }) => {
    const event = JSON.parse(stringify(review({ size: 1 })).replace('"size":1', `"size":${text}`));
    const { raw, lines } = await invoke("convert", event);
    expect(raw).toMatchObject({ response: { uid, result: { status: "Failed" } } });
    expect(JSON.stringify(raw)).toContain("HTTP event");
    expect(lines).toMatchObject([{ uid, outcome: "failed" }]);
  });

  test.each([
    { name: "in the spec", objects: [{ spec: { "a\\": 1 } }] },
    { name: "in a list below", objects: [{ list: [[{ a: { "\\u": 1 } }]] }] },
  ])(
    "with a key $name that the runtime may have confused with another one gets a failure",
    async ({ objects }) => {
      const event = { ...review({}), request: { uid, desiredAPIVersion: "a/v1", objects } };
      const { raw } = await invoke("convert", event);
      const message = JSON.stringify(raw).includes("a key in this review contains a backslash");
      expect(raw).toMatchObject({ response: { uid, result: { status: "Failed" } } });
      expect(message).toBe(hasKeyFault);
    },
  );

  test("with escapes in other keys and in values loses nothing", async () => {
    const kept = { size: 1, '\n"\u0000': "\\" };
    const { raw } = await invoke("convert", review(kept));
    expect(raw).toMatchObject({ response: { convertedObjects: [kept] } });
  });

  test("whose response the runtime would round gets a failure", async () => {
    const { raw } = await invoke("convert", review({ size: "large" }));
    expect(raw).toMatchObject({ response: { uid, result: { status: "Failed" } } });
    expect(raw["response"]).not.toHaveProperty("convertedObjects.0");
  });

  test.each([
    { name: "2^53-1", text: "9007199254740991" },
    { name: "an integer that the server holds as float64", text: "1e30" },
    { name: "a float", text: "0.1" },
  ])("with $name loses nothing", async ({ text }) => {
    const event = JSON.parse(stringify(review({ size: 1 })).replace('"size":1', `"size":${text}`));
    const { raw } = await invoke("convert", event);
    expect(raw).toMatchObject({ response: { convertedObjects: [{ size: Number(text) }] } });
  });

  test("of another kind gets a denial or failure of its own kind", async () => {
    const { raw } = await invoke("validate", review({}));
    expect(raw).toMatchObject({ kind: "ConversionReview", response: { uid } });
  });

  test("with a rounded number and no uid gets a Status", async () => {
    const { raw } = await invoke("convert", { request: {}, size: 2 ** 60 });
    expect(raw).toMatchObject({ kind: "Status", code: 400 });
  });

  test("that nests 5,000 levels deep gets a response", async () => {
    const deep = `${"[".repeat(5000)}${"]".repeat(5000)}`;
    const parsed = parse(deep);
    const event = { ...review({}), extra: parsed.ok ? parsed.value : null };
    const { raw } = await invoke("convert", event);
    expect(raw).toMatchObject({ response: { result: { status: "Success" } } });
  });
});

describe("a clock that is ahead of Lambda's", () => {
  test("does not reduce the time left, because the server's own deadline still applies", async () => {
    const { reply } = await invoke("convert", httpEvent(review({})), -600_000);
    expect(statusOf(reply.body)).toBe("Success");
  });
});

describe("an invocation that is neither an HTTP event nor a raw review", () => {
  const requestContext = { http: { method: "POST" } };

  test.each<{ name: string; event: unknown }>([
    { name: "a review that has a requestContext", event: { ...review({}), requestContext } },
    { name: "one whose requestContext is null", event: { ...review({}), requestContext: null } },
    { name: "an event of payload 1.0", event: { requestContext: {}, path: "/convert", body: "" } },
    {
      name: "an event without a method",
      event: { rawPath: "/convert", requestContext: { http: {} } },
    },
    {
      name: "an event whose path is not a text",
      event: { rawPath: 7, requestContext: { http: { method: "POST" } } },
    },
    { name: "a list", event: [review({})] },
    { name: "a text", event: stringify(review({})) },
    { name: "a number", event: 7 },
    { name: "null", event: null },
  ])("$name gets 404", async ({ event }) => {
    const { reply, lines } = await invoke("convert", event);
    expect(reply).toMatchObject({ statusCode: 404 });
    expect(lines).toEqual([]);
  });
});

describe("an exception in the function", () => {
  test("gets 500, and its text is only in the log", async () => {
    const logged = vi.spyOn(console, "error").mockReturnValue();
    const event = Object.defineProperty({ rawPath: "/convert" }, "requestContext", {
      enumerable: true,
      get: () => {
        throw new Error("internal text");
      },
    });
    const { reply } = await invoke("convert", event);
    expect(reply.statusCode).toBe(500);
    expect(reply.body).not.toContain("internal text");
    expect(logged).toHaveBeenCalledTimes(2);
    logged.mockRestore();
  });
});
