import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ReviewSender, reviewSender } from "../../lib/cli/review-sender.ts";
import type { JsonObject } from "../../lib/json/value.ts";
import { conversionReview, exchangeReview } from "../../lib/verify/webhook/exchange.ts";
import { type ControlPlane, startControlPlane } from "./support/control-plane.ts";
import { install, webhookConversion } from "./support/custom-resources.ts";
import { plainBox, plainBoxes } from "./support/plain-boxes.ts";
import { refusal } from "./support/registrations.ts";
import { openResource } from "./support/resource.ts";

/** Writes a response, whose review (JSON text) would be right. */
type Respond = (right: string, response: ServerResponse, request: IncomingMessage) => void;

const host = "hooks.example.com";
const url = `https://${host}/convert`;
const group = "wire.example.com";
const json = { "Content-Type": "application/json" };

let plane: ControlPlane;
let server: Server;
let sender: ReviewSender;
let respond: Respond;

beforeAll(async () => {
  plane = await startControlPlane({ names: [host] });
  server = createServer({ ...plane.certificate }, async (request, response) => {
    const review = await text(request);
    if (review === "") {
      response.writeHead(405).end();
      return;
    }
    const { apiVersion, kind, request: asked } = JSON.parse(review);
    const convertedObjects = asked.objects.map((object: object) => ({
      ...object,
      apiVersion: asked.desiredAPIVersion,
    }));
    const result = { status: "Success" };
    const right = { apiVersion, kind, response: { uid: asked.uid, convertedObjects, result } };
    respond(JSON.stringify(right), response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  plane.names.set(host, port);
  sender = reviewSender({ ca: plane.ca, connectTo: { host: "127.0.0.1", port }, retries: 0 });
  respond = (right, response) => response.writeHead(200, json).end(right);
  const definition = plainBoxes(group);
  const conversion = webhookConversion(url, ["v1"]);
  const spec = { ...(definition["spec"] as JsonObject), conversion };
  await install(plane.client, { ...definition, spec });
  await boxes("v1").create(plainBox(group, "a"));
});

afterAll(async () => {
  sender?.close();
  server?.close();
  server?.closeAllConnections();
  await plane?.stop();
});

function boxes(version: string) {
  return openResource(plane.client, { group, version, plural: "boxes" });
}

/** What `check --url` makes of the response; empty if it accepts the response. */
async function ownFault(): Promise<string> {
  const request = { objects: [await boxes("v1").get("a")], to: `${group}/v2` };
  const requested = { ...request, reviewVersion: "v1" } as const;
  try {
    const response = await sender.send(url, JSON.stringify(conversionReview(requested)));
    const send = () => ({ type: "response", response }) as const;
    const exchange = exchangeReview({ send, ended: () => undefined }, requested);
    if (exchange.type === "converted") return "";
    return exchange.type === "refused" ? exchange.message : exchange.fault.message;
  } catch (fault) {
    return String(fault);
  }
}

const body =
  (change: (right: string) => string | Buffer, headers = {}, status = 200): Respond =>
  (right, response) =>
    response.writeHead(status, { ...json, ...headers }).end(change(right));
const replacing = (from: string, to: string): Respond => body((right) => right.replace(from, to));
const typed = (type: string): Respond => body((right) => right, { "Content-Type": type });
const moved =
  (status: number, location: string): Respond =>
  (right, response, { url: path }) =>
    path?.startsWith("/convert?")
      ? response.writeHead(status, { Location: location }).end()
      : response.writeHead(200, json).end(right);
const raw =
  (head: string): Respond =>
  (right, _, { socket }) =>
    socket.end(`${head.replaceAll("\n", "\r\n")}\r\n\r\n${right}`);
const gzip = { "Content-Encoding": "gzip" };

/** kube-apiserver and `check --url` accept the same responses. */
test.each<{ name: string; how: Respond; isAccepted: boolean }>([
  { name: "gzip", how: body(gzipSync, gzip), isAccepted: true },
  { name: "GZIP", how: body(gzipSync, { "Content-Encoding": "GZIP" }), isAccepted: true },
  {
    name: "a body that is not compressed, as gzip",
    how: body((right) => right, gzip),
    isAccepted: false,
  },
  {
    name: "gzip that ends early",
    how: body((right) => gzipSync(right).subarray(0, 60), gzip),
    isAccepted: false,
  },
  { name: "a redirect with 307", how: moved(307, "/other"), isAccepted: true },
  { name: "a redirect with 308", how: moved(308, `https://${host}/other`), isAccepted: true },
  { name: "a redirect with 301", how: moved(301, "/other"), isAccepted: false },
  { name: "a redirect with 302", how: moved(302, "/other"), isAccepted: false },
  { name: "a redirect to itself", how: moved(307, "/convert?a=b"), isAccepted: false },
  { name: "a byte order mark", how: body((right) => `\uFEFF${right}`), isAccepted: true },
  { name: "spaces around", how: body((right) => `\n ${right}\n\n`), isAccepted: true },
  { name: "a byte after the review", how: body((right) => `${right} x`), isAccepted: false },
  { name: "a NUL after the review", how: body((right) => `${right}\0`), isAccepted: false },
  { name: "the review twice", how: body((right) => `${right}\n${right}`), isAccepted: false },
  { name: "a member twice", how: replacing('"uid"', '"uid":"x","uid"'), isAccepted: true },
  { name: "a member in capitals", how: replacing('"response"', '"Response"'), isAccepted: false },
  { name: "1e400", how: replacing('"size":1', '"size":1e400'), isAccepted: false },
  {
    name: "20 digits",
    how: replacing('"size":1', '"size":12345678901234567890'),
    isAccepted: true,
  },
  { name: "NaN", how: replacing('"size":1', '"size":NaN'), isAccepted: false },
  {
    name: "an escape that is not JSON",
    how: replacing('"size":1', '"size":"\\x41"'),
    isAccepted: false,
  },
  { name: "status 201", how: body((right) => right, {}, 201), isAccepted: true },
  { name: "status 207", how: body((right) => right, {}, 207), isAccepted: false },
  { name: "HTTP/1.0 without a length", how: raw("HTTP/1.0 200 OK\nA: b"), isAccepted: true },
  { name: "the end of a connection", how: raw("HTTP/1.1 200 OK\nA: b"), isAccepted: true },
  {
    name: "fewer bytes than announced",
    how: raw("HTTP/1.1 200 OK\nContent-Length: 99999"),
    isAccepted: false,
  },
  { name: "text/plain", how: typed("text/plain"), isAccepted: true },
  { name: "a media type alone", how: typed("json"), isAccepted: true },
  { name: "a semicolon at the end", how: typed("application/json; a=b;"), isAccepted: true },
  { name: "a quoted parameter", how: typed('application/json; a="b;c"'), isAccepted: true },
  { name: "a comma for a semicolon", how: typed("application/json, a=b"), isAccepted: false },
  { name: "a parameter without value", how: typed("application/json; utf-8"), isAccepted: false },
  { name: "two semicolons", how: typed("application/json;; a=b"), isAccepted: false },
  { name: "a media type of three parts", how: typed("a/b/c"), isAccepted: false },
  {
    name: "a code that is a text",
    how: replacing('"Success"', '"Success","code":"200"'),
    isAccepted: false,
  },
  { name: "a code", how: replacing('"Success"', '"Success","code":200'), isAccepted: true },
  {
    name: "a reason that is a number",
    how: replacing('"Success"', '"Success","reason":1'),
    isAccepted: false,
  },
])("$name", async ({ how, isAccepted }) => {
  respond = how;
  const [theirs, ours] = [await refusal(boxes("v2").get("a")), await ownFault()];
  expect({ theirs, ours }).toEqual({
    theirs: isAccepted ? "" : expect.stringMatching(/./),
    ours: isAccepted ? "" : expect.stringMatching(/./),
  });
});
