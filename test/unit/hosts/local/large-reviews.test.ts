import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request,
  type Server,
} from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { everybody } from "../../../../lib/callers/callers.ts";
import { openCertificateAuthority } from "../../../../lib/hosts/local/certificate-authority.ts";
import { startGateway } from "../../../../lib/hosts/local/gateway.ts";
import {
  type RecordingsFolder,
  recordingsFolder,
} from "../../../../lib/hosts/local/recordings-folder.ts";
import { requestListener } from "../../../../lib/hosts/local/request-listener.ts";
import type { JsonObject } from "../../../../lib/json/value.ts";
import { stringify } from "../../../../lib/json/write.ts";
import { deadlineOf } from "../../../../lib/request/deadline.ts";
import { bodyText, type HttpResponse } from "../../../../lib/request/http-response.ts";
import { readRecording } from "../../../../lib/service/recording/recording.ts";
import { recordingService } from "../../../../lib/service/recording/recording-service.ts";
import type { Service } from "../../../../lib/service/review-service.ts";
import { createService } from "../../../../lib/service/service.ts";
import { kinds } from "../../../support/example-kinds.ts";
import { callHttp1, callHttp2 } from "../../../support/https-client.ts";
import { conversionReview, cronTab } from "../../../support/reviews.ts";
import { sampleLookup as lookup } from "../../../support/send-review.ts";

const create = () => createService({ kinds, lookup, log: () => undefined });
const service = create();
const sent: HttpResponse[] = [];
const observed: Service = {
  ...service,
  answer: async (...review) => {
    const response = await service.answer(...review);
    sent.push(response);
    return response;
  },
};
const servers = new Set<Server>();
let folder: string;
let recordings: RecordingsFolder;
/** The port of a server that records, and of one whose responses are {@link sent}. */
let recorded: number;
let plain: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "large-reviews-"));
  recordings = recordingsFolder(folder, { kinds, lookup, unlogged: create }, (fault) => {
    throw new Error(fault);
  });
  recorded = await serve(recordingService(service, recordings.record));
  plain = await serve(observed);
});

afterAll(async () => {
  for (const server of servers) server.close().closeAllConnections();
  await recordings.settled();
  await rm(folder, { recursive: true });
});

async function serve(served: Service): Promise<number> {
  const server = createServer(requestListener({ service: served, callers: everybody }));
  servers.add(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** A review that differs from the others in its uid and in each of its objects. */
function reviewOf(index: number, objects: number): string {
  const name = `review-${index}`;
  const review = conversionReview(
    "stable.example.com/v1",
    Array.from({ length: objects }, (_, at) =>
      cronTab("v1beta1", { hostPort: `${name}-${at}:${1 + at}`, image: name.repeat(20) }),
    ),
  );
  return stringify({ ...review, request: { ...(review["request"] as JsonObject), uid: name } });
}

/** A review whose response does not fit into the buffers of a connection. */
const largest = reviewOf(99, 12_000);

/** The response of a service whose bytes nobody frees. */
async function responseTo(body: string): Promise<string> {
  return bodyText(await service.answer("convert", body, deadlineOf("30s")));
}

function send(port: number, body: string): ClientRequest {
  return request({ port, host: "127.0.0.1", method: "POST", path: "/convert", agent: false }).end(
    body,
  );
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function received(call: ClientRequest, waitMs = 0): Promise<string> {
  const [response] = await once(call, "response");
  await sleep(waitMs);
  return textOf(response);
}

/** Sends a review and closes the connection when the response begins. */
async function abandoned(call: ClientRequest): Promise<string> {
  call.on("error", () => undefined);
  await once(call, "response");
  call.destroy();
  return "";
}

/** Sends the first half of a review. */
async function cutOff(body: string): Promise<string> {
  const headers = { "content-length": body.length };
  const to = { port: recorded, host: "127.0.0.1", path: "/convert" };
  const call = request({ ...to, method: "POST", headers });
  call.on("error", () => undefined);
  call.write(body.slice(0, body.length / 2));
  await sleep(20);
  call.destroy();
  return "";
}

describe("large reviews", () => {
  test("each gets its own response: several at a time, with slow readers, closed connections and cut-off bodies", async () => {
    const bodies = Array.from({ length: 48 }, (_, index) =>
      reviewOf(index, 200 + 60 * (index % 16)),
    );
    const ways = [
      (body: string) => received(send(recorded, body)),
      (body: string) => received(send(recorded, body), 150),
      (body: string) => abandoned(send(recorded, body)),
      cutOff,
    ];
    const expected = await Promise.all(
      bodies.map((body, index) => (index % 4 < 2 ? responseTo(body) : "")),
    );
    const responses = await Promise.all(bodies.map((body, index) => ways[index % 4]?.(body)));
    expect(responses.map((text, index) => text === expected[index])).toEqual(
      bodies.map(() => true),
    );
  });

  test("the memory of responses is freed once they are sent, unless the connection was closed before", async () => {
    sent.length = 0;
    const body = reviewOf(0, 3000);
    const text = await received(send(plain, body));
    expect(text).toBe(await responseTo(body));
    await expect.poll(() => sent.map(({ body: bytes }) => bytes.length)).toEqual([0]);
    sent.length = 0;
    // More than the buffers of a connection hold, so that the response can't be finished.
    const stalled = send(plain, largest).on("error", () => undefined);
    await once(stalled, "response");
    stalled.destroy();
    await sleep(100);
    expect(sent.map(({ body: bytes }) => bytes.length > 0)).toEqual([true]);
  });

  test("a response that waits for its reader is not changed by those that are sent meanwhile", async () => {
    const waiting = send(plain, largest);
    const [response] = await once(waiting, "response");
    const bodies = Array.from({ length: 4 }, (_, index) => reviewOf(index, 12_000));
    for (const body of bodies)
      expect(await received(send(plain, body))).toBe(await responseTo(body));
    expect((await textOf(response)) === (await responseTo(largest))).toBe(true);
  });

  test("recordings of reviews that are freed meanwhile are complete", async () => {
    const bodies = Array.from({ length: 5 }, (_, index) => reviewOf(1000 + index, 400));
    await Promise.all(bodies.map((body) => received(send(recorded, body))));
    await recordings.settled();
    const files = (await readdir(folder, { recursive: true })).filter((name) =>
      /review-100\d\.json$/.test(name),
    );
    expect(files).toHaveLength(5);
    const counts = await Promise.all(
      files.map(async (file) => {
        const recording = readRecording(await readFile(join(folder, file), "utf8"));
        const { request: head } = (recording.ok ? recording.value.review : {}) as {
          request?: { objects: readonly unknown[] };
        };
        return head?.objects.length;
      }),
    );
    expect(counts).toEqual([400, 400, 400, 400, 400]);
  });

  test.each([
    { protocol: "HTTP/1.1", call: callHttp1 },
    { protocol: "HTTP/2", call: callHttp2 },
  ])("each gets its own response over $protocol with TLS", async ({ call }) => {
    const authority = await openCertificateAuthority(join(folder, "authority"));
    const certificate = await authority.issue(["127.0.0.1"]);
    const gateway = await startGateway({ callers: everybody, service, ...certificate, port: 0 });
    const peer = { port: gateway.port, ca: await readFile(authority.caFile, "utf8") };
    const bodies = Array.from({ length: 12 }, (_, index) => reviewOf(index, 200 + 200 * index));
    const expected = await Promise.all(bodies.map(responseTo));
    const replies = await Promise.all(bodies.map((body) => call(peer, { path: "/convert", body })));
    await gateway.close();
    expect(replies.map(({ body }, index) => body === expected[index])).toEqual(
      bodies.map(() => true),
    );
  });
});
