import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type ReviewSender, reviewSender } from "../../../lib/cli/review-sender.ts";
import { openAuthority } from "../../../lib/hosts/local/authority.ts";
import { listenLocally } from "../../support/local-port.ts";

/** A service that is not ours: it responds with one status after another, and records the requests. */
let server: Server;
let folder: string;
let ca: string;
let url: string;
let statuses: number[] = [];
let retryAfter = "0";
const asked: string[] = [];
const senders: ReviewSender[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "review-sender-"));
  const authority = await openAuthority(folder);
  ca = await readFile(authority.caFile, "utf8");
  server = createServer(await authority.issue(["127.0.0.1"]), (request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers["content-type"]}`);
    const status = statuses.shift() ?? 200;
    const headers = status === 200 ? {} : { "retry-after": retryAfter };
    request.resume().on("end", () => response.writeHead(status, headers).end("an answer"));
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
