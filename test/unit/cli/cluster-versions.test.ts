import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { planCommand } from "../../../lib/cli/verbs/plan/plan.ts";
import { versions } from "../../../lib/cli/verbs/versions/versions.ts";
import {
  type ClusterResponses,
  type ClusterStandIn,
  clusterStandIn,
} from "../../support/cluster-stand-in.ts";
import { runCommand } from "../../support/run-command.ts";

const name = "crontabs.stable.example.com";
const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const objects = (version: string) => `/apis/stable.example.com/${version}/crontabs`;
const registration = "/apis/admissionregistration.k8s.io/v1";
const secretUrl = "https://hooks.example.com/prod/a-key-of-somebody/convert";

const schema = { openAPIV3Schema: { type: "object" } };

interface DefinitionFacts {
  readonly served?: readonly string[];
  readonly storage?: string;
  readonly storedVersions?: readonly string[];
  readonly metadata?: object;
  readonly reason?: string;
}

/** A definition with v1beta1 and v1. */
function definition({
  served = ["v1beta1", "v1"],
  storage = "v1",
  storedVersions = ["v1"],
  metadata = {},
  reason,
}: DefinitionFacts = {}) {
  const version = (each: string) => ({
    name: each,
    served: served.includes(each),
    storage: storage === each,
    schema,
  });
  return {
    metadata: { name, uid: "d", generation: 4, ...metadata },
    spec: {
      group: "stable.example.com",
      names: { kind: "CronTab", plural: "crontabs" },
      scope: "Namespaced",
      conversion: { strategy: "Webhook" },
      versions: ["v1beta1", "v1"].map(version),
    },
    status: {
      storedVersions,
      conditions: reason === undefined ? [] : [{ type: "StorageMigrating", reason }],
    },
  };
}

const entry = (manager: string, operation: string, version: string, time?: string) => ({
  manager,
  operation,
  apiVersion: `stable.example.com/${version}`,
  ...(time !== undefined && { time }),
});

const old = "2020-01-01T00:00:00Z";
const object = {
  metadata: {
    name: "a",
    namespace: "team",
    resourceVersion: "77",
    managedFields: [entry("it's me", "Update", "v1beta1", old), entry("argo", "Apply", "v1beta1")],
    annotations: { "stable.example.com/kept.v1beta1.0508gc6": "{}" },
  },
};

const resource = (plural: string, verbs = ["list"]) => ({ resource: plural, verbs });

/** A cluster with one object, and a secret that it owns. */
const cluster: ClusterResponses = {
  "/version": { body: { gitVersion: "v1.37.1" } },
  "/api/v1/namespaces/kube-system": { body: { metadata: { uid: "k" } } },
  [definitions]: {
    body: {
      items: [
        definition(),
        {
          metadata: { name: "one" },
          spec: { versions: [{ name: "v1" }] },
          status: { storedVersions: ["v1"] },
        },
      ],
    },
  },
  [`${definitions}/${name}`]: { body: definition() },
  [objects("v1")]: { body: { items: [object] } },
  [objects("v1beta1")]: { body: { items: [object] } },
  "/api": {
    body: {
      items: [
        {
          metadata: {},
          versions: [
            {
              version: "v1",
              resources: [
                resource("secrets"),
                resource("events"),
                resource("pods", ["get"]),
                resource("bindings"),
              ],
            },
          ],
        },
      ],
    },
  },
  "/apis": {
    body: {
      items: [
        {
          metadata: { name: "apps" },
          versions: [
            { version: "v1", resources: [resource("deployments")] },
            { version: "v1beta1", resources: [resource("deployments")] },
          ],
        },
      ],
    },
  },
  "/api/v1/bindings": { status: 405, body: { message: "no list" } },
  "/api/v1/secrets": {
    body: {
      items: [
        {
          metadata: {
            name: "owned",
            namespace: "team",
            ownerReferences: [
              { apiVersion: "apps/v1", kind: "Deployment", uid: "x" },
              { apiVersion: "stable.example.com/v1beta1", kind: "CronTab", uid: "a" },
            ],
          },
        },
      ],
    },
  },
  "/apis/apps/v1/deployments": {
    body: {
      items: [
        {
          metadata: {
            name: "cluster-wide",
            ownerReferences: [
              { apiVersion: "stable.example.com/v1beta1", kind: "CronTab", uid: "a" },
            ],
          },
        },
      ],
    },
  },
  [`${registration}/validatingwebhookconfigurations`]: {
    body: {
      items: [
        {
          metadata: { name: "guard" },
          webhooks: [
            {
              name: "w.example.com",
              rules: [
                {
                  apiGroups: ["*"],
                  apiVersions: ["v1beta1"],
                  operations: ["*"],
                  resources: ["*/*"],
                },
              ],
            },
          ],
        },
      ],
    },
  },
  [`${registration}/mutatingwebhookconfigurations`]: { body: { items: [] } },
  "/metrics": {
    body: `apiserver_request_total{group="stable.example.com",resource="crontabs",verb="GET",version="v1beta1"} 3
apiserver_longrunning_requests{group="stable.example.com",resource="crontabs",verb="WATCH",version="v1beta1"} 1
`,
  },
};

let standIn: ClusterStandIn | undefined;
afterEach(() => {
  standIn?.remove();
  standIn = undefined;
});

function run(command: typeof versions, words: readonly string[], more: ClusterResponses = {}) {
  standIn = clusterStandIn({ ...cluster, ...more });
  const context = words.includes("--context") ? [] : ["--context", "prod"];
  return runCommand(command, [...words, "--kubectl", standIn.kubectl, ...context]);
}

describe("customhouse versions, for recorded clusters", () => {
  test("prints all definitions with several versions, with their evidence", async () => {
    const { code, out } = await run(versions, []);
    expect(code).toBe(0);
    expect(out.split("\n").map((line) => line.replaceAll(/ {2,}/g, " | "))).toEqual([
      `${name}: 1 object, storedVersions v1, conversion Webhook, kube-apiserver v1.37.1`,
      "",
      "VERSION | SERVED | STORAGE | DEPRECATED | STORED | MANAGED FIELDS | OWNER REFS | ADMISSION RULES | PRESERVED | REQUESTS | WATCHES",
      "v1beta1 | yes | no | no | no | 2 | 2 | 1 | 1 | 3 | 1",
      "v1 | yes | yes | no | yes | 0 | 0 | 0 | 0 | 0 | 0",
      "",
      `managedFields at v1beta1: it's me (Update), 1 object, last ${old}`,
      "managedFields at v1beta1: argo (Apply), 1 object",
      "ownerReferences at v1beta1: secrets, 1 object",
      "ownerReferences at v1beta1: deployments.v1.apps, 1 object",
      "admission at v1beta1: validatingwebhookconfiguration guard, webhook w.example.com",
    ]);
  });

  test("prints that no definition has several versions", async () => {
    const { out } = await run(versions, [], { [definitions]: { body: { items: [] } } });
    expect(out).toBe("no CustomResourceDefinition has several versions");
  });

  test("prints each reason against a removal, with its command", async () => {
    const facts = { storedVersions: ["v1beta1", "v1"] };
    const { code, out } = await run(versions, [name, "--check-remove", "v1beta1"], {
      [`${definitions}/${name}`]: { body: definition(facts) },
    });
    expect(code).toBe(1);
    const reasons = out.split("\n").filter((line) => line.startsWith("v1beta1 may not be removed"));
    expect(
      reasons.map((line) => line.slice("v1beta1 may not be removed, because ".length)),
    ).toEqual([
      "v1beta1 is still served",
      "storedVersions lists v1beta1: objects may still be stored at it",
      "argo wrote at v1beta1 at a time that managedFields does not record (crontabs team/a and perhaps others)",
      expect.stringMatching(/^1 watch is open at v1beta1/),
      expect.stringMatching(
        /^managedFields of 1 of 1 crontabs have entries at v1beta1 by it's me \(Update\)/,
      ),
      expect.stringMatching(/by argo \(Apply\)/),
      expect.stringMatching(
        /^ownerReferences of 2 objects name v1beta1, for example secrets team\/owned/,
      ),
      expect.stringMatching(
        /^validatingwebhookconfiguration guard \(webhook w\.example\.com\) names v1beta1/,
      ),
    ]);
    expect(out).toContain(
      `crontabs.v1.stable.example.com a -n team --type=json -p '[{"op":"replace","path":"/metadata/resourceVersion","value":"77"},{"op":"test","path":"/metadata/managedFields/0/manager","value":"it'\\''s me"}`,
    );
    expect(out).toContain("apply --server-side --field-manager=argo -f FILE");
  });

  test.each([
    {
      name: "the storage version",
      facts: { storage: "v1beta1", storedVersions: ["v1beta1"] },
      because: "v1beta1 is the storage version",
    },
    {
      name: "a failed migration",
      facts: { served: ["v1"], reason: "MigrationFailed" },
      because: "the last StorageVersionMigration failed",
    },
    {
      name: "a running migration",
      facts: { served: ["v1"], reason: "MigrationRunning" },
      because: "a StorageVersionMigration is running",
    },
    {
      name: "the only version that is served",
      facts: { served: ["v1beta1"] },
      because: "no other version is served",
    },
    {
      name: "no version that is served",
      facts: { served: [] },
      because: "objects can't be read: no version is served: nothing can be read",
    },
  ])("$name is a reason", async ({ facts, because }) => {
    const { out } = await run(versions, [name, "--check-remove", "v1beta1"], {
      [`${definitions}/${name}`]: { body: definition(facts) },
    });
    expect(out).toContain(`v1beta1 may not be removed, because ${because}`);
  });

  test("names objects that a server since 1.37 can't convert, without the key of the webhook", async () => {
    const key = "/registry/stable.example.com/crontabs/team/broken";
    const body = {
      message: `failed to read: Post "${secretUrl}": refused`,
      details: { causes: [{ field: key }, { message: "too many" }] },
    };
    const { code, out } = await run(versions, [name, "--check-unserve", "v1beta1", "-o", "json"], {
      [objects("v1")]: { status: 500, body },
    });
    expect(code).toBe(1);
    const { definitions: found } = JSON.parse(out);
    expect(found[0].objectsFault.keys).toEqual([key]);
    expect(found[0].check).toMatchObject({ end: "unserve", may: false });
    expect(out).not.toContain("a-key-of-somebody");
    expect(out).toContain("<another key>");
  });

  test("lists what could not be read, also after 429", async () => {
    const denied = { status: 403, body: { message: "forbidden" } };
    const { code, out } = await run(versions, [name], {
      "/metrics": denied,
      "/api/v1/secrets": denied,
      [`${registration}/validatingwebhookconfigurations`]: denied,
      [objects("v1")]: { status: 429, body: { message: "later" }, retryAfter: 0 },
      [`${definitions}/${name}`]: {
        body: definition({
          storedVersions: ["v1beta1"],
          reason: "MigrationSucceeded",
          metadata: { labels: { "app.kubernetes.io/managed-by": "me" } },
        }),
      },
    });
    expect(code).toBe(0);
    expect(out).toContain(
      "kube-apiserver v1.37.1, applied by me (label app.kubernetes.io/managed-by=me)",
    );
    expect(out).toContain("StorageVersionMigration: succeeded");
    expect(out).toContain(`objects can't be read: GET ${objects("v1")}: 429 later`);
    expect(out.match(/^not read: /gm)).toHaveLength(3);
    expect(out).toContain("storedVersions lacks the storage version");
    const json = JSON.parse(
      (await run(versions, [name, "-o", "json"], { "/metrics": denied })).out,
    );
    expect(json.definitions[0].notRead).toEqual(["GET /metrics: 403 forbidden"]);
  });

  test("reports a group whose discovery is stale as not read", async () => {
    const group = { metadata: { name: "down" }, versions: [{ version: "v1", freshness: "Stale" }] };
    const { out } = await run(versions, [name], { "/apis": { body: { items: [group] } } });
    expect(out).toContain("not read: /apis/down/v1: its API server does not respond");
  });

  test("continues an expired list with the server's own token", async () => {
    const gone = { status: 410, body: { metadata: { continue: "new" }, message: "expired" } };
    const { out } = await run(versions, [name], {
      [`${objects("v1")}?limit=500`]: { body: { metadata: { continue: "t/1" }, items: [object] } },
      [`${objects("v1")}?limit=500&continue=t%2F1`]: gone,
      [`${objects("v1")}?limit=500&continue=new`]: { body: { items: [object] } },
    });
    expect(out).toMatch(/: 2 objects, /);
    const stuck = await run(versions, [name], {
      [`${objects("v1")}?limit=500`]: { status: 410, body: {} },
    });
    expect(stuck.out).toContain("objects can't be read");
  });

  test.each([
    {
      name: "a definition that does not exist",
      words: ["no"],
      error: /customresourcedefinitions\/no: 404 not found$/,
    },
    {
      name: "a version that does not exist",
      words: [name, "--check-remove", "v7"],
      error:
        /^v7 is not a version of .*, and nothing in the cluster names it: known are v1beta1, v1$/,
    },
  ])("$name ends with 2", async ({ words, error }) => {
    const ran = await run(versions, words);
    expect(ran.code).toBe(2);
    expect(ran.error).toMatch(error);
  });
});

describe("customhouse plan, for recorded clusters", () => {
  const file = join(tmpdir(), `customhouse-plan-${process.pid}.json`);
  afterEach(() => rmSync(file, { force: true }));
  const stored = definition({ storage: "v1beta1", storedVersions: ["v1beta1"] });

  test("prints the steps to another storage version, bound to cluster and definition", async () => {
    const { code, out } = await run(planCommand, [name, "--storage", "v1", "-o", file], {
      [`${definitions}/${name}`]: { body: stored },
    });
    expect(code).toBe(0);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({
      format: 3,
      cluster: { uid: "k", kubeApiServer: "v1.37.1", context: "prod" },
      definition: { name, uid: "d", generation: 4 },
      estimate: { rewrites: 1, webhookCalls: 8 },
    });
    expect(out).toContain(
      "ok    1 object can be read at v1beta1, v1; with --kinds DIR, plan also tries",
    );
    expect(out).toContain("cost: 1 rewrite one after another, at most 8 calls of the webhook");
    expect(out.match(/^\d\. .*/gm)).toEqual([
      "1. back up all objects and the definition",
      "2. store at v1",
      "3. rewrite every object at v1",
      "4. trim storedVersions to v1",
    ]);
  });

  test("stops if versions of different schemas have no conversion", async () => {
    const [v1beta1, v1] = stored.spec.versions;
    const properties = { openAPIV3Schema: { type: "object", properties: {} } };
    const versions = [v1beta1, { ...v1, schema: properties }];
    const spec = { ...stored.spec, conversion: { strategy: "None" }, versions };
    const { code, out } = await run(planCommand, [name, "--storage", "v1", "-o", file], {
      [`${definitions}/${name}`]: { body: { ...stored, spec } },
    });
    expect(code).toBe(1);
    expect(out).toContain("FAIL  conversion is None and the schemas of v1beta1 and v1 differ");
    expect(existsSync(file)).toBe(false);
  });

  test("stops and writes nothing if the cluster can't convert objects", async () => {
    const body = {
      message: `refused by ${secretUrl}`,
      details: { causes: [{ field: "/registry/stable.example.com/crontabs/team/broken" }] },
    };
    const words = [name, "--storage", "v1", "-o", file];
    const responses = {
      [`${definitions}/${name}`]: { body: stored },
      [objects("v1")]: { status: 500, body },
    };
    const { code, out } = await run(planCommand, words, responses);
    expect(code).toBe(1);
    expect(out).toMatch(/^FAIL {2}team\/broken: can't be read at v1: GET .*<another key>/);
    expect(out).toContain("no plan: 1 fault in 1 object.");
    expect(existsSync(file)).toBe(false);
  });

  test("writes the plan, which may hold a key, so that only its owner can read it, also over another file", async () => {
    writeFileSync(file, "{}");
    chmodSync(file, 0o644);
    const { code } = await run(planCommand, [name, "--storage", "v1", "-o", file], {
      [`${definitions}/${name}`]: { body: stored },
    });
    expect(code).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("stops if the new rules refuse an object, and prints its path", async () => {
    const spec = { hostPort: "nocolon", cronSpec: "* * * * *", image: "i" };
    const broken = {
      apiVersion: "stable.example.com/v1beta1",
      kind: "CronTab",
      metadata: { name: "broken", namespace: "team" },
      spec,
    };
    const words = [name, "--storage", "v1", "--kinds", "examples/kinds/crontab"];
    const { code, out } = await run(planCommand, words, {
      [`${definitions}/${name}`]: { body: stored },
      [objects("v1beta1")]: { body: { items: [broken] } },
    });
    expect(code).toBe(1);
    expect(out).toMatch(/^FAIL {2}team\/broken: spec\.hostPort: .* cannot be converted to v1/);
  });

  test.each([
    { end: "unserve", titles: ["1. deprecate v1beta1", "2. stop serving v1beta1"] },
    {
      end: "remove",
      titles: [
        "1. deprecate v1beta1",
        "2. stop serving v1beta1",
        "3. back up all objects and the definition",
        "4. remove v1beta1",
      ],
    },
  ])(
    "prints the steps to $end a version, after the repairs that must come first",
    async ({ end, titles }) => {
      const { code, out } = await run(planCommand, [name, `--${end}`, "v1beta1"]);
      expect(code).toBe(0);
      expect(out.match(/^\d\. .*/gm)).toEqual(titles);
      expect(out).toMatch(/^ {3}first: ownerReferences of 2 objects name v1beta1/m);
    },
  );

  test.each([
    {
      words: ["--storage", "v7"],
      facts: {},
      error: `${name} has no version v7: it has v1beta1, v1`,
    },
    {
      words: ["--storage", "v1"],
      facts: {},
      error: /^v1 is the storage version, and status.storedVersions lists no other/,
    },
    {
      words: ["--storage", "v1beta1"],
      facts: { served: ["v1"] },
      error: /^v1beta1 is not served: set served: true first/,
    },
    {
      words: ["--unserve", "v1beta1"],
      facts: { served: ["v1"] },
      error: "v1beta1 is already unserved: nothing to do",
    },
    {
      words: ["--remove", "v1"],
      facts: {},
      error: /^v1 is the storage version: first make another version the storage version/,
    },
  ])("$words of $facts is refused", async ({ words, facts, error }) => {
    const ran = await run(planCommand, [name, ...words], {
      [`${definitions}/${name}`]: { body: definition(facts) },
    });
    expect(ran.code).toBe(2);
    expect(ran.error).toMatch(error);
  });
});
