import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openCertificateAuthority } from "../../lib/hosts/local/certificate-authority.ts";
import { parse } from "../../lib/json/parse.ts";
import { isArray, isObject, type JsonObject, member } from "../../lib/json/value.ts";
import { type Fault, startFaultyWebhook } from "../conformance/faulty-webhook.ts";
import { omitzero } from "../conformance/omitzero.ts";
import type { Reply } from "./support/client.ts";
import { cronTab } from "./support/kinds.ts";
import { openWorld, type World } from "./support/world.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
  await world.define(cronTab);
  await world.store(cronTab, "v1beta1");
});

afterAll(() => world?.stop());

const head = { apiVersion: "stable.example.com/v1beta1", kind: "CronTab" };

/** Two managers, each in its version. */
beforeEach(async () => {
  const metadata = { name: "a", labels: { a: "b" } };
  const spec = { image: "i" };
  await world
    .objects(cronTab, "v1beta1")
    .apply({ ...head, metadata, spec }, { fieldManager: "image-owner" });
  const host = { ...head, apiVersion: "stable.example.com/v1", metadata: { name: "a" } };
  await world
    .objects(cronTab, "v1")
    .apply({ ...host, spec: { host: "h" } }, { fieldManager: "host-owner" });
});

afterEach(async () => {
  world.relay.aim(world.gateway());
  await world.objects(cronTab, "v1beta1").delete("a");
});

/** Applies without metadata: the url names the object. */
function applyNothing(body: JsonObject): Promise<Reply> {
  const path = `/apis/stable.example.com/v1beta1/namespaces/default/crontabs/a`;
  const query = { fieldManager: "image-owner" };
  const contentType = "application/apply-patch+yaml";
  return world.client.send({ method: "PATCH", path, query, body, contentType });
}

/** What was sent to be converted since a moment, as it is. */
function partsSince(moment: number): JsonObject[] {
  return world.relay.exchanges.slice(moment).flatMap(({ request }) => {
    const review = parse(request);
    const asked = review.ok && isObject(review.value) ? member(review.value, "request") : null;
    const objects = isObject(asked) ? member(asked, "objects") : [];
    return isArray(objects) ? objects.filter(isObject) : [];
  });
}

/** Replaces our webhook by one with a fault during a call. */
async function answeredBy<T>(fault: Fault, act: () => Promise<T>): Promise<T> {
  const authority = await openCertificateAuthority(join(world.reaper.folder, "faulty-ca"));
  await using webhook = await startFaultyWebhook(fault, await authority.issue(["localhost"]));
  world.relay.aim({ port: webhook.port, ca: await readFile(authority.caFile, "utf8") });
  return await act();
}

describe("an apply without metadata makes the server send fragments without metadata", () => {
  test("which our webhook converts", async () => {
    const moment = world.relay.exchanges.length;
    const reply = await applyNothing(head);
    expect(partsSince(moment).filter((part) => !("metadata" in part))).not.toEqual([]);
    expect(reply.status).toBe(200);
    expect(await world.objects(cronTab, "v1").get("a")).toMatchObject({ spec: { host: "h" } });
  });

  test("for which a webhook with kubebuilder's omitzero tags is refused", async () => {
    const { status, body } = await answeredBy(omitzero, () => applyNothing(head));
    expect(status).toBe(500);
    expect(body).toMatchObject({ message: expect.stringContaining("missing metadata") });
  });
});

describe("an apply with empty metadata makes the server send a fragment whose metadata is null", () => {
  const empty = { ...head, metadata: {}, spec: {} };

  test("which our webhook refuses with the reason", async () => {
    const moment = world.relay.exchanges.length;
    const { status, body } = await applyNothing(empty);
    expect(partsSince(moment).map((part) => member(part, "metadata"))).toContain(null);
    expect(status).toBe(500);
    expect(body).toMatchObject({ message: expect.stringContaining("objects[0]: metadata") });
  });

  test("for which the server accepts no response, not even one with an empty map", async () => {
    const { status, body } = await answeredBy({}, () => applyNothing(empty));
    expect(status).toBe(500);
    expect(body).toMatchObject({ message: expect.stringContaining("in input object") });
  });
});
