import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type ReviewSender, reviewSender } from "../../../lib/cli/review-sender.ts";
import { openCertificateAuthority } from "../../../lib/hosts/local/certificate-authority.ts";
import { listenLocally } from "../../support/local-port.ts";

/** A service that is not ours: it responds with one status after another, and records the requests. */
let server: Server;
let folder: string;
let ca: string;
let url: string;
let statuses: number[] = [];
let retryAfter = "0";
const asked: string[] = [];
/** The responses of paths other than `/convert`. */
const specials: Readonly<Record<string, SpecialResponse>> = {
  "/moved": { status: 307, headers: { location: "/convert" } },
  "/moved-for-good": { status: 308, headers: { location: "convert?x=y" } },
  "/elsewhere": { status: 307, headers: { location: "https://localhost:1/convert" } },
  "/circle": { status: 307, headers: { location: "/circle" } },
  "/found": { status: 302, headers: { location: "/convert" } },
  "/nowhere": { status: 307, headers: {} },
  "/compressed": { headers: { "content-encoding": "GZIP" }, body: gzipSync("an answer") },
  "/bomb": { headers: { "content-encoding": "gzip" }, body: gzipSync(Buffer.alloc(1e6)) },
  "/broken": { headers: { "content-encoding": "gzip" }, body: "an answer" },
  "/cut": { headers: { "content-encoding": "gzip" }, body: gzipSync("an answer").subarray(0, 20) },
};

interface SpecialResponse {
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

const senders: ReviewSender[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "review-sender-"));
  const authority = await openCertificateAuthority(folder);
  ca = await readFile(authority.caFile, "utf8");
  server = createServer(await authority.issue(["127.0.0.1"]), (request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers["content-type"]}`);
    const status = statuses.shift() ?? 200;
    const headers = status === 200 ? {} : { "retry-after": retryAfter };
    request.resume().on("end", () => {
      const { pathname } = new URL(request.url ?? "", url);
      const special = specials[pathname];
      if (special === undefined) response.writeHead(status, headers).end("an answer");
      else response.writeHead(special.status ?? 200, special.headers).end(special.body ?? "");
    });
  });
  url = `https://127.0.0.1:${await listenLocally(server)}/convert`;
});

afterEach(() => {
  for (const sender of senders.splice(0)) sender.close();
  asked.length = 0;
});

afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await rm(folder, { recursive: true });
});

function sender(options: Parameters<typeof reviewSender>[0]): ReviewSender {
  const made = reviewSender(options);
  senders.push(made);
  return made;
}

describe("reviewSender", () => {
  test.each([
    { path: "moved", status: 200, calls: 2 },
    { path: "moved-for-good", status: 200, calls: 2 },
    { path: "elsewhere", status: 307, calls: 1 },
    { path: "circle", status: 307, calls: 11 },
    { path: "found", status: 302, calls: 1 },
    { path: "nowhere", status: 307, calls: 1 },
    { path: "compressed", status: 200, calls: 1 },
  ])(
    "follows redirects and decompresses as kube-apiserver: $path",
    async ({ path, status, calls }) => {
      const response = await sender({ ca }).send(new URL(path, url).href, "{}");
      expect(response).toMatchObject({ status, body: status === 200 ? "an answer" : "" });
      expect(asked).toHaveLength(calls);
      expect(new Set(asked.map((each) => each.split(" ")[0]))).toEqual(new Set(["POST"]));
    },
  );

  test.each([
    { path: "bomb", fault: "the response has more than 1000 bytes" },
    { path: "broken", fault: "incorrect header check" },
    { path: "cut", fault: "unexpected end of file" },
  ])("rejects a compressed body that is $path", async ({ path, fault }) => {
    const sending = sender({ ca, maxBytes: 1000 }).send(new URL(path, url).href, "{}");
    await expect(sending).rejects.toThrow(fault);
  });

  test("posts like kube-apiserver", async () => {
    expect(await sender({ ca }).send(url, "{}")).toMatchObject({ status: 200, body: "an answer" });
    expect(asked).toEqual(["POST /convert?timeout=30s application/json"]);
  });

  test.each([
    {
      name: "retries after 503 with Retry-After",
      wait: "0",
      first: [503, 429],
      status: 200,
      calls: 3,
    },
    {
      name: "does not retry without a number of seconds",
      wait: "soon",
      first: [503],
      status: 503,
      calls: 1,
    },
    { name: "does not retry after 404", wait: "0", first: [404], status: 404, calls: 1 },
    {
      name: "does not retry more often than allowed",
      wait: "0",
      first: [503, 503, 503],
      status: 503,
      calls: 3,
    },
  ])("$name", async ({ wait, first, status, calls }) => {
    statuses = [...first];
    retryAfter = wait;
    expect(await sender({ ca, retries: 2 }).send(url, "{}")).toMatchObject({ status });
    expect(asked).toHaveLength(calls);
  });

  test("treats a certificate that is not trusted as no response", async () => {
    await expect(sender({}).send(url, "{}")).rejects.toThrow(/certificate/);
  });
});
