import { readFile, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { callersOf } from "../../../lib/hosts/lambda/callers.ts";
import { lambdaHandler } from "../../../lib/hosts/lambda/handler.ts";
import { lambdaLog } from "../../../lib/hosts/lambda/log.ts";
import type { JsonObject } from "../../../lib/json/value.ts";
import { stringify } from "../../../lib/json/write.ts";
import { defineKind, type Kind } from "../../../lib/kind/kind.ts";
import type { Verb } from "../../../lib/request/routes.ts";
import { createService } from "../../../lib/service/service.ts";
import { type ApiServer, startApiServer } from "../../support/api-server.ts";
import { existing } from "../../support/existing.ts";
import { lambdaContext } from "../../support/lambda-context.ts";
import { expectAccepted } from "../../support/lambda-response.ts";
import { startRehearsalCluster } from "../../support/rehearsal-cluster.ts";

/** What nobody may read in a line of the log, an error or a metric. */
const planted = {
  key: "PLANTEDkey0123456789PLANTEDkey0123456789PLANTEDk",
  wrongKey: "PLANTEDwrong",
  token: "PLANTEDtoken",
  data: "PLANTEDdata",
};

const group = "planted.example.com";
const version = (name: string, storage: boolean) => ({
  name,
  served: true,
  storage,
  schema: { type: "object", properties: { spec: { type: "object" } } },
});

/** A kind whose code quotes all that it sees in what it throws and says. */
const gossip = defineKind({
  crd: {
    group,
    kind: "Gossip",
    plural: "gossips",
    scope: "Namespaced",
    versions: [version("v1", false), version("v2", true)],
  },
  edges: [
    {
      from: "v1",
      to: "v2",
      forward: ({ body }) => {
        throw new TypeError(`cannot read ${stringify(body)}\n    at ${stringify(body)}`);
      },
      backward: ({ body }) => ({
        ok: false,
        error: { code: "ValueRefused", path: "spec", message: stringify(body) },
      }),
    },
  ],
  admission: {
    at: "v1",
    mutate: (object) => {
      throw new Error(stringify(object), { cause: stringify(object) });
    },
    validate: stringify,
  },
});

/** The same kind with a lookup by what it sees. */
const asking: Kind = {
  ...gossip,
  admission: {
    at: "v2",
    lookups: [
      {
        reads: ["spec"],
        resources: [{ group, version: "v2", resource: "gossips", verbs: ["get"] }],
        check: async (_, { lookup, signal }) => {
          await lookup.get(
            { group, version: "v2", resource: "gossips", name: planted.data },
            signal,
          );
          return undefined;
        },
      },
    ],
  },
};

function object(at: string): JsonObject {
  const data = { password: planted.data, [planted.data]: "key" };
  return {
    apiVersion: `${group}/${at}`,
    kind: "Gossip",
    metadata: {
      name: planted.data.toLowerCase(),
      namespace: "default",
      uid: "u",
      labels: { a: planted.data },
      annotations: { a: planted.data },
      managedFields: [{ manager: "kubectl", apiVersion: `${group}/v1` }],
    },
    spec: data,
    data,
  };
}

const conversion = (from: string, to: string): JsonObject => ({
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "ConversionReview",
  request: { uid: "u-1", desiredAPIVersion: `${group}/${to}`, objects: [object(from)] },
});

const admission = (at: string): JsonObject => ({
  apiVersion: "admission.k8s.io/v1",
  kind: "AdmissionReview",
  request: {
    uid: "u-2",
    kind: { group, version: at, kind: "Gossip" },
    resource: { group, version: at, resource: "gossips" },
    name: planted.data,
    namespace: planted.data,
    operation: "CREATE",
    userInfo: { username: planted.data, extra: { a: [planted.data] } },
    object: object(at),
    oldObject: null,
    options: {},
  },
});

const written: string[] = [];
let server: ApiServer;
let secretsFile: string;
let cluster: Awaited<ReturnType<typeof startRehearsalCluster>>;

beforeAll(async () => {
  for (const name of ["log", "error", "warn", "info"] as const) {
    vi.spyOn(console, name).mockImplementation((...texts) => {
      written.push(texts.map(String).join(" "));
    });
  }
  cluster = await startRehearsalCluster();
  server = await startApiServer();
  secretsFile = cluster.secretsFile;
  const { clusters } = JSON.parse(await readFile(secretsFile, "utf8"));
  const entry = {
    keys: [planted.key],
    server: server.url,
    certificateAuthority: server.ca,
    token: planted.token,
  };
  await writeFile(secretsFile, JSON.stringify({ clusters: { ...clusters, eu: entry } }));
});

afterAll(async () => {
  vi.restoreAllMocks();
  await server.close();
  await cluster[Symbol.asyncDispose]();
});

async function send(verb: Verb, path: string, body: string, kind = gossip): Promise<void> {
  const log = lambdaLog({});
  const service = createService({
    kinds: [kind],
    lookup: existing(async () => true),
    log,
  });
  const handler = lambdaHandler(verb, {
    service,
    callers: callersOf({ CUSTOMHOUSE_SECRETS_FILE: secretsFile }, log),
  });
  const event = {
    version: "2.0",
    rawPath: path,
    rawQueryString: `timeout=1s&${planted.data}`,
    headers: { authorization: planted.token, "user-agent": planted.data },
    requestContext: { http: { method: "POST", path, sourceIp: "192.0.2.1" }, requestId: "r" },
    body,
    isBase64Encoded: false,
  };
  const response = await handler(event, lambdaContext());
  expectAccepted(verb, event, JSON.parse(JSON.stringify(response)));
}

describe("a secret in keys, tokens or objects", () => {
  const eu = `/eu/${planted.key}`;
  const forbidden = () =>
    server.answer((_, response) => void response.writeHead(403).end(planted.token));
  const html = () => server.answer((_, response) => void response.end(`<html>${planted.token}`));
  const cut = () => server.answer((_, response) => void response.destroy());

  test.each<{
    name: string;
    verb: Verb;
    path: string;
    body: string;
    answering?: () => void;
    kind?: Kind;
  }>([
    {
      name: "a converter throws",
      verb: "convert",
      path: eu,
      body: stringify(conversion("v1", "v2")),
    },
    {
      name: "a converter fails",
      verb: "convert",
      path: eu,
      body: stringify(conversion("v2", "v1")),
    },
    {
      name: "a version is foreign",
      verb: "convert",
      path: eu,
      body: stringify(conversion("v1", planted.data)),
    },
    { name: "a handler throws", verb: "mutate", path: eu, body: stringify(admission("v1")) },
    { name: "a rule denies", verb: "validate", path: eu, body: stringify(admission("v1")) },
    {
      name: "a lookup is forbidden",
      verb: "validate",
      path: eu,
      body: stringify(admission("v2")),
      kind: asking,
      answering: forbidden,
    },
    {
      name: "a lookup reaches no API server",
      verb: "validate",
      path: eu,
      body: stringify(admission("v2")),
      kind: asking,
      answering: html,
    },
    {
      name: "a lookup's connection is closed",
      verb: "validate",
      path: eu,
      body: stringify(admission("v2")),
      kind: asking,
      answering: cut,
    },
    { name: "the key is wrong", verb: "convert", path: `/eu/${planted.wrongKey}`, body: "{}" },
    {
      name: "cluster and key are swapped",
      verb: "convert",
      path: `/${planted.key}/eu`,
      body: "{}",
    },
    { name: "the body is not JSON", verb: "convert", path: eu, body: `{"a": "${planted.data}` },
    {
      name: "the body is another review",
      verb: "convert",
      path: eu,
      body: stringify(admission("v1")),
    },
    {
      name: "the body has no uid",
      verb: "validate",
      path: eu,
      body: `{"request": {"name": "${planted.data}"}}`,
    },
  ])("is in no log line if $name", async ({ verb, path, body, answering, kind }) => {
    answering?.();
    written.length = 0;
    await send(verb, `${path}/${verb}`, body, kind);
    expect(written.length).toBeGreaterThan(0);
    expect(written.join("\n")).not.toMatch(/planted(?!\.example\.com|\.test\.ts)/i);
  });

  test("is in no log line if the secret is malformed", async () => {
    written.length = 0;
    await writeFile(secretsFile, `{"clusters": {"${planted.key}": {"keys": ["${planted.key}/"]}}}`);
    await send("convert", `${eu}/convert`, "{}");
    expect(written.join("\n")).toContain("keys.0 must match pattern");
    expect(written.join("\n")).not.toMatch(/planted(?!\.test\.ts)/i);
  });
});
