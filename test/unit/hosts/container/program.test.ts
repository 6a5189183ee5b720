import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import {
  mountCertificate,
  onLoopback,
  startProgram,
  writeExampleBundle,
} from "../../../support/container.ts";
import { callHttp1 } from "../../../support/https-client.ts";
import { listenLocally } from "../../../support/local-port.ts";

const folder = await mkdtemp(join(tmpdir(), "program-"));
const program = await writeExampleBundle(folder);
const mounted = await mountCertificate();

afterAll(async () => {
  await mounted[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const usable = {
  ...onLoopback,
  CUSTOMHOUSE_TLS_FOLDER: mounted.folder,
  CUSTOMHOUSE_SECRETS_FILE: "test/payloads/secrets.json",
};

/** A server that occupies a port, and responds to requests for a secret like AWS Secrets Manager. */
async function startSecretsManager(text: string) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(String(request.headers["x-amz-target"]));
    response.writeHead(200, { "Content-Type": "application/x-amz-json-1.1" });
    response.end(JSON.stringify({ Name: "clusters", SecretString: text }));
  });
  const port = await listenLocally(server);
  const close = () => new Promise((resolve) => server.close(resolve));
  return { port, asked, [Symbol.asyncDispose]: async () => void (await close()) };
}

describe("the program of a container", () => {
  test.each([
    {
      name: "no secret",
      environment: { CUSTOMHOUSE_SECRETS_FILE: "" },
      error: /^customhouse: there is no secret, so everybody could call: .*\n$/,
    },
    {
      name: "no certificate",
      environment: { CUSTOMHOUSE_TLS_FOLDER: "/nowhere" },
      error: /^customhouse: \/nowhere\/tls\.crt can't be read \(ENOENT\)\n$/,
    },
  ])("prints one line and ends with 2 if it has $name", ({ environment, error }) => {
    const env = { ...usable, ...environment };
    const { status, stdout, stderr } = spawnSync(process.execPath, [program], {
      env,
      encoding: "utf8",
    });
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(error);
  });

  test("prints one line and ends with 2 if its port is in use", async () => {
    await using taken = await startSecretsManager("");
    const env = { ...usable, CUSTOMHOUSE_METRICS_PORT: String(taken.port) };
    await expect(startProgram(program, env)).rejects.toThrow(
      /^the program ended: customhouse: listen EADDRINUSE: .*\n$/,
    );
  });

  test("reads the keys from AWS Secrets Manager", async () => {
    const key = "k".repeat(48);
    const text = JSON.stringify({ clusters: { prod: { keys: [key] } } });
    await using manager = await startSecretsManager(text);
    const container = await startProgram(program, {
      ...usable,
      CUSTOMHOUSE_SECRETS_FILE: "",
      CUSTOMHOUSE_SECRET_ID: "clusters",
      AWS_ENDPOINT_URL: `http://127.0.0.1:${manager.port}`,
      AWS_REGION: "eu-central-1",
      AWS_ACCESS_KEY_ID: "test",
      AWS_SECRET_ACCESS_KEY: "test",
    });
    try {
      const peer = { port: container.port, ca: mounted.ca };
      const ready = await callHttp1(peer, { method: "GET", path: "/readyz" });
      expect(ready).toMatchObject({ status: 200, body: "ok\n" });
      expect(manager.asked).toEqual(["secretsmanager.GetSecretValue"]);
      const known = await callHttp1(peer, { path: `/prod/${key}/convert`, body: "{}" });
      expect(known.status).toBe(400);
    } finally {
      container.child.kill("SIGKILL");
    }
  });
});
