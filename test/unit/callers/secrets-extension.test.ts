import http, { Agent } from "node:http";
import { createServer } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { SecretFault } from "../../../lib/callers/secret/document.ts";
import { secretsExtension } from "../../../lib/callers/secret/secrets-extension.ts";
import {
  type Answer,
  drops,
  givesSecret,
  hangs,
  notReady,
  refuses,
  says,
  startSecretsExtension,
} from "../../support/secrets-extension.ts";

const id = "customhouse/prod/clusters&x=#";
const secret = '{"clusters":{"eu":{"keys":["planted-key"]}}}';

const never = new AbortController().signal;

/** The result of the first read of a secret, and the requests. */
async function read(...answers: readonly Answer[]) {
  await using extension = await startSecretsExtension(secret);
  if (answers.length > 0) extension.answers(...answers);
  const outcome = await secretsExtension(id, extension.environment)
    .read(never)
    .catch((fault: unknown) => fault);
  return { outcome, asked: extension.asked };
}

/** The fault of a read that is aborted as soon as so many requests have arrived. */
async function aborted(requests: number, answer: Answer): Promise<unknown> {
  await using extension = await startSecretsExtension(secret);
  const controller = new AbortController();
  extension.answers((response) => {
    if (extension.asked.length >= requests) controller.abort();
    answer(response);
  });
  return await secretsExtension(id, extension.environment)
    .read(controller.signal)
    .catch((fault: unknown) => fault);
}

describe("secretsExtension", () => {
  test("returns the secret's text, requested by its id with the function's token", async () => {
    const { outcome, asked } = await read();
    expect(outcome).toBe(secret);
    const url = "/secretsmanager/get?secretId=customhouse%2Fprod%2Fclusters%26x%3D%23";
    expect(asked).toEqual([{ method: "GET", url, token: "session/token+of=the-function" }]);
  });

  test("is not read before the first request, because the extension refuses until then", () => {
    expect(secretsExtension(id, {}).onlyInRequests).toBe(true);
  });

  test("retries while the extension is not ready", async () => {
    const { outcome, asked } = await read(notReady, drops, notReady, givesSecret(secret));
    expect(outcome).toBe(secret);
    expect(asked).toHaveLength(4);
  });

  test("accepts the longest secret possible, in its longest form", async () => {
    const longest = "\u0001".repeat(65_536);
    expect((await read(givesSecret(longest))).outcome).toBe(longest);
  });

  test.each([
    { name: "never ready", requests: 3, answer: notReady, why: "it is not ready" },
    { name: "hanging", requests: 1, answer: hangs, why: "it does not respond" },
    {
      name: "closing connections",
      requests: 2,
      answer: drops,
      why: "it accepts no connection (ECONNRESET)",
    },
    {
      name: "not finishing the body",
      requests: 1,
      answer: (response) => response.writeHead(200).write("{"),
      why: "it does not respond",
    },
  ] satisfies { name: string; requests: number; answer: Answer; why: string }[])(
    "$name: says so once the time is over",
    async ({ requests, answer, why }) => {
      const fault = await aborted(requests, answer);
      expect(fault).toBeInstanceOf(SecretFault);
      expect(String(fault)).toContain(`in time, because ${why}: `);
    },
  );

  test("without an extension names its layer and the parameter", async () => {
    const { environment } = await startSecretsExtension(secret).then(async (extension) => {
      await extension[Symbol.asyncDispose]();
      return extension;
    });
    const reading = secretsExtension(id, environment).read(AbortSignal.timeout(500));
    await expect(reading).rejects.toThrow(/ECONNREFUSED.*layer \(parameter secretsExtension\)/);
  });

  test.each([
    { name: "any fault", answer: refuses, says: "(status 400): its lines in this log say why" },
    { name: "a bad token", answer: says(401, "planted"), says: "(status 401)" },
    { name: "a fault of its own", answer: says(500, secret), says: "(status 500)" },
    { name: "a redirect", answer: says(302, secret), says: "(status 302)" },
    {
      name: "text that is not JSON",
      answer: says(200, secret.slice(0, -1)),
      says: "gave no SecretString",
    },
    { name: "other JSON", answer: says(200, secret), says: "gave no SecretString" },
    { name: "a list", answer: says(200, `[${secret}]`), says: "gave no SecretString" },
    { name: "a binary secret", answer: givesSecret(null), says: "must be a text, not binary" },
    {
      name: "a response that is too large",
      answer: says(200, JSON.stringify({ SecretString: "planted".repeat(100_000) })),
      says: "sent more than 458752 bytes",
    },
  ])("$name: fails at once and quotes nothing", async ({ answer, says: text }) => {
    const { outcome, asked } = await read(answer);
    expect(outcome).toBeInstanceOf(SecretFault);
    expect(String(outcome)).toContain(text);
    expect(String(outcome)).not.toContain("planted");
    expect(asked).toHaveLength(1);
  });

  test("a response that is not HTTP fails at once", async () => {
    const server = createServer((socket) => {
      socket.on("data", () => socket.end("planted\r\n\r\n"));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const environment = { PARAMETERS_SECRETS_EXTENSION_HTTP_PORT: String(port) };
    const reading = secretsExtension(id, environment).read(never);
    await expect(reading).rejects.toMatchObject({ code: expect.stringMatching(/^HPE_/) });
    await new Promise((resolve) => server.close(resolve));
  });
});

describe("a proxy in the environment", () => {
  const { globalAgent } = http;
  afterEach(() => {
    http.globalAgent = globalAgent;
  });

  test("gets neither the token nor the request", async () => {
    await using proxy = await startSecretsExtension("the proxy's");
    const port = proxy.environment["PARAMETERS_SECRETS_EXTENSION_HTTP_PORT"];
    http.globalAgent = new Agent({ proxyEnv: { HTTP_PROXY: `http://localhost:${port}` } });
    expect((await read()).outcome).toBe(secret);
    expect(proxy.asked).toEqual([]);
  });
});
