import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { LambdaHandler } from "../../lib/hosts/lambda/handler.ts";
import { assertDefined } from "../../lib/json/invariant.ts";
import type { Verb } from "../../lib/request/routes.ts";
import { recordedReviews } from "../package/recorded.ts";
import { asMap } from "../support/as-map.ts";
import {
  type ContainerProcess,
  type MountedCertificate,
  mountCertificate,
  startProgram,
  writeExampleBundle,
} from "../support/container.ts";
import { callHttp1 } from "../support/https-client.ts";
import { lambdaContext } from "../support/lambda-context.ts";
import { startRehearsalCluster } from "../support/rehearsal-cluster.ts";
import { probes } from "./probes.ts";
import { send } from "./webhook.ts";

const cluster = await startRehearsalCluster();
vi.stubEnv("CUSTOMHOUSE_SECRETS_FILE", cluster.secretsFile);
// Another file of tests may have loaded the functions, without this secret.
vi.resetModules();
const { kinds } = await import("../support/example-kinds.ts");
const functions: Readonly<Record<Verb, LambdaHandler>> = {
  convert: (await import("../../functions/convert.ts")).handlerOf(kinds),
  mutate: (await import("../../functions/mutate.ts")).handlerOf(kinds),
  validate: (await import("../../functions/validate.ts")).handlerOf(kinds),
};

const [key] = JSON.parse(readFileSync(cluster.secretsFile, "utf8")).clusters.rehearsal.keys;
const root = `/rehearsal/${key}`;

let folder: string;
let mounted: MountedCertificate;
let container: ContainerProcess;

beforeAll(async () => {
  vi.spyOn(console, "log").mockImplementation(() => {}); // a line for each review
  folder = await mkdtemp(join(tmpdir(), "container-"));
  mounted = await mountCertificate();
  container = await startProgram(await writeExampleBundle(folder), {
    CUSTOMHOUSE_TLS_FOLDER: mounted.folder,
    CUSTOMHOUSE_SECRETS_FILE: cluster.secretsFile,
  });
});

afterAll(async () => {
  container?.child.kill("SIGKILL");
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await mounted[Symbol.asyncDispose]();
  await cluster[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** The most bytes of a Lambda event. */
const eventBytes = 6 * 1024 * 1024;

interface Sent {
  readonly verb: Verb;
  readonly path: string;
  readonly method: string;
  readonly body: Buffer;
}

/** The response of a function behind an HTTP API, to a caller that does not accept gzip. */
async function ofFunction({ verb, path, method, body }: Sent) {
  const [rawPath = "", rawQueryString = ""] = path.split("?");
  const event = {
    version: "2.0",
    rawPath,
    rawQueryString,
    headers: {},
    requestContext: { http: { method, sourceIp: "127.0.0.1" } },
    body: body.toString("base64"),
    isBase64Encoded: true,
  };
  const { statusCode, body: text } = await functions[verb](event, lambdaContext());
  return { status: statusCode, body: text };
}

async function ofContainer({ path, method, body }: Sent) {
  const peer = { port: container.port, ca: mounted.ca };
  const { status, body: text } = await callHttp1(peer, { path, method, body });
  return { status, body: text };
}

describe("the program of a container gives the same bytes as the functions", () => {
  const verbs = ["convert", "mutate", "validate"] as const;
  const recorded = verbs.flatMap((verb) =>
    recordedReviews(verb).map(({ name, event }) => ({ verb, name, event })),
  );

  // A first conversion is parsed, later ones are spliced.
  test.each(recorded)(
    "$verb: for the recorded review $name, repeatedly",
    async ({ verb, event }) => {
      const { rawPath, rawQueryString, body, isBase64Encoded } = asMap(event);
      const path = rawQueryString === "" ? `${rawPath}` : `${rawPath}?${rawQueryString}`;
      const bytes = Buffer.from(`${body}`, isBase64Encoded === true ? "base64" : "utf8");
      const sent = { verb, path, method: "POST", body: bytes };
      for (let time = 0; time < 2; time++) {
        const reply = await ofContainer(sent);
        expect(reply).toEqual(await ofFunction(sent));
        expect(reply.status).toBe(200);
      }
    },
  );

  test.each(probes)("$name", async ({ call, faults }) => {
    const webhook = { url: `https://127.0.0.1:${container.port}${root}`, ca: mounted.ca };
    const reply = await send(webhook, call);
    expect(faults(reply)).toEqual([]);
    const { path, method = "POST", body = "" } = call;
    const verb = assertDefined(
      verbs.find((each) => path === `/${each}`),
      "a probe calls a verb",
    );
    const sent = { verb, path: `${root}${path}`, method, body: Buffer.from(body) };
    // Before a larger body reaches a function, Lambda itself refuses it with the same status.
    if (sent.body.length > eventBytes) return;
    const { status, body: text } = await ofFunction(sent);
    expect({ status: reply.status, body: reply.body }).toEqual({ status, body: text });
  });
});
