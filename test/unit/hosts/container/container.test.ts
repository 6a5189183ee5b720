import { request } from "node:https";
import { connect, type PeerCertificate } from "node:tls";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Container, startContainer } from "../../../../lib/hosts/container/container.ts";
import {
  type ContainerSettings,
  containerSettings,
} from "../../../../lib/hosts/container/settings.ts";
import { stringify } from "../../../../lib/json/write.ts";
import { type MountedCertificate, mountCertificate } from "../../../support/container.ts";
import { kinds } from "../../../support/example-kinds.ts";
import { callHttp1, openSocket, type Peer } from "../../../support/https-client.ts";
import { conversionReview, cronTab } from "../../../support/reviews.ts";

const key = "rEhEaRsAl-0nly_0123456789abcdefghijklmnopqrstuvw";
const path = `/rehearsal/${key}/convert`;
const environment = {
  CUSTOMHOUSE_ADDRESS: "127.0.0.1",
  CUSTOMHOUSE_PORT: "0",
  CUSTOMHOUSE_METRICS_PORT: "0",
  CUSTOMHOUSE_SECRETS_FILE: "test/payloads/secrets.json",
};
const body = stringify(
  conversionReview("stable.example.com/v1", [cronTab("v1beta1", { hostPort: "a:1" })]),
);

let mounted: MountedCertificate;
let running: Container | undefined;
let waited: { readonly ms: number; readonly end: () => void }[];
const lines: string[] = [];
const faults: string[] = [];

beforeEach(async () => {
  mounted = await mountCertificate();
  waited = [];
  lines.length = 0;
  faults.length = 0;
});

afterEach(async () => {
  const stopped = running?.stop();
  for (const { end } of waited) end();
  await stopped;
  running = undefined;
  await mounted[Symbol.asyncDispose]();
});

function settings(more: Partial<ContainerSettings> = {}): ContainerSettings {
  const read = containerSettings([], { ...environment, CUSTOMHOUSE_TLS_FOLDER: mounted.folder });
  if (!read.ok) throw new Error(read.error);
  return { ...read.value, ...more };
}

async function start(more: Partial<ContainerSettings> = {}): Promise<Container> {
  running = await startContainer({
    kinds,
    settings: settings(more),
    out: (text) => lines.push(text),
    error: (text) => faults.push(text),
    certificateMs: 1,
    wait: (ms) =>
      new Promise<void>((end) => {
        waited.push({ ms, end });
        if (running === undefined) end();
      }),
  });
  return running;
}

function peer({ port }: Container): Peer {
  return { port, ca: mounted.ca };
}

async function probe(container: Container, probed: "/healthz" | "/readyz") {
  const { status, body: text } = await callHttp1(peer(container), { method: "GET", path: probed });
  return { status, text };
}

async function metricsOf({ metricsPort }: Container): Promise<string> {
  return (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
}

/** The certificate that a new connection gets. */
function certificateAt(container: Container): Promise<PeerCertificate> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", ...peer(container) }, () => {
      resolve(socket.getPeerCertificate());
      socket.destroy();
    });
    socket.on("error", reject);
  });
}

/** Tries again until a condition holds: vitest's own timeout ends it. */
async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setImmediate(resolve));
}

describe("a container", () => {
  test("responds to reviews with a key, and to all others as to an unknown path", async () => {
    const container = await start();
    expect((await callHttp1(peer(container), { path, body })).status).toBe(200);
    for (const other of ["/convert", "/rehearsal/another-key/convert", "/nowhere", "/metrics"]) {
      const { status } = await callHttp1(peer(container), { path: other, body });
      expect({ other, status }).toEqual({ other, status: 404 });
    }
  });

  test("is ready as soon as the keys are loaded", async () => {
    let give: (text: string) => void = () => undefined;
    const text = new Promise<string>((resolve) => {
      give = resolve;
    });
    const container = await start({ secret: { read: () => text } });
    const answered = probe(container, "/readyz");
    expect(await probe(container, "/healthz")).toEqual({ status: 200, text: "ok\n" });
    give(JSON.stringify({ clusters: { rehearsal: { keys: [key] } } }));
    expect(await answered).toEqual({ status: 200, text: "ok\n" });
  });

  test("is not ready without keys, logs the reason and counts it", async () => {
    const container = await start({ secret: { read: async () => "{" } });
    const text = "the secret could not be read\n";
    expect(await probe(container, "/readyz")).toEqual({ status: 503, text });
    expect(faults.map((line) => JSON.parse(line))).toMatchObject([
      { fault: "the secret could not be read", reason: "the secret is not JSON" },
    ]);
    expect(await metricsOf(container)).toContain(
      'customhouse_Faults{Fault="the secret could not be read"} 1\n',
    );
  });

  test("with --no-key accepts every caller", async () => {
    const container = await start({ secret: undefined });
    expect(await probe(container, "/readyz")).toMatchObject({ status: 200 });
    expect((await callHttp1(peer(container), { path: "/convert", body })).status).toBe(200);
  });

  test("serves its metrics on a separate port, without any key", async () => {
    const container = await start();
    await callHttp1(peer(container), { path, body });
    await callHttp1(peer(container), { path: "/rehearsal/another-key/convert", body });
    const text = await metricsOf(container);
    expect(text).toContain('customhouse_Reviews{Verb="convert",Cluster="rehearsal"} 1\n');
    expect(text).toContain('customhouse_Refused{Verb="none",Cluster="none"} 1\n');
    expect(text).not.toMatch(new RegExp(`${key}|another-key`));
    const elsewhere = await fetch(`http://127.0.0.1:${container.metricsPort}${path}`);
    expect(elsewhere.status).toBe(404);
  });
});

describe("the certificate of a container", () => {
  test("is replaced for new connections when its files change, and not for open ones", async () => {
    const container = await start();
    const open = await openSocket(peer(container), "http/1.1");
    const before = (await certificateAt(container)).fingerprint256;
    await mounted.mount(await mounted.issue());
    await until(async () => (await certificateAt(container)).fingerprint256 !== before);
    expect((await certificateAt(container)).subjectaltname).toContain("n2.example.com");
    expect((await callHttp1(peer(container), { path, body })).status).toBe(200);
    expect(open.destroyed).toBe(false);
    open.destroy();
  });

  test("stays while the files have a certificate and the key of another", async () => {
    const container = await start();
    const next = await mounted.issue();
    await mounted.mount({ cert: next.cert, key: mounted.first.key });
    await until(() => faults.length > 0);
    expect((await certificateAt(container)).subjectaltname).toContain("n1.example.com");
    expect(JSON.parse(faults[0] ?? "")).toMatchObject({
      fault: "the certificate could not be read",
      reason: expect.stringMatching(/^tls\.key in .* does not belong to tls\.crt$/),
    });
    await mounted.mount(next);
    await until(
      async () =>
        (await certificateAt(container)).subjectaltname?.includes("n2.example.com") === true,
    );
    expect(faults).toHaveLength(1);
    expect(faults.join()).not.toContain("PRIVATE KEY");
  });

  test("must be valid", async () => {
    await mounted.mount({ cert: "no PEM", key: mounted.first.key });
    await expect(start()).rejects.toThrow(/tls\.crt and tls\.key in .* are not a certificate/);
  });

  test("is needed to start", async () => {
    await expect(start({ tlsFolder: "/nowhere" })).rejects.toThrow(
      "/nowhere/tls.crt can't be read (ENOENT)",
    );
  });
});

describe("a container that stops", () => {
  test("is not ready first, continues for 5 s, finishes its requests, then closes", async () => {
    const container = await start();
    // A review whose body is under way.
    const slow = sentInTwo(container);
    await slow.isReceived;
    let isStopped = false;
    const stopped = container.stop().then(() => {
      isStopped = true;
    });
    expect(waited.map(({ ms }) => ms)).toEqual([5000]);
    expect(await probe(container, "/readyz")).toEqual({ status: 503, text: "stopping\n" });
    expect(await probe(container, "/healthz")).toMatchObject({ status: 200 });
    const meanwhile = await callHttp1(peer(container), { path, body });
    expect(meanwhile.status).toBe(200);
    expect(meanwhile.headers["connection"]).toBe("close");
    const unused = await openSocket(peer(container), "http/1.1");
    const unusedClosed = new Promise((resolve) => unused.once("close", resolve));
    for (const { end } of waited) end();
    await unusedClosed;
    await until(() =>
      callHttp1(peer(container), { path, body }).then(
        () => false,
        () => true,
      ),
    );
    expect(isStopped).toBe(false);
    slow.sendRest();
    expect(await slow.response).toEqual({ status: 200, connection: "close" });
    await stopped;
    expect(lines.join("\n").split("\n")).toHaveLength(2);
    running = undefined;
  });
});

/** A review whose second half is sent later. */
function sentInTwo(container: Container) {
  const half = Math.floor(body.length / 2);
  // The server confirms the head, so the test knows that it has it.
  const headers = { "Content-Length": Buffer.byteLength(body), Expect: "100-continue" };
  const call = request({ host: "127.0.0.1", ...peer(container), method: "POST", path, headers });
  const response = new Promise<object>((resolve, reject) => {
    call.on("error", reject);
    call.on("response", (received) => {
      received.resume();
      const { statusCode: status, headers: given } = received;
      resolve({ status, connection: given.connection });
    });
  });
  const isReceived = new Promise<void>((resolve) => {
    call.on("continue", () => call.write(body.slice(0, half), () => resolve()));
  });
  call.flushHeaders();
  return { response, isReceived, sendRest: () => call.end(body.slice(half)) };
}
