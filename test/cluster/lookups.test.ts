import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ClusterAccess } from "../../lib/cluster/access.ts";
import { type ClusterConnection, connectCluster } from "../../lib/cluster/cluster-lookup.ts";
import type { Lookup } from "../../lib/cluster/lookup.ts";
import { isObject, type JsonObject, member } from "../../lib/json/value.ts";
import { openClientAuthority } from "./support/client-certificates.ts";
import { type ControlPlane, startControlPlane } from "./support/control-plane.ts";
import { install, readDefinition } from "./support/custom-resources.ts";
import { nameOf, openResource } from "./support/resource.ts";

const group = "restaurant.programming-kubernetes.info";
const toppings = { group, version: "v1alpha1", resource: "toppings" };
const configMaps = { group: "", version: "v1", resource: "configmaps", namespace: "default" };

let folder: string;
let plane: ControlPlane;
/** The service account that may get and list toppings and configmaps, and the one that may nothing. */
let [reader, nobody]: readonly ClusterAccess[] = [];
let certified: ClusterAccess;
let connection: ClusterConnection;
let lookup: Lookup;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lookups-"));
  const caFile = join(folder, "clients.pem");
  const certificateOf = await openClientAuthority(caFile);
  plane = await startControlPlane({ flags: [`--client-ca-file=${caFile}`] });
  await install(plane.client, await readDefinition("topping"));
  const certificateAuthority = await readFile(
    join(plane.reaper.folder, "authority", "ca.pem"),
    "utf8",
  );
  const address = { server: plane.server, certificateAuthority };
  reader = { ...address, token: await serviceAccountToken("reader") };
  nobody = { ...address, token: await serviceAccountToken("nobody") };
  certified = { ...address, clientCertificate: await certificateOf("reader-by-certificate") };
  await allowReading();
  await toppingObjects().create(topping("tomato", { cost: 0.5 }));
});

afterAll(async () => {
  await plane?.stop();
  await rm(folder, { recursive: true });
});

beforeEach(() => connect(reader));

afterEach(() => connection.close());

function connect(access: ClusterAccess | undefined): void {
  connection = connectCluster(access ?? { server: "" });
  lookup = connection.lookup();
}

function toppingObjects() {
  return openResource(plane.client, { group, version: "v1alpha1", plural: "toppings" });
}

function configMapObjects() {
  return openResource(plane.client, { ...configMaps, plural: "configmaps" });
}

function topping(name: string, spec: JsonObject = {}): JsonObject {
  return { apiVersion: `${group}/v1alpha1`, kind: "Topping", metadata: { name }, spec };
}

/** A service account's token, as `kubectl create token` makes it. */
async function serviceAccountToken(name: string): Promise<string> {
  const path = "/api/v1/namespaces/default/serviceaccounts";
  await plane.client.ask({ method: "POST", path, body: { metadata: { name } } });
  const request = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: {} };
  const made = await plane.client.ask({
    method: "POST",
    path: `${path}/${name}/token`,
    body: request,
  });
  const status = member(made, "status");
  return isObject(status) ? String(member(status, "token")) : "";
}

async function allowReading(): Promise<void> {
  const rbac = "rbac.authorization.k8s.io";
  const rules = [
    { apiGroups: [group], resources: ["toppings", "nosuch"], verbs: ["get", "list"] },
    { apiGroups: [""], resources: ["configmaps"], verbs: ["get", "list"] },
    { apiGroups: ["nosuch.example.com"], resources: ["*"], verbs: ["get", "list"] },
  ];
  const metadata = { name: "reader" };
  const names = (plural: string) => ({ group: rbac, version: "v1", plural });
  await openResource(plane.client, names("clusterroles")).create({ metadata, rules });
  await openResource(plane.client, names("clusterrolebindings")).create({
    metadata,
    roleRef: { apiGroup: rbac, kind: "ClusterRole", name: "reader" },
    subjects: [
      { kind: "ServiceAccount", namespace: "default", name: "reader" },
      { apiGroup: rbac, kind: "User", name: "reader-by-certificate" },
    ],
  });
  connect(reader);
  while (!(await mayRead())) await new Promise((resolve) => setTimeout(resolve, 50));
  connection.close();
}

/** The server learns of a new role a moment after it is made. */
async function mayRead(): Promise<boolean> {
  try {
    await lookup.list(toppings, calm());
    return true;
  } catch {
    return false;
  }
}

function calm(): AbortSignal {
  return AbortSignal.timeout(60_000);
}

async function expectAbsent(name: string): Promise<void> {
  expect(await lookup.exists({ ...toppings, name }, calm())).toBe(false);
  expect(await lookup.get({ ...toppings, name }, calm())).toBeUndefined();
}

describe("a lookup of one object", () => {
  test("finds an object that exists", async () => {
    const key = { ...toppings, name: "tomato" };
    expect(await lookup.exists(key, calm())).toBe(true);
    expect(await lookup.get(key, calm())).toEqual(await toppingObjects().get("tomato"));
  });

  test.each([
    ...["salami", "", ".", "..", "../x", "a/b", "%2e%2e", "tomato%", "tomato/", "tomato?", "#"],
    ...[
      "Tomato",
      "tomato ",
      " tomato",
      "tömato",
      "🍅",
      "\u0000",
      "\ud800",
      "a\nb",
      "...",
      "+",
      "&",
    ],
    ...["watch", "status"],
  ])("does not find %j", expectAbsent);

  test("does not find a name longer than any object may have", () => expectAbsent("x".repeat(300)));

  test("does not find a name of 180,000 bytes in the path", () => expectAbsent("ü".repeat(30_000)));

  test("has no result for a name longer than any request may be", async () => {
    const key = { ...toppings, name: "x".repeat(3_000_000) };
    await expect(lookup.exists(key, calm())).rejects.toMatchObject({ name: "LookupUnavailable" });
  });

  test("finds an object in a namespace", async () => {
    const data = { kept: "yes" };
    await configMapObjects().create({ metadata: { name: "kept" }, data });
    const key = { ...configMaps, name: "kept" };
    expect(await lookup.exists(key, calm())).toBe(true);
    expect(await lookup.get(key, calm())).toMatchObject({ kind: "ConfigMap", data });
    expect(await lookup.exists({ ...key, namespace: "kube-system" }, calm())).toBe(false);
    expect(await lookup.exists({ ...key, namespace: "nosuch" }, calm())).toBe(false);
    expect(await lookup.get({ ...key, namespace: "../default" }, calm())).toBeUndefined();
  });
});

describe("a lookup without a result", () => {
  test.each([
    { name: "a group", key: { group: "nosuch.example.com", version: "v1", resource: "things" } },
    { name: "a version", key: { ...toppings, version: "v9" } },
    { name: "a resource", key: { ...toppings, resource: "nosuch" } },
    { name: "a cluster-scoped type in a namespace", key: { ...toppings, namespace: "default" } },
  ])("is one of $name that is not served", async ({ key }) => {
    await expect(lookup.exists({ ...key, name: "tomato" }, calm())).rejects.toThrow(
      /^the cluster does not serve .* \(404\): install its CustomResourceDefinition/,
    );
    await expect(lookup.get({ ...key, name: "tomato" }, calm())).rejects.toThrow(/does not serve/);
    await expect(lookup.list(key, calm())).rejects.toThrow(/does not serve/);
  });

  test("is one of a namespaced type without a namespace", async () => {
    const { namespace: _, ...key } = configMaps;
    await expect(lookup.exists({ ...key, name: "kept" }, calm())).rejects.toThrow(
      /does not serve configmaps in version v1 for the whole cluster/,
    );
  });

  test("is one by a user without rights", async () => {
    connect(nobody);
    await expect(lookup.exists({ ...toppings, name: "tomato" }, calm())).rejects.toThrow(
      /forbids the webhook to get toppings\.restaurant\.programming-kubernetes\.info \(403\)/,
    );
    await expect(lookup.list(configMaps, calm())).rejects.toThrow(/to list configmaps \(403\)/);
    const thrown = await lookup.list(configMaps, calm()).catch((error: unknown) => error);
    expect(thrown).toMatchObject({
      cause: { message: expect.stringContaining("system:serviceaccount:default:nobody") },
    });
  });

  test("is one with a wrong token", async () => {
    connect({ server: "", ...reader, token: "wrong" });
    const asked = lookup.exists({ ...toppings, name: "tomato" }, calm());
    await expect(asked).rejects.toThrow(/credentials \(401\): they have expired or are wrong/);
  });

  test("is one without credentials", async () => {
    const { token: _, ...anonymous } = { server: "", ...reader };
    connect(anonymous);
    const asked = lookup.exists({ ...toppings, name: "tomato" }, calm());
    await expect(asked).rejects.toThrow(/\(403\)/);
  });
});

test("a lookup with a client certificate works like one with a token", async () => {
  connect(certified);
  expect(await lookup.exists({ ...toppings, name: "tomato" }, calm())).toBe(true);
  expect(await lookup.exists({ ...toppings, name: "salami" }, calm())).toBe(false);
});

describe("a lookup of a list", () => {
  const names = Array.from({ length: 1_050 }, (_, index) => `m${String(index).padStart(4, "0")}`);

  beforeAll(async () => {
    const waiting = names.values();
    const createInTurn = async (): Promise<void> => {
      for (const name of waiting) {
        const labels = { listed: "yes" };
        await configMapObjects().create({ metadata: { name, labels }, data: { name } });
      }
    };
    await Promise.all(Array.from({ length: 16 }, createInTurn));
  });

  test("returns three pages, with the type that a single object has", async () => {
    const found = await lookup.list(configMaps, calm());
    expect(found.map(nameOf).filter((name) => name.startsWith("m"))).toEqual(names);
    const one = found.find((object) => nameOf(object) === "m0777");
    expect(one).toEqual(await lookup.get({ ...configMaps, name: "m0777" }, calm()));
  });

  test("returns objects of all namespaces", async () => {
    const { namespace: _, ...everywhere } = configMaps;
    const found = await lookup.list(everywhere, calm());
    expect(found.length).toBeGreaterThanOrEqual(names.length);
  });

  test("returns objects of a custom resource", async () => {
    expect(await lookup.list(toppings, calm())).toEqual(await toppingObjects().list());
  });

  test("returns an empty list", async () => {
    expect(await lookup.list({ ...configMaps, namespace: "nosuch" }, calm())).toEqual([]);
  });

  test("fails for more items than the limit allows", async () => {
    const small = connectCluster(reader ?? { server: "" }, { maxListObjects: 600 });
    await expect(small.lookup().list(configMaps, calm())).rejects.toThrow(
      /more configmaps than a lookup may read/,
    );
    small.close();
  });
});

describe("a lookup over time", () => {
  test("finds a topping that was created after a negative result if it is looked up anew", async () => {
    const key = { ...toppings, name: "olive" };
    expect(await lookup.exists(key, calm())).toBe(false);
    await toppingObjects().create(topping("olive"));
    const next = connection.lookup();
    expect(await next.exists(key, calm())).toBe(false);
    expect(await next.fresh?.()?.exists(key, calm())).toBe(true);
  });

  test("uses new connections after a restart of the server, without a lost request", async () => {
    const ask = (prefix: string) =>
      Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          lookup.exists({ ...toppings, name: `${prefix}${index}` }, calm()),
        ),
      );
    await ask("before");
    await plane.restart();
    expect(await ask("after")).toEqual(Array.from({ length: 8 }, () => false));
    expect(await lookup.get({ ...toppings, name: "tomato" }, calm())).toMatchObject(
      topping("tomato"),
    );
  });
});
