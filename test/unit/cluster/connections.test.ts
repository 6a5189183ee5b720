import { execFile } from "node:child_process";
import { createServer } from "node:net";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type ClusterConnection,
  type ClusterOptions,
  connectCluster,
} from "../../../lib/cluster/cluster-lookup.ts";
import { type ApiServer, send, startApiServer } from "../../support/api-server.ts";
import { listenLocally } from "../../support/local-port.ts";

const type = { group: "g.example.com", version: "v1", resource: "toppings" };
const keyOf = (name: string) => ({ ...type, name });

let server: ApiServer;
let stranger: ApiServer;
let wrongName: ApiServer;
let connections: ClusterConnection[];
let nowMs: number;

beforeAll(async () => {
  server = await startApiServer();
  stranger = await startApiServer();
  wrongName = await startApiServer(["api.example.com"]);
});

afterAll(() => Promise.all([server, stranger, wrongName].map((each) => each.close())));

beforeEach(() => {
  server.requests.length = 0;
  connections = [];
  nowMs = 0;
  server.answer(({ url = "" }, response) => {
    const name = decodeURIComponent(url.split("/").at(-1) ?? "");
    send(response, 200, { apiVersion: "g.example.com/v1", kind: "Topping", metadata: { name } });
  });
});

afterEach(() => {
  for (const connection of connections) connection.close();
});

function open(options: ClusterOptions = {}, { url, ca }: Pick<ApiServer, "url" | "ca"> = server) {
  const access = { server: url, certificateAuthority: ca };
  const connection = connectCluster(access, { now: () => nowMs, ...options });
  connections.push(connection);
  return connection;
}

function calm(): AbortSignal {
  return new AbortController().signal;
}

function ports(): ReadonlySet<number | undefined> {
  return new Set(server.requests.map(({ port }) => port));
}

describe("the connections to a cluster", () => {
  test("one is used for successive lookups, and by every review", async () => {
    const connection = open();
    for (const name of ["a", "b", "c"]) await connection.lookup().exists(keyOf(name), calm());
    expect(server.requests).toHaveLength(3);
    expect(ports().size).toBe(1);
  });

  test("at most eight are used for many parallel lookups", async () => {
    const lookup = open().lookup();
    const names = Array.from({ length: 100 }, (_, index) => `t${index}`);
    const found = await Promise.all(names.map((name) => lookup.exists(keyOf(name), calm())));
    expect(new Set(found)).toEqual(new Set([true]));
    expect(server.requests).toHaveLength(100);
    expect(ports().size).toBeLessThanOrEqual(8);
  });

  test("if one ended while idle, or all did, the next lookups still succeed", async () => {
    const lookup = open().lookup();
    const names = ["a", "b", "c", "d"];
    const ask = (prefix: string) =>
      Promise.all(names.map((name) => lookup.exists(keyOf(prefix + name), calm())));
    await ask("1");
    const cut = server.cut();
    expect(await ask("2")).toEqual([true, true, true, true]);
    await cut;
  });

  test("if a reused one is closed before the response, the lookup is sent again on a new one", async () => {
    const lookup = open().lookup();
    await lookup.exists(keyOf("a"), calm());
    const [used] = server.requests;
    server.answer(({ socket }, response) => {
      const object = { apiVersion: "g.example.com/v1", kind: "Topping", metadata: { name: "b" } };
      if (socket.remotePort === used?.port) socket.destroy();
      else send(response, 200, object);
    });
    expect(await lookup.exists(keyOf("b"), calm())).toBe(true);
    expect(server.requests).toHaveLength(3);
  });

  test("if a new one is closed before the response, the lookup fails and is not sent again", async () => {
    server.answer(({ socket }) => void socket.destroy());
    await expect(open().lookup().exists(keyOf("a"), calm())).rejects.toThrow(/was closed/);
    expect(server.requests).toHaveLength(1);
  });

  test("if one is closed within the response, the lookup fails and is not sent again", async () => {
    const lookup = open().lookup();
    await lookup.exists(keyOf("a"), calm());
    server.answer(({ socket }, response) => {
      response.writeHead(200, { "content-length": 100 }).write("{", () => socket.destroy());
    });
    await expect(lookup.exists(keyOf("b"), calm())).rejects.toThrow(/was closed/);
    expect(server.requests).toHaveLength(2);
  });

  test.each([
    { name: "long", idleMs: 1001, connections: 2 },
    { name: "no longer than the idle time", idleMs: 1000, connections: 1 },
  ])(
    "one is closed after it was idle for too long: $name",
    async ({ idleMs, connections: expected }) => {
      const lookup = open({ idleMs: 1000 }).lookup();
      await lookup.exists(keyOf("a"), calm());
      nowMs += idleMs;
      await lookup.exists(keyOf("b"), calm());
      expect(ports().size).toBe(expected);
    },
  );

  test("after close, pending lookups finish, and no connection is kept", async () => {
    const connection = open();
    const lookup = connection.lookup();
    await lookup.exists(keyOf("a"), calm());
    const asked = lookup.exists(keyOf("b"), calm());
    connection.close();
    expect(await asked).toBe(true);
    expect(await lookup.exists(keyOf("c"), calm())).toBe(true);
    expect(await lookup.exists(keyOf("d"), calm())).toBe(true);
    expect(ports().size).toBe(3);
  });
});

describe("the deadline of a lookup", () => {
  test("ends a lookup without a response, and its request", async () => {
    const closed = new Promise((resolve) => {
      server.answer(({ socket }) => void socket.once("close", resolve));
    });
    const controller = new AbortController();
    const asked = open({ lingerMs: 0 }).lookup().exists(keyOf("a"), controller.signal);
    await server.reached(1);
    controller.abort();
    await expect(asked).rejects.toMatchObject({
      name: "LookupUnavailable",
      message: expect.stringMatching(/did not respond in time/),
      cause: controller.signal.reason,
    });
    await closed;
    expect(server.requests).toHaveLength(1);
  });

  test("ends a lookup whose response is incomplete", async () => {
    const controller = new AbortController();
    server.answer((_, response) => {
      response.writeHead(200).write("{", () => controller.abort());
    });
    const asked = open({ lingerMs: 0 }).lookup().get(keyOf("a"), controller.signal);
    await expect(asked).rejects.toThrow(/did not respond in time/);
  });

  test("ends lookups that wait for a connection", async () => {
    server.answer(() => undefined);
    const lookup = open({ lingerMs: 0 }).lookup();
    const controller = new AbortController();
    const names = Array.from({ length: 20 }, (_, index) => `t${index}`);
    const asked = names.map((name) => lookup.exists(keyOf(name), controller.signal));
    const settled = Promise.allSettled(asked);
    await server.reached(8);
    controller.abort();
    expect(new Set((await settled).map((each) => each.status))).toEqual(new Set(["rejected"]));
    expect(server.requests).toHaveLength(8);
  });

  test("that has passed makes a lookup fail without a request", async () => {
    const asked = open({ lingerMs: 0 }).lookup().exists(keyOf("a"), AbortSignal.abort());
    await expect(asked).rejects.toThrow(/did not respond in time/);
    expect(server.requests).toEqual([]);
  });
});

describe("a lookup fails with a reason", () => {
  test("if no server listens", async () => {
    const gone = await startApiServer();
    await gone.close();
    const asked = open({}, gone).lookup().exists(keyOf("a"), calm());
    await expect(asked).rejects.toThrow(/cannot be reached; check that "server"/);
    await expect(asked).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } });
    await expect(asked).rejects.not.toThrow(/127\.0\.0\.1/);
  });

  test("if the host name is unknown", async () => {
    const unknown = { url: "https://nowhere.invalid", ca: server.ca };
    const asked = open({}, unknown).lookup().exists(keyOf("a"), calm());
    await expect(asked).rejects.toThrow(/name of the cluster's API server cannot be resolved/);
    await expect(asked).rejects.not.toThrow(/nowhere/);
  });

  test("if the certificate is of another CA", async () => {
    const asked = open({}, { url: server.url, ca: stranger.ca })
      .lookup()
      .exists(keyOf("a"), calm());
    await expect(asked).rejects.toThrow(/not trusted; check that "certificateAuthority"/);
    expect(server.requests).toEqual([]);
  });

  test("if no CA is configured and the certificate is not of a public one", async () => {
    const connection = connectCluster({ server: server.url });
    connections.push(connection);
    const asked = connection.lookup().exists(keyOf("a"), calm());
    await expect(asked).rejects.toThrow(/not trusted/);
    expect(server.requests).toEqual([]);
  });

  test("if the certificate is for other names", async () => {
    const asked = open({}, wrongName).lookup().exists(keyOf("a"), calm());
    await expect(asked).rejects.toThrow(/is for other names; "server"/);
    expect(wrongName.requests).toEqual([]);
  });

  test.each([
    { name: "plain text", greeting: "HTTP/1.1 400 Bad Request\r\n\r\n", message: /agree on TLS/ },
    { name: "nothing", greeting: "", message: /was closed|agree on TLS/ },
  ])("if the server responds in $name", async ({ greeting, message }) => {
    const plain = createServer((socket) => {
      socket.on("error", () => undefined).once("data", () => socket.end(greeting));
    });
    const port = await listenLocally(plain);
    const asked = open({}, { url: `https://127.0.0.1:${port}`, ca: server.ca })
      .lookup()
      .exists(keyOf("a"), calm());
    await expect(asked).rejects.toThrow(message);
    plain.close();
  });

  test("if the server requires a client certificate", async () => {
    const strict = await startApiServer(["127.0.0.1"], { requestCert: true, ca: server.ca });
    const asked = open({}, strict).lookup().exists(keyOf("a"), calm());
    await expect(asked).rejects.toThrow(/agree on TLS; .*"clientCertificate"/);
    await strict.close();
  });
});

describe("the environment of the process", () => {
  const script = new URL("../../support/lookup-child.ts", import.meta.url).pathname;

  /** Looks up in a process of its own. */
  async function askWith(env: Readonly<Record<string, string>>, ca: string): Promise<string> {
    const args = [script, server.url, ca];
    const options = { env: { PATH: process.env["PATH"], ...env } };
    const { stdout } = await promisify(execFile)(process.execPath, args, options);
    return stdout.trim();
  }

  beforeEach(() => {
    server.answer((_, response) => {
      const metadata = { name: "tomato" };
      send(response, 200, { apiVersion: "g.example.com/v1", kind: "Topping", metadata });
    });
  });

  test("can't turn verification off", async () => {
    const answer = await askWith({ NODE_TLS_REJECT_UNAUTHORIZED: "0" }, stranger.ca);
    expect(answer).toMatch(/^LookupUnavailable: the API server's certificate is not trusted/);
    expect(server.requests).toEqual([]);
  });

  test("can't set a proxy", async () => {
    const proxy = "http://127.0.0.1:1";
    const names = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "ALL_PROXY"];
    const proxies = Object.fromEntries(names.map((name) => [name, proxy]));
    expect(await askWith({ NODE_USE_ENV_PROXY: "1", ...proxies }, server.ca)).toBe("true");
  });
});
