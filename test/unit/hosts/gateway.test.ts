import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { connect as connectHttp2 } from "node:http2";
import { Agent } from "node:https";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { everybody } from "../../../lib/callers/callers.ts";
import { openCertificateAuthority } from "../../../lib/hosts/local/certificate-authority.ts";
import { type Gateway, startGateway } from "../../../lib/hosts/local/gateway.ts";
import { stringify } from "../../../lib/json/write.ts";
import type { LogLine } from "../../../lib/request/log.ts";
import { createService } from "../../../lib/service/service.ts";
import { responseFaults } from "../../support/api-server-rules.ts";
import { kinds } from "../../support/example-kinds.ts";
import { callHttp1, callHttp2, openSocket, type Peer } from "../../support/https-client.ts";
import { admissionReview, conversionReview, cronTab, pizza, uid } from "../../support/reviews.ts";
import { sampleLookup } from "../../support/send-review.ts";

let folder: string;
let gateway: Gateway;
let peer: Peer;
const log: LogLine[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "gateway-"));
  const authority = await openCertificateAuthority(folder);
  const certificate = await authority.issue(["127.0.0.1"]);
  const service = createService({ kinds, lookup: sampleLookup, log: (line) => log.push(line) });
  gateway = await startGateway({ callers: everybody, service, ...certificate, port: 0 });
  peer = { port: gateway.port, ca: await readFile(authority.caFile, "utf8") };
});

afterAll(async () => {
  await gateway.close();
  await rm(folder, { recursive: true });
});

beforeEach(() => {
  log.length = 0;
});

/** The gateway's end of the connection that is opened next. */
function nextConnection(): Promise<Socket> {
  return new Promise((resolve) => {
    const onMessage = (message: unknown): void => {
      unsubscribe("net.server.socket", onMessage);
      resolve((message as { readonly socket: Socket }).socket);
    };
    subscribe("net.server.socket", onMessage);
  });
}

const conversion = conversionReview("stable.example.com/v1", [
  cronTab("v1beta1", { hostPort: "a:1" }),
]);
const creation = admissionReview({ object: pizza("v1beta1", { toppings: [] }) });

describe.each([
  { protocol: "HTTP/1.1", call: callHttp1 },
  { protocol: "HTTP/2", call: callHttp2 },
])("the gateway over $protocol", ({ call }) => {
  test.each([
    { path: "/convert?timeout=30s", review: conversion, outcome: "converted" },
    { path: "/crdconvert", review: conversion, outcome: "converted" },
    { path: "/mutate?timeout=10s", review: creation, outcome: "patched" },
    { path: "/validate/v1/pizza?timeout=1s", review: creation, outcome: "allowed" },
    { path: "/a-cluster/a~key_1/convert", review: conversion, outcome: "converted" },
  ])("responds to a review at $path: $outcome", async ({ path, review, outcome }) => {
    const reply = await call(peer, { path, body: stringify(review) });
    expect(reply.status).toBe(200);
    expect(reply.headers["content-type"]).toBe("application/json");
    expect(Number(reply.headers["content-length"])).toBe(Buffer.byteLength(reply.body));
    expect(log).toMatchObject([{ uid, outcome, status: 200 }]);
  });

  test.each([
    { name: "an unknown path", method: "POST", path: "/", status: 404 },
    { name: "a trailing slash", method: "POST", path: "/convert/", status: 404 },
    { name: "an unknown kind", method: "POST", path: "/validate/v1/burger", status: 404 },
    { name: "an unknown path by GET", method: "GET", path: "/metrics", status: 404 },
    { name: "GET", method: "GET", path: "/convert", status: 405 },
    { name: "PUT with a body", method: "PUT", path: "/mutate", status: 405 },
    { name: "DELETE", method: "DELETE", path: "/validate", status: 405 },
    { name: "an empty body", method: "POST", path: "/convert", status: 400 },
  ])("responds to $name with $status", async ({ method, path, status }) => {
    const body = method === "PUT" ? stringify(creation) : "";
    const reply = await call(peer, { method, path, body });
    expect(reply.status).toBe(status);
    const headers = {
      "Content-Type": String(reply.headers["content-type"]),
    };
    expect(responseFaults("convert", undefined, { status, headers, body: reply.body })).toEqual([]);
  });

  test("names the allowed method", async () => {
    const reply = await call(peer, { method: "GET", path: "/convert" });
    expect(reply.headers["allow"]).toBe("POST");
  });

  test("responds to 20 MB with 413, and stays up", async () => {
    const reply = await call(peer, { path: "/convert", body: Buffer.alloc(20_000_000, 0x20) });
    expect(reply.status).toBe(413);
    expect(JSON.parse(reply.body)).toMatchObject({
      message:
        "the review is too large: as a JSON string, in which each quote takes two bytes, it may have at most 6 MB",
    });
    const next = await call(peer, { path: "/convert", body: stringify(conversion) });
    expect(next.status).toBe(200);
  });

  test.each([
    { name: "3 MB of quotes, which count twice", fill: '"', bytes: 3_200_000, status: 413 },
    {
      name: "1.1 MB of control characters, which count six times",
      fill: "\u0001",
      bytes: 1_100_000,
      status: 413,
    },
    { name: "1.1 MB of line feeds, which count twice", fill: "\n", bytes: 1_100_000, status: 400 },
    { name: "5 MB of spaces", fill: " ", bytes: 5_000_000, status: 400 },
  ])("counts $name as the event's own bytes: $status", async ({ fill, bytes, status }) => {
    const reply = await call(peer, { path: "/convert", body: fill.repeat(bytes) });
    expect(reply.status).toBe(status);
  });

  test("accepts a review of 5 MB", async () => {
    const object = cronTab("v1beta1", { hostPort: "a:1", image: "x".repeat(5_000_000) });
    const body = stringify(conversionReview("stable.example.com/v1", [object]));
    const reply = await call(peer, { path: "/convert", body });
    expect(reply.status).toBe(200);
    expect(log).toMatchObject([{ outcome: "converted" }]);
  });

  test("responds to many requests at once", async () => {
    const calls = Array.from({ length: 40 }, () =>
      call(peer, { path: "/convert", body: stringify(conversion) }),
    );
    const replies = await Promise.all(calls);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe("a connection to the gateway", () => {
  test("stays open without requests for longer than the 90 s of kube-apiserver, so that no review meets its end", async () => {
    const agent = new Agent({ keepAlive: true });
    const { headers } = await callHttp1(peer, {
      path: "/convert",
      body: stringify(conversion),
      agent,
    });
    agent.destroy();
    const [, seconds] = /timeout=(\d+)/.exec(String(headers["keep-alive"])) ?? [];
    expect(Number(seconds)).toBeGreaterThan(90);
  });

  test("is used again over HTTP/1.1, after errors too", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const body = stringify(conversion);
    const first = await callHttp1(peer, { path: "/convert", body, agent });
    const second = await callHttp1(peer, { path: "/none", body, agent });
    const third = await callHttp1(peer, { path: "/convert", body, agent });
    agent.destroy();
    expect(third.status).toBe(200);
    expect([second.localPort, third.localPort]).toEqual([first.localPort, first.localPort]);
  });

  test.each([
    {
      name: "in the middle of a body",
      text: "POST /convert HTTP/1.1\r\nHost: a\r\nContent-Length: 900\r\n\r\n{",
    },
    { name: "in the middle of the headers", text: "POST /convert HTTP/1.1\r\nHost" },
    {
      name: "in the middle of a chunk",
      text: "POST /convert HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n{",
    },
    { name: "after bytes that are not HTTP", text: "\u0000\u0001 nonsense\r\n\r\n" },
  ])("that the caller closes $name does not affect the gateway", async ({ text }) => {
    const accepted = nextConnection();
    const socket = await openSocket(peer, "http/1.1");
    socket.on("error", () => undefined);
    const ended = once(await accepted, "close");
    socket.write(text, () => socket.destroy());
    await ended;
    const reply = await callHttp1(peer, { path: "/convert", body: stringify(conversion) });
    expect(reply.status).toBe(200);
    expect(log).toHaveLength(1);
  });

  test("over HTTP/2 whose stream is reset in the middle of a body does not affect the gateway", async () => {
    const session = connectHttp2(`https://127.0.0.1:${peer.port}`, { ca: peer.ca });
    const stream = session.request(
      { ":method": "POST", ":path": "/convert" },
      { endStream: false },
    );
    stream.on("error", () => undefined);
    await new Promise((resolve) => stream.write("{", resolve));
    // The gateway responds to a ping after the requests before it.
    await new Promise((resolve) => session.ping(resolve));
    stream.close(8);
    await once(stream, "close");
    session.close();
    const reply = await callHttp2(peer, { path: "/convert", body: stringify(conversion) });
    expect(reply.status).toBe(200);
  });

  test("with invalid frames of HTTP/2 does not affect the gateway", async () => {
    const socket = await openSocket(peer, "h2");
    socket.on("error", () => undefined);
    socket.write("this is not a preface of HTTP/2 at all\r\n\r\n");
    await once(socket, "close");
    const reply = await callHttp2(peer, { path: "/convert", body: stringify(conversion) });
    expect(reply.status).toBe(200);
  });

  test("without TLS does not affect the gateway", async () => {
    await expect(fetch(`http://127.0.0.1:${peer.port}/convert`)).rejects.toThrow();
    const reply = await callHttp1(peer, { path: "/convert", body: stringify(conversion) });
    expect(reply.status).toBe(200);
  });
});

describe("a body that stops in the middle", () => {
  test("does not keep its connection open for ever", async () => {
    const certificate = await (await openCertificateAuthority(folder)).issue(["127.0.0.1"]);
    const service = createService({ kinds, lookup: sampleLookup, log: () => undefined });
    const options = { callers: everybody, service, ...certificate, port: 0, bodyMs: 50 };
    const other = await startGateway(options);
    const socket = await openSocket({ port: other.port, ca: peer.ca }, "http/1.1");
    socket.on("error", () => undefined);
    const closed = once(socket, "close");
    socket.write("POST /convert HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{");
    await closed;
    await other.close();
    expect(socket.destroyed).toBe(true);
  });
});

describe("startGateway", () => {
  test("throws if the port is in use", async () => {
    const { cert, key } = await (await openCertificateAuthority(folder)).issue(["127.0.0.1"]);
    const service = createService({ kinds, lookup: sampleLookup, log: () => undefined });
    await expect(
      startGateway({ callers: everybody, service, cert, key, port: peer.port }),
    ).rejects.toThrow("EADDRINUSE");
  });

  test("closes with connections open", async () => {
    const { cert, key } = await (await openCertificateAuthority(folder)).issue(["127.0.0.1"]);
    const service = createService({ kinds, lookup: sampleLookup, log: () => undefined });
    const other = await startGateway({ callers: everybody, service, cert, key, port: 0 });
    const socket = await openSocket({ port: other.port, ca: peer.ca }, "http/1.1");
    socket.on("error", () => undefined);
    const closed = once(socket, "close");
    await other.close();
    await closed;
    await expect(callHttp1({ ...peer, port: other.port }, { path: "/" })).rejects.toThrow();
  });

  test("closes the connection if no response is possible, and stays up", async () => {
    const { cert, key } = await (await openCertificateAuthority(folder)).issue(["127.0.0.1"]);
    const log = (): never => {
      throw new Error("no log");
    };
    const service = createService({ kinds, lookup: sampleLookup, log });
    const other = await startGateway({ callers: everybody, service, cert, key, port: 0 });
    const there = { ...peer, port: other.port };
    const call = callHttp1(there, { path: "/convert", body: stringify(conversion) });
    await expect(call).rejects.toThrow();
    expect((await callHttp1(there, { path: "/none" })).status).toBe(404);
    await other.close();
  });
});
