import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { functionNames } from "../../../lib/cli/bundle/bundles.ts";
import { openCertificateAuthority } from "../../../lib/hosts/local/certificate-authority.ts";
import { recordedReviews } from "../../package/recorded.ts";
import { type Call, callHttp1, type Reply } from "../../support/https-client.ts";
import type { Fault } from "./faults.ts";
import type { Configuration } from "./live.ts";
import { type LocalCloud, startLocalCloud } from "./local-cloud.ts";
import { packageOf } from "./tiny-package.ts";

/** A function that responds with its input; `x-bytes` sets the size of the response. */
const echo = `
let calls = 0;
exports.handler = async (event, context) => {
  calls++;
  console.log(JSON.stringify({ call: calls }));
  const remainingMs = context.getRemainingTimeInMillis();
  const { awsRequestId, functionName, memoryLimitInMB } = context;
  const variable = process.env.VARIABLE;
  const details = { calls, remainingMs, awsRequestId, functionName, memoryLimitInMB, variable };
  const body = event.headers["x-bytes"] === undefined
    ? JSON.stringify({ event, ...details })
    : "a".repeat(Number(event.headers["x-bytes"]));
  return { statusCode: 200, headers: { "Content-Type": "application/json" }, body };
};
`;

let scratch: string;
let ca: string;
let cloud: LocalCloud;
const folders: string[] = [];

async function packaged(code: string, template = inject("packages").current): Promise<string> {
  const folder = await packageOf(code, template);
  folders.push(folder);
  return folder;
}

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), "customhouse-gateway-"));
  const { caFile, issue } = await openCertificateAuthority(scratch);
  ca = await readFile(caFile, "utf8");
  const certificate = await issue(["127.0.0.1", "hooks.example.com"]);
  cloud = await startLocalCloud({ folder: await packaged(echo), certificate });
});

afterAll(async () => {
  await cloud?.stop();
  await Promise.all([scratch, ...folders].map((folder) => rm(folder, { recursive: true })));
});

const path = "/c/k/convert";

function call(rest: Partial<Call> = {}): Promise<Reply> {
  return callHttp1({ port: cloud.port, ca }, { path, body: "{}", ...rest });
}

/** No limit is in the way. */
const open: Configuration = {
  throttle: { rate: 1000, burst: 1000 },
  limits: {},
  integrationTimeoutMs: 30_000,
};

const json = { "content-type": "application/json" };

describe("the event of the local gateway", () => {
  test.each(functionNames.flatMap(recordedReviews))(
    "equals the recorded event of $name",
    async ({ event: recorded }) => {
      const { rawPath, rawQueryString, headers, requestContext, ...rest } = JSON.parse(
        JSON.stringify(recorded),
      );
      const { requestId: _, time: __, timeEpoch: ___, routeKey, http, ...context } = requestContext;
      const body = Buffer.from(rest.body, rest.isBase64Encoded ? "base64" : "utf8");
      const { "content-length": ____, ...sent } = headers;
      const target = `${rawPath}?${rawQueryString}`;
      const reply = await call({ path: target, headers: sent, body });
      const { event } = JSON.parse(reply.body);
      expect(event).toMatchObject({
        ...rest,
        body: body.toString(),
        isBase64Encoded: false,
        rawPath,
        rawQueryString,
        routeKey,
        headers,
        pathParameters: { cluster: "rehearsal" },
        requestContext: { ...context, routeKey, http },
      });
      expect(Object.keys(event.requestContext).sort()).toEqual(Object.keys(requestContext).sort());
    },
  );

  test("contains a body that is not text as base64", async () => {
    const reply = await call({ headers: { "content-type": "image/png" }, body: "abc" });
    expect(JSON.parse(reply.body).event).toMatchObject({ body: "YWJj", isBase64Encoded: true });
  });
});

describe("the context", () => {
  test("has the function's name, its memory and the time left of its timeout", async () => {
    const details = JSON.parse((await call()).body);
    expect(details).toMatchObject({ memoryLimitInMB: "512" });
    expect(details.functionName).toMatch(/^customhouse-.*-convert$/);
    expect(details.remainingMs).toBeGreaterThan(20_000);
    expect(details.remainingMs).toBeLessThanOrEqual(25_000);
  });
});

describe("a response that the gateway sends by itself", () => {
  test.each([
    { name: "an unknown route", rest: { path: "/c/k/other" }, status: 404, message: "Not Found" },
    {
      name: "a body of more than 10 MB",
      rest: { body: Buffer.alloc(10 * 1024 * 1024 + 1) },
      status: 413,
      message: "Request Too Long",
    },
    {
      name: "an event of more than 6 MB, whose quotes count twice",
      rest: { headers: json, body: '"'.repeat(3_200_000) },
      status: 413,
      message: "Request Too Long",
    },
    {
      name: "a result of more than 6 MB",
      rest: { headers: { "x-bytes": "6300000" } },
      status: 500,
      message: "Internal Server Error",
    },
  ])("to $name equals the recorded one", async ({ rest, status, message }) => {
    const reply = await call(rest);
    expect([reply.status, JSON.parse(reply.body)]).toEqual([status, { message }]);
  });

  test.each<{ fault: Fault; limits?: Configuration["limits"]; says: string }>([
    { fault: { type: "throw" }, says: "ordered: the handler throws" },
    { fault: { type: "exit" }, says: "Runtime exited with error: exit status 1" },
    {
      fault: { type: "memory" },
      limits: { memoryMb: 64 },
      says: "Runtime exited with error: signal: SIGABRT",
    },
    {
      fault: { type: "hang" },
      limits: { timeoutMs: 700 },
      says: "Task timed out after 0.70 seconds",
    },
    { fault: { type: "kill" }, says: "Runtime exited with error: signal: SIGKILL" },
  ])("is sent if the function fails with $fault.type; the next call succeeds", async (row) => {
    const { fault, limits = {}, says } = row;
    await cloud.configure({ limits });
    const start = cloud.log.entries.length;
    using order = cloud.faults.order(fault);
    const { status, body } = await call();
    const message = "Internal Server Error";
    expect([order.met(), status, JSON.parse(body)]).toEqual([1, 500, { message }]);
    expect(cloud.log.textSince(start)).toContain(says);
    expect((await call()).status).toBe(200);
    await cloud.configure({ limits: {} });
  });

  test.each<{ name: string; change: Configuration; status: number; message: string }>([
    {
      name: "more requests than the stage lets through",
      change: { throttle: { rate: 0.001, burst: 1 } },
      status: 429,
      message: "Too Many Requests",
    },
    {
      name: "more requests at once than the function's reserved concurrency",
      change: { limits: { reservedConcurrency: 1 } },
      status: 503,
      message: "Service Unavailable",
    },
    {
      name: "a function that is slower than the integration's timeout",
      change: { integrationTimeoutMs: 300 },
      status: 503,
      message: "Service Unavailable",
    },
  ])("to $name equals the recorded one", async ({ change, status, message }) => {
    await cloud.configure(change);
    using _ = cloud.faults.order({ type: "slow", ms: 900 });
    const slow = call();
    await sleep(100);
    const replies = [await call(), await slow];
    const others = replies.filter((reply) => reply.status !== 200);
    expect(others.map((reply) => [reply.status, JSON.parse(reply.body)])).toEqual([
      [status, { message }],
    ]);
    await cloud.configure(open);
  });
});

describe("execution environments", () => {
  test("are kept warm, and more are started for parallel requests", async () => {
    await cloud.configure({});
    await call();
    expect(JSON.parse((await call()).body).calls).toBe(2);
    using _ = cloud.faults.order({ type: "slow", ms: 600 }, { times: 4 });
    await Promise.all(Array.from({ length: 4 }, () => call()));
    expect(cloud.environments().length).toBe(4);
  });

  test("of a new configuration get new calls, while the former ones finish their calls", async () => {
    await cloud.configure({ variables: { VARIABLE: "old" } });
    using _ = cloud.faults.order({ type: "slow", ms: 600 });
    const running = call();
    await sleep(200);
    await cloud.configure({ variables: { VARIABLE: "new" } });
    const replies = [await call(), await running].map((reply) => JSON.parse(reply.body));
    expect(replies).toMatchObject([{ variable: "new" }, { variable: "old" }]);
  });

  test("are ended when they are not used", async () => {
    await cloud.configure({ idleMs: 100 });
    await call();
    while (cloud.environments().length > 0) await sleep(20);
    expect(JSON.parse((await call()).body).calls).toBe(1);
    await cloud.configure({ idleMs: 120_000 });
  });

  test("that can't load their code fail the call with the reason", async () => {
    const good = await packaged(echo);
    await cloud.deploy(await packaged('throw new RangeError("no code today");'));
    const start = cloud.log.entries.length;
    expect((await call()).status).toBe(500);
    expect(cloud.log.textSince(start)).toContain("RangeError no code today");
    await cloud.deploy(good);
    expect((await call()).status).toBe(200);
  });
});

describe("the log of a function", () => {
  test("has the function's lines as maps", async () => {
    const start = cloud.log.entries.length;
    await call();
    expect(cloud.log.objectsSince(start)).toEqual([{ call: expect.any(Number) }]);
  });
});

describe("a REST API", () => {
  beforeAll(async () => cloud.deploy(await packaged(echo, inject("packages").rest)));

  test("sends an event of payload format 1.0", async () => {
    const reply = await call({ path: `${path}?timeout=30s`, headers: json, body: "{}" });
    expect(JSON.parse(reply.body).event).toMatchObject({
      resource: "/{cluster}/{key}/convert",
      path,
      httpMethod: "POST",
      headers: { "content-type": "application/json" },
      queryStringParameters: { timeout: "30s" },
      pathParameters: { cluster: "c", key: "k" },
      requestContext: { identity: { sourceIp: "192.0.2.1" }, stage: "rehearsal" },
      body: "{}",
      isBase64Encoded: false,
    });
  });

  test("compresses a long response for a client that accepts gzip", async () => {
    const headers = { "x-bytes": "70000", "accept-encoding": "gzip" };
    expect((await call({ headers })).headers["content-encoding"]).toBe("gzip");
  });

  test.each<{ name: string; fault?: Fault; change?: Configuration; rest?: object; status: number }>(
    [
      { name: "a path that is not served", rest: { path: "/other" }, status: 404 },
      { name: "a function that throws", fault: { type: "throw" }, status: 502 },
      {
        name: "more requests than the stage lets through",
        change: { throttle: { rate: 0.001, burst: 0 } },
        status: 429,
      },
      {
        name: "more requests at once than the function's reserved concurrency",
        change: { limits: { reservedConcurrency: 0 } },
        status: 500,
      },
      {
        name: "a function that is slower than the integration's timeout",
        change: { integrationTimeoutMs: 200 },
        fault: { type: "slow", ms: 900 },
        status: 504,
      },
    ],
  )("answers by itself to $name", async ({ fault, change = {}, rest = {}, status }) => {
    await cloud.configure({ ...open, ...change });
    using _ = fault && cloud.faults.order(fault);
    const reply = await call(rest);
    expect([reply.status, reply.headers["content-type"]]).toEqual([status, "application/json"]);
    await cloud.configure(open);
  });
});
