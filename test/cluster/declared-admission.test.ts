import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { definitionInFolder } from "../../lib/cli/kinds/kind-files.ts";
import { loadKinds } from "../../lib/cli/kinds/kinds.ts";
import { registrationObjects } from "../../lib/cli/verbs/manifests/registration-objects.ts";
import { type ClusterConnection, connectCluster } from "../../lib/cluster/cluster-lookup.ts";
import { isObject, type JsonObject, member } from "../../lib/json/value.ts";
import type { Kind } from "../../lib/kind/kind.ts";
import { responseTo } from "../support/send-review.ts";
import { until } from "./support/registrations.ts";
import { openWorld, type World } from "./support/world.ts";

const folder = new URL("../support/declared-kinds/parcel", import.meta.url).pathname;

let world: World;
let kinds: readonly Kind[];
let connection: ClusterConnection;

beforeAll(async () => {
  world = await openWorld({ serve: ["--kinds", folder] });
  kinds = await loadKinds([folder]);
  const settings = {
    address: { base: world.url("") },
    reviewVersions: ["v1"],
    namespace: "customhouse",
  };
  const definition = definitionInFolder(folder);
  const registered = kinds.map((kind) => ({ kind, ...(definition && { definition }) }));
  const objects = registrationObjects(registered, settings, ["access", "crd", "webhooks"]);
  await apply(objects);
  connection = connectCluster({
    server: world.server,
    certificateAuthority: await readFile(join(world.reaper.folder, "authority", "ca.pem"), "utf8"),
    token: await token(),
  });
});

afterAll(async () => {
  connection?.close();
  await world?.stop();
});

async function apply(objects: readonly JsonObject[]): Promise<void> {
  const list = JSON.stringify({ apiVersion: "v1", kind: "List", items: objects });
  const args = ["apply", "--server-side", "-f", "-"];
  expect(await world.kubectl(args, list)).toMatchObject({ code: 0 });
}

/** A token of the ServiceAccount that `manifests` prints, which has no other rights than it prints. */
async function token(): Promise<string> {
  const made = await world.client.ask({
    method: "POST",
    path: "/api/v1/namespaces/customhouse/serviceaccounts/customhouse-lookups/token",
    body: { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: {} },
  });
  const status = isObject(made) ? member(made, "status") : undefined;
  return isObject(status) ? String(member(status, "token")) : "";
}

function parcel(name: string, spec: JsonObject, version = "v1"): JsonObject {
  const metadata = { name, namespace: "default" };
  return { apiVersion: `post.example.com/${version}`, kind: "Parcel", metadata, spec };
}

async function create(object: JsonObject, ...more: readonly string[]) {
  return world.kubectl(["create", ...more, "-f", "-"], JSON.stringify(object));
}

test("rules and defaults apply to the requests that kube-apiserver sends", async () => {
  const heavy = parcel("heavy", { grams: 2000, service: "Fast" }, "v1beta1");
  const { stderr } = await until(
    () => create(heavy, "--dry-run=server"),
    (run) => run.code !== 0,
  );
  expect(stderr).toContain(
    'admission webhook "post.example.com" denied the request: spec.grams: a fast parcel weighs less than 1,000 grams',
  );
  expect(await create(parcel("light", { weight: 1 }))).toMatchObject({ code: 0 });
  const shown = await world.kubectl(["get", "parcel", "light", "-o", "json"]);
  expect(JSON.parse(shown.stdout)).toMatchObject({
    metadata: { labels: { "post.example.com/checked": "yes" } },
    spec: { service: "Slow", weight: 1 },
  });
});

test("lookups need no rights beyond those that manifests prints, and find namespaces", async () => {
  const secret = (name: string, namespace: string) => ({
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name, namespace },
  });
  await apply([
    { apiVersion: "v1", kind: "Namespace", metadata: { name: "harbour" } },
    secret("blue", "default"),
    secret("red", "harbour"),
  ]);
  const spec = { stamps: [{ name: "blue" }, { name: "red" }], office: "harbour" };
  const review = {
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    request: {
      uid: "u",
      kind: { group: "post.example.com", version: "v1", kind: "Parcel" },
      resource: { group: "post.example.com", version: "v1", resource: "parcels" },
      operation: "CREATE",
      name: "a",
      namespace: "default",
      userInfo: {},
      object: parcel("a", spec),
    },
  };
  const response = await responseTo("validate", review, { kinds, lookup: connection.lookup() });
  expect(response).toMatchObject({
    allowed: false,
    status: {
      message: 'spec.stamps[1].name: there is no Secret "red" in the namespace default',
    },
  });
});
