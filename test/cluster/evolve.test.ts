import { readFile, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findAssets } from "../../lib/cli/control-plane/assets.ts";
import { withCluster } from "../../lib/cli/server/requested-cluster.ts";
import { retryingReader } from "../../lib/cli/server/retrying-reader.ts";
import { compat } from "../../lib/cli/verbs/compat/compat.ts";
import { withConversion } from "../../lib/cli/verbs/manifests/conversion-stanza.ts";
import { planCommand } from "../../lib/cli/verbs/plan/plan.ts";
import { versions } from "../../lib/cli/verbs/versions/versions.ts";
import { metadataPages, pagesOf } from "../../lib/evolve/cluster-reader.ts";
import { mapAt, mapsIn, textAt } from "../../lib/json/members.ts";
import { parse } from "../../lib/json/parse.ts";
import type { JsonObject, JsonValue } from "../../lib/json/value.ts";
import { asMap } from "../support/as-map.ts";
import { runCommand } from "../support/run-command.ts";
import {
  definitions,
  install,
  readDefinition,
  redefine,
  untilStored,
  webhookConversion,
  withStorage,
  withVersions,
} from "./support/custom-resources.ts";
import { cronTab, metadataOf, objectIn } from "./support/kinds.ts";
import { until } from "./support/registrations.ts";
import { nameOf, openResource, type Resource } from "./support/resource.ts";
import { shell } from "./support/shell.ts";
import { openWorld, type World } from "./support/world.ts";

const crdName = "crontabs.stable.example.com";
const admission = { group: "admissionregistration.k8s.io", version: "v1" };

let world: World;
let older: Resource;
let newer: Resource;
let configMaps: Resource;

beforeAll(async () => {
  world = await openWorld();
  older = world.objects(cronTab, "v1beta1");
  newer = world.objects(cronTab, "v1");
  const core = { group: "", version: "v1", plural: "configmaps", namespace: "default" };
  configMaps = openResource(world.client, core);
  const definition = withConversion(
    withStorage(await readDefinition("crontab"), "v1beta1"),
    webhookConversion(world.url("/convert")),
  );
  await install(world.client, definition);
  for (const name of ["a", "b"]) {
    await older.apply(objectIn(cronTab, "v1beta1", name), { fieldManager: "team" });
  }
  await older.create(objectIn(cronTab, "v1beta1", "c"), { fieldManager: "script" });
});
afterAll(() => world?.stop());

function cluster() {
  return { program: findAssets().kubectl, kubeconfig: world.kubeconfig, context: "test" };
}

/** Runs `customhouse versions` as a user of the cluster. */
function versionsOf(...words: readonly string[]) {
  const { program, kubeconfig, context } = cluster();
  const own = ["--kubectl", program, "--kubeconfig", kubeconfig, "--context", context];
  return runCommand(versions, [...words, ...own]);
}

/** Runs `customhouse plan`, as {@link versionsOf}. */
function planOf(...words: readonly string[]) {
  const { program, kubeconfig, context } = cluster();
  const own = ["--kubectl", program, "--kubeconfig", kubeconfig, "--context", context];
  return runCommand(planCommand, [...words, ...own]);
}

async function storedVersions(): Promise<unknown> {
  const { status } = await definitions(world.client).get(crdName);
  return asMap(status)["storedVersions"];
}

interface Reason {
  readonly because: string;
  readonly remedy: string;
}

/** The reasons against the removal of v1beta1. */
async function reasons(...words: readonly string[]): Promise<readonly Reason[]> {
  const check = ["--check-remove", "v1beta1", "--quiet-days", "0", "-o", "json", ...words];
  const { out } = await versionsOf(crdName, ...check);
  const parsed = parse(out);
  if (!parsed.ok) throw new Error(out);
  const [first] = mapsIn(asMap(parsed.value)["definitions"]);
  return mapsIn(mapAt(first, "check")["reasons"]).map((reason) => ({
    because: textAt(reason, "because"),
    remedy: textAt(reason, "remedy"),
  }));
}

/** The remedy of the reason that holds a text. */
async function remedy(part: string): Promise<string> {
  const found = (await reasons()).find(({ because }) => because.includes(part));
  if (found === undefined) throw new Error(`no reason has ${part}`);
  return found.remedy;
}

/** An object that belongs to a crontab by its older version. */
async function ownedMap(name: string, owner: string): Promise<JsonObject> {
  const { uid = null } = metadataOf(await newer.get(owner));
  const reference = { apiVersion: "stable.example.com/v1beta1", kind: "CronTab", name: owner, uid };
  const metadata = { name, ownerReferences: [reference] };
  return { apiVersion: "v1", kind: "ConfigMap", metadata };
}

/** A webhook and a policy that name v1beta1 alone. Neither applies to the requests of the tests. */
async function registerForOlder(): Promise<void> {
  const rule = {
    apiGroups: ["stable.example.com"],
    apiVersions: ["v1beta1"],
    operations: ["DELETE"],
    resources: ["crontabs"],
  };
  const webhook = {
    name: "guard.example.com",
    clientConfig: { url: "https://hooks.example.com/none/key-of-somebody/validate" },
    rules: [rule],
    sideEffects: "None",
    admissionReviewVersions: ["v1"],
    failurePolicy: "Ignore",
  };
  await openResource(world.client, {
    ...admission,
    plural: "validatingwebhookconfigurations",
  }).create({
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name: "guard" },
    webhooks: [webhook],
  });
  await openResource(world.client, { ...admission, plural: "validatingadmissionpolicies" }).create({
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingAdmissionPolicy",
    metadata: { name: "limits" },
    spec: {
      matchConstraints: { resourceRules: [rule] },
      validations: [{ expression: "true" }],
    },
  });
}

async function conversionFields(name: string): Promise<readonly JsonValue[]> {
  const { managedFields } = metadataOf(await newer.get(name));
  return mapsIn(managedFields).map(({ apiVersion = null }) => apiVersion);
}

interface StoragePlan {
  readonly cluster: { readonly uid: string };
  readonly definition: { readonly uid: string; readonly generation: number };
  readonly estimate: { readonly rewrites: number; readonly webhookCalls: number };
}

/** The commands of a printed plan, one for each step. */
function commandsIn(plan: string, label: "run" | "undo"): readonly string[] {
  return [...plan.matchAll(/^ {3}(run|undo): +(.*)$/gm)].flatMap(([, found, command = ""]) =>
    found === label ? [command] : [],
  );
}

/** The way by which v1 becomes the storage version: all later tests go on from its end. */
describe("customhouse plan --storage", () => {
  test("an object that can't be converted is named with its path, and no plan is written", async () => {
    const broken = { ...objectIn(cronTab, "v1beta1", "broken"), spec: { hostPort: "nocolon" } };
    await older.create(broken);
    const file = `${world.reaper.folder}/none.json`;
    const words = [crdName, "--storage", "v1", "--kinds", "examples/kinds/crontab", "-o", file];
    const { code, out } = await planOf(...words);
    await older.delete("broken");
    expect(code).toBe(1);
    expect(out).toMatch(/^FAIL {2}default\/broken: spec\.hostPort: .*cannot be converted to v1/m);
    expect(out).toMatch(/^FAIL {2}(?:objects|default\/broken:) can't be read at v1: GET .*broken/m);
    expect(out).toContain("in 4 objects. Nothing was changed");
    await expect(readFile(file)).rejects.toThrow("ENOENT");
  });

  test("its commands store every object at v1, and the undo command reverts a trimmed storedVersions", async () => {
    const file = `${world.reaper.folder}/plan.json`;
    const words = [crdName, "--storage", "v1", "--kinds", "examples/kinds/crontab", "-o", file];
    const path = "/apis/stable.example.com/v1/crontabs";
    await until(
      () => world.client.send({ method: "GET", path }),
      ({ status }) => status === 200,
    );
    const { code, out } = await planOf(...words);
    expect(out).toContain("3 objects can be read at v1beta1, v1; the kind's rules converted each");
    expect(code).toBe(0);
    const plan: StoragePlan = JSON.parse(await readFile(file, "utf8"));
    const { metadata } = await definitions(world.client).get(crdName);
    expect(metadata).toMatchObject(plan.definition);
    const system = await world.client.ask({
      method: "GET",
      path: "/api/v1/namespaces/kube-system",
    });
    expect(metadataOf(system)["uid"]).toBe(plan.cluster.uid);
    expect(plan.estimate).toMatchObject({ rewrites: 3, webhookCalls: 24 });
    const [, flip = "", rewrite = "", trim = ""] = commandsIn(out, "run");
    const [, , , untrim = ""] = commandsIn(out, "undo");
    await shell(flip);
    await untilStored(world.relay, newer, objectIn(cronTab, "v1", "probe"));
    await shell(rewrite);
    const versionsNow = async () =>
      (await newer.list()).map((each) => metadataOf(each)["resourceVersion"]);
    const rewritten = await versionsNow();
    await shell(rewrite);
    expect(await versionsNow()).toEqual(rewritten);
    await shell(trim);
    expect(await storedVersions()).toEqual(["v1"]);
    const again = await planOf(crdName, "--storage", "v1");
    expect(again.error).toBe(
      "v1 is the storage version, and status.storedVersions lists no other: nothing to do",
    );
    await shell(untrim);
    expect(await storedVersions()).toEqual(["v1beta1", "v1"]);
    await newer.create(objectIn(cronTab, "v1", "d"), { fieldManager: "new" });
  });
});

describe("lists are read page by page", () => {
  test("all pages are read, as metadata alone", async () => {
    await withCluster(cluster(), async (api) => {
      const sizes: number[] = [];
      const path = "/apis/stable.example.com/v1/crontabs";
      for await (const page of metadataPages(retryingReader(api), path)) {
        sizes.push(page.length);
        const kinds = page.map((each) => each["kind"]);
        expect(kinds).toEqual(Array(4).fill("PartialObjectMetadata"));
      }
      expect(sizes).toEqual([4]);
    });
  });

  test("after an expired token reading continues behind the last object, and no object comes twice", async () => {
    await withCluster(cluster(), async (api) => {
      const path = "/apis/stable.example.com/v1/crontabs";
      const seen: string[] = [];
      for await (const page of pagesOf(retryingReader(api), path, { limit: 2 })) {
        seen.push(...page.map(nameOf));
        if (seen.length === 2) await world.restart();
      }
      expect(seen).toEqual(["a", "b", "c", "d"]);
    });
  });
});

test("customhouse compat compares the definition of a cluster, with its storedVersions", async () => {
  const { program, kubeconfig, context } = cluster();
  const own = ["--kubectl", program, "--kubeconfig", kubeconfig, "--context", context];
  const file = "examples/kinds/crontab/crd.yaml";
  const older = `${world.reaper.folder}/older.json`;
  const alone = withVersions(await readDefinition("crontab"), (each) =>
    each["name"] === "v1" ? each : undefined,
  );
  await writeFile(older, JSON.stringify(alone));
  const same = await runCommand(compat, [`cluster:${crdName}`, file, ...own]);
  expect(same).toEqual({ code: 0, out: "0 incompatible changes", error: "" });
  const { code, out } = await runCommand(compat, [`kube://${crdName}`, older, ...own]);
  expect(code).toBe(1);
  expect(out).toContain("FAIL  storedVersionRemoval  v1beta1 is in status.storedVersions");
  const { error } = await runCommand(compat, ["cluster:no.example.com", file, ...own]);
  expect(error).toMatch(/^the cluster has no CustomResourceDefinition no\.example\.com/);
});

describe("customhouse versions", () => {
  test("shows which clients use which version", async () => {
    await configMaps.create(await ownedMap("owned", "a"));
    await registerForOlder();
    const { code, out } = await versionsOf(crdName);
    expect(code).toBe(0);
    const { gitVersion } = await world.client.ask({ method: "GET", path: "/version" });
    const lines = out.split("\n");
    expect(lines[0]).toBe(
      `${crdName}: 4 objects, storedVersions v1beta1, v1, conversion Webhook, kube-apiserver ${gitVersion}`,
    );
    const rows = lines.slice(2, 5).map((line) => line.split(/ {2,}/));
    expect(rows.map((row) => row.slice(0, 9))).toEqual(
      expect.arrayContaining([
        [
          "VERSION",
          "SERVED",
          "STORAGE",
          "DEPRECATED",
          "STORED",
          "MANAGED FIELDS",
          "OWNER REFS",
          "ADMISSION RULES",
          "PRESERVED",
        ],
        ["v1beta1", "yes", "no", "no", "yes", "3", "1", "2", "0"],
        ["v1", "yes", "yes", "no", "yes", "1", "0", "0", "0"],
      ]),
    );
    expect(out).toMatch(/^managedFields at v1beta1: team \(Apply\), 2 objects, last 20/m);
    expect(out).toMatch(/^managedFields at v1beta1: script \(Update\), 1 object, last 20/m);
    expect(out).toContain("ownerReferences at v1beta1: configmaps, 1 object");
    expect(out).toContain("admission at v1beta1: validatingadmissionpolicy limits");
  });

  test("open watches and recent writes at a version are reasons against its end", async () => {
    const watch = await older.watch();
    const { code, out } = await versionsOf(crdName, "--check-unserve", "v1beta1");
    watch.close();
    expect(code).toBe(1);
    expect(out).toMatch(
      /v1beta1 may not stop being served, because \d+ watch(es are| is) open at v1beta1/,
    );
    expect(out).toMatch(/because team wrote at v1beta1 on 20/);
    expect(out).toMatch(
      /because ownerReferences of 1 object name v1beta1, for example configmaps default\/owned/,
    );
  });

  test("with rights to list only some types the output names what is unknown", async () => {
    const { program, kubeconfig } = cluster();
    const limited = [program, "--kubeconfig", kubeconfig, "create", "clusterrole", "viewer"];
    await shell(
      `${limited.join(" ")} --verb=get,list --resource=customresourcedefinitions,crontabs.stable.example.com`,
    );
    await shell(
      `${program} --kubeconfig ${kubeconfig} create clusterrolebinding viewer --clusterrole=viewer --user=viewer`,
    );
    const file = `${world.reaper.folder}/viewer`;
    await shell(`sed 's/"token"/"as": "viewer", "token"/' ${kubeconfig} > ${file}`);
    const words = [
      crdName,
      "--check-remove",
      "v1beta1",
      "--kubectl",
      program,
      "--kubeconfig",
      file,
    ];
    const { code, out } = await runCommand(versions, words);
    expect(code).toBe(1);
    expect(out).toMatch(/a part of the cluster could not be read: GET \/api\/v1\/secrets: 403/);
  });

  test("the printed commands resolve every reason, one after another, and then the version can be removed", async () => {
    expect((await reasons()).length).toBeGreaterThan(5);
    await shell(await remedy("webhookconfiguration guard"));
    await shell(await remedy("policy limits"));
    await shell((await remedy("ownerReferences")).replace(/^.*?for each: /, ""));
    await shell((await remedy("still served")).replace(/^.*?finds no reason against it: /, ""));
    await until(
      () => world.client.send({ method: "GET", path: "/apis/stable.example.com/v1beta1/crontabs" }),
      ({ status }) => status === 404,
    );
    const [migrate = "", trim = ""] = (await remedy("storedVersions")).split(
      ", and then, if every object was rewritten: ",
    );
    await shell(migrate);
    await shell(trim);
    const manifest = (await remedy("team (Apply)")).replace(/^.*?: /, "").replace("FILE", "-");
    for (const name of ["a", "b"]) {
      await shell(manifest, { input: JSON.stringify(objectIn(cronTab, "v1", name)) });
    }
    await shell(
      (await remedy("script (Update)")).replace(/, and the same for the other objects.*/, ""),
    );
    expect(await reasons()).toEqual([]);
    expect(await conversionFields("c")).toEqual(["stable.example.com/v1"]);
    const { code, out } = await versionsOf(
      crdName,
      "--check-remove",
      "v1beta1",
      "--quiet-days",
      "0",
    );
    expect(out).toMatch(/v1beta1 may be removed: no reason against it was found/);
    expect(code).toBe(0);
    await redefine(world.client, crdName, (now) =>
      withVersions(now, (each) => (each["name"] === "v1beta1" ? undefined : each)),
    );
    const after = objectIn(cronTab, "v1", "c", "after");
    await until(
      async () =>
        (await world.client.send({ method: "GET", path: "/apis/stable.example.com/v1/crontabs" }))
          .status,
      (status) => status === 200,
    );
    await newer.apply(after, { fieldManager: "team", force: true });
    expect((await newer.list()).map(nameOf)).toEqual(["a", "b", "c", "d"]);
    expect(await storedVersions()).toEqual(["v1"]);
  });
});
