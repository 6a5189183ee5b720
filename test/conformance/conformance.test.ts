import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { everybody } from "../../lib/callers/callers.ts";
import { openCertificateAuthority } from "../../lib/hosts/local/certificate-authority.ts";
import { type Gateway, startGateway } from "../../lib/hosts/local/gateway.ts";
import { createService } from "../../lib/service/service.ts";
import { kinds } from "../support/example-kinds.ts";
import { sampleLookup } from "../support/send-review.ts";
import { probes } from "./probes.ts";
import { send, type Webhook } from "./webhook.ts";

let folder: string;
let gateway: Gateway;
let webhook: Webhook;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "conformance-"));
  const authority = await openCertificateAuthority(folder);
  const certificate = await authority.issue(["127.0.0.1"]);
  const service = createService({ kinds, lookup: sampleLookup, log: () => {} });
  gateway = await startGateway({ callers: everybody, service, ...certificate, port: 0 });
  const ca = await readFile(authority.caFile, "utf8");
  webhook = { url: `https://127.0.0.1:${gateway.port}`, ca };
});

afterAll(async () => {
  await gateway.close();
  await rm(folder, { recursive: true });
});

describe("our own webhook, through the local gateway", () => {
  test.each(probes)("$name", async ({ call, faults }) => {
    expect(faults(await send(webhook, call))).toEqual([]);
  });
});
