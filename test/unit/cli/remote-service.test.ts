import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { remoteService } from "../../../lib/cli/server/remote-service.ts";
import { openCertificateAuthority } from "../../../lib/hosts/local/certificate-authority.ts";
import { portOf } from "../../support/local-port.ts";

let folder: string;
let server: Server;
let ca: string;
let base: URL;
/** What the next calls get: a response, or `hang up`. */
let script: (readonly [status: number, headers: Record<string, string>] | "hang up")[];
let paths: (string | undefined)[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "remote-"));
  const authority = await openCertificateAuthority(folder);
  ca = await readFile(authority.caFile, "utf8");
  server = createServer(await authority.issue(["localhost"]), (request, response) => {
    paths.push(request.url);
    const next = script.shift() ?? [200, {}];
    if (next === "hang up") request.socket.destroy();
    else response.writeHead(...next).end(`${next[0]}`);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  base = new URL(`https://localhost:${portOf(server)}/c/secret-key/`);
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

const now = { "Retry-After": "0" };

describe("remoteService", () => {
  test.each<{ name: string; calls: typeof script; status: number; asked: number }>([
    { name: "takes the first response", calls: [[200, {}]], status: 200, asked: 1 },
    { name: "takes a failure that is final", calls: [[500, {}]], status: 500, asked: 1 },
    {
      name: "retries after a 503 with Retry-After",
      calls: [
        [503, now],
        [429, now],
      ],
      status: 200,
      asked: 3,
    },
    {
      name: "gives up after several attempts",
      calls: Array(19).fill([503, now]),
      status: 503,
      asked: 11,
    },
    { name: "retries after a closed connection", calls: ["hang up"], status: 200, asked: 2 },
  ])("$name", async ({ calls, status, asked }) => {
    script = [...calls];
    paths = [];
    const remote = remoteService({ base, ca, connectTo: undefined });
    const answer = await remote.send("mutate", "{}");
    expect(answer).toMatchObject({ status, body: `${status}` });
    expect(paths).toEqual(Array(asked).fill("/c/secret-key/mutate?timeout=30s"));
    remote.close();
  });

  test.each<{ name: string; trusted: boolean; calls: typeof script; message: RegExp }>([
    {
      name: "closes the connection",
      trusted: true,
      calls: ["hang up", "hang up"],
      message: /sent no response: .*\. Is the host right\?$/,
    },
    {
      name: "has no trusted certificate",
      trusted: false,
      calls: [],
      message:
        /: (?!.*; if the root).*\. If a private CA signed it, pass the CA's certificate: --ca FILE$/,
    },
  ])("names a host that $name, and no key", async ({ trusted, calls, message }) => {
    script = [...calls];
    paths = [];
    const remote = remoteService({ base, ca: trusted ? ca : undefined, connectTo: undefined });
    const fault = await remote.send("convert", "{}").catch((thrown: Error) => thrown.message);
    expect(fault).toMatch(message);
    expect(fault).toContain(base.host);
    expect(fault).not.toContain("secret-key");
    remote.close();
  });

  test("connects to another address than the url's, and demands the name of the url's host", async () => {
    const connectTo = { host: base.hostname, port: Number(base.port) };
    script = [[200, {}]];
    const named = remoteService({ base: new URL("https://localhost:1/c/k"), ca, connectTo });
    expect(await named.send("convert", "{}")).toMatchObject({ status: 200 });
    named.close();
    const other = remoteService({ base: new URL("https://other.example"), ca, connectTo });
    await expect(other.send("convert", "{}")).rejects.toThrow(/other\.example.*altnames/s);
    other.close();
  });
});
