import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv } from "ajv";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { admissionSchemaFile } from "../../../infra/build/conversion-schema.ts";
import { buildBundles } from "../../../lib/cli/bundle/build-bundles.ts";
import { bundledKinds } from "../../../lib/cli/bundle/bundled-kinds.ts";
import { loadKinds } from "../../../lib/cli/kinds/kinds.ts";
import { check as checkCommand } from "../../../lib/cli/verbs/check/check.ts";
import { generateCommand } from "../../../lib/cli/verbs/generate/generate.ts";
import { manifests as manifestsCommand } from "../../../lib/cli/verbs/manifests/manifests.ts";
import { testCommand } from "../../../lib/cli/verbs/test/test.ts";
import type { Lookup } from "../../../lib/cluster/lookup.ts";
import { mapAt } from "../../../lib/json/members.ts";
import type { JsonObject } from "../../../lib/json/value.ts";
import { existing } from "../../support/existing.ts";
import { runCommand } from "../../support/run-command.ts";
import { responseTo } from "../../support/send-review.ts";

const own = fileURLToPath(new URL("../../support/declared-kinds/parcel", import.meta.url));
const declared = readFileSync(join(own, "admission.yaml"), "utf8");
const root = mkdtempSync(join(tmpdir(), "customhouse-declared-"));

afterAll(() => rmSync(root, { recursive: true }));

let made = 0;

/** The kind with another `admission.yaml`. */
function kindWith(admission: string): string {
  const folder = join(root, String(made++), "parcel");
  cpSync(own, folder, { recursive: true });
  writeFileSync(join(folder, "admission.yaml"), admission);
  return folder;
}

describe("an admission.yaml", () => {
  test("passes its cases, and is valid by the schema that editors use", async () => {
    const { code, out } = await runCommand(testCommand, ["--kinds", own]);
    expect(out).toContain("4 passed, 0 failed");
    expect(code).toBe(0);
    const accepts = new Ajv({ strict: false }).compile(
      JSON.parse(readFileSync(admissionSchemaFile, "utf8")),
    );
    expect(accepts(parse(declared))).toBe(true);
    expect(accepts({ ...parse(declared), rules: [] })).toBe(false);
  });

  test("is in generated.ts as data", async () => {
    const folder = kindWith(declared);
    expect(await runCommand(generateCommand, ["--kinds", folder])).toMatchObject({ code: 0 });
    const text = readFileSync(join(folder, "generated.ts"), "utf8");
    expect(text).toContain("export const admission = {");
    expect(text).toContain('"metadata.labels[post.example.com/checked]": "yes"');
  });

  test("registers both webhooks and needs only the rights for its lookups", async () => {
    const keyFile = join(root, "key");
    writeFileSync(keyFile, "sesame");
    const words = [
      "--url",
      "https://hooks.example.com",
      "--cluster",
      "prod",
      "--key-file",
      keyFile,
    ];
    const { code, out, error } = await runCommand(manifestsCommand, ["--kinds", own, ...words]);
    expect(code).toBe(0);
    expect(out).toContain("kind: MutatingWebhookConfiguration");
    expect(out).toContain("kind: ValidatingWebhookConfiguration");
    expect(out).toMatch(/resources:\n +- namespaces\n +verbs:\n +- get\n/);
    expect(out).toMatch(/resources:\n +- secrets\n +verbs:\n +- get\n/);
    expect(error).toMatch(
      /note: Parcel.post.example.com: .*right to get Secrets in all namespaces/,
    );
  });

  const lookup = "lookups: [{ exists: { apiVersion: v1, kind: ConfigMap, name: spec.office";
  test.each([
    { name: "nothing", text: "", fault: "1:1: must have exactly one YAML document" },
    { name: "text that is not YAML", text: "version: [", fault: "1:11: Flow sequence" },
    {
      name: "two documents",
      text: "version: v1\n---\nversion: v1",
      fault: "3:1: must have exactly one YAML document",
    },
    { name: "a list", text: "- a", fault: "1:1: must be a map with version" },
    { name: "no version", text: "defaults: {}", fault: "1:1: admission needs the member version" },
    {
      name: "an unknown member",
      text: "version: v1\nlookup: []",
      fault: "2:1: lookup: is not a member of admission; did you mean lookups?",
    },
    {
      name: "a foreign version",
      text: "version: v2",
      fault: "1:1: version: the kind has no version v2; did you mean v1?",
    },
    {
      name: "a default that the version lacks",
      text: "version: v1\ndefaults:\n  spec.grams: 1",
      fault: "3:3: defaults.spec.grams: there is no field spec.grams in v1",
    },
    {
      name: "a default in items",
      text: 'version: v1\ndefaults: { "spec.stamps[*].name": a }',
      fault: "2:13: defaults.spec.stamps[*].name: a default can't be set in the items of a list",
    },
    {
      name: "a default of another type",
      text: "version: v1\ndefaults: { spec.weight: heavy }",
      fault: "2:13: defaults.spec.weight: v1 refuses the value: must be of type integer",
    },
    {
      name: "a default that is not in the enum",
      text: "version: v1\ndefaults: { spec.service: Never }",
      fault: "2:13: defaults.spec.service: v1 refuses the value: supported values",
    },
    {
      name: "a rule that does not compile",
      text: "version: v1\nvalidate:\n- rule: self.spec.wieght > 1",
      fault: "3:3: validate[0].rule: compilation failed",
    },
    {
      name: "a rule that does not return a bool",
      text: "version: v1\nvalidate: [{ rule: self.spec.weight }]",
      fault: "2:14: validate[0].rule: cel expression must evaluate to a bool",
    },
    {
      name: "a rule that costs too much",
      text: 'version: v1\nvalidate:\n- rule: "self.spec.stamps.all(a, self.spec.stamps.all(b, self.spec.stamps.all(c, self.spec.stamps.all(d, self.spec.stamps.all(e, self.spec.stamps.all(f, a.name + b.name + c.name != d.name + e.name + f.name))))))"',
      fault: "3:3: validate[0].rule: estimated rule cost exceeds budget",
    },
    {
      name: "an unknown field in a rule",
      text: "version: v1\nvalidate: [{ rule: 'true', fieldPath: .spec.grams }]",
      fault: "validate[0].fieldPath: must be a valid path",
    },
    {
      name: "a lookup of a list",
      text: "version: v1\nlookups: [{ exists: { apiVersion: v1, kind: Secret, name: spec.stamps } }]",
      fault: "lookups[0].exists.name: spec.stamps is not a string in v1",
    },
    {
      name: "a lookup of an unknown field",
      text: "version: v1\nlookups: [{ exists: { apiVersion: v1, kind: Secret, name: spec.stmps } }]",
      fault: "lookups[0].exists.name: there is no field spec.stmps in v1",
    },
    {
      name: "no apiVersion",
      text: `version: v1\n${lookup.replace("v1,", "a/b/c,")} } }]`,
      fault: "lookups[0].exists.apiVersion: is not an apiVersion",
    },
    {
      name: "a namespace for a cluster-scoped resource",
      text: `version: v1\n${lookup.replace("ConfigMap", "Namespace")}, namespace: a } }]`,
      fault:
        "lookups[0].exists.namespace: Namespace is cluster-scoped, so it has no namespace: remove namespace",
    },
  ])("$name: $fault", async ({ text, fault }) => {
    const folder = kindWith(text);
    const { code, error } = await runCommand(checkCommand, ["--kinds", folder]);
    expect(code).toBe(2);
    const lines = error.split("\n");
    expect(lines).toHaveLength(1);
    expect(lines[0]?.startsWith(`${join(folder, "admission.yaml")}:`)).toBe(true);
    expect(error).toContain(fault);
  });

  test("reports all faults together, in order", async () => {
    const text =
      "version: v1\nlookups:\n- exists: { apiVersion: v1, kind: Secret, name: a }\ndefaults: { b: 1, c: 2 }\n";
    const { error } = await runCommand(checkCommand, ["--kinds", kindWith(text)]);
    expect(error.match(/yaml:(\d+:\d+)/g)).toEqual(["yaml:3:43", "yaml:4:13", "yaml:4:19"]);
  });

  test("is refused beside code, which would make it unused", async () => {
    const folder = kindWith(declared);
    writeFileSync(join(folder, "kind.ts"), "export const kind = 1;");
    const { code, error } = await runCommand(checkCommand, ["--kinds", folder]);
    expect(code).toBe(2);
    expect(error).toContain("admission.yaml is not read, because");
  });
});

describe("declared rules", () => {
  const parcel = (spec: JsonObject, metadata: JsonObject = {}): JsonObject => ({
    apiVersion: "post.example.com/v1",
    kind: "Parcel",
    metadata: { name: "a", namespace: "team", ...metadata },
    spec,
  });
  const review = (object: JsonObject, oldObject?: JsonObject): JsonObject => ({
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    request: {
      uid: "u",
      kind: { group: "post.example.com", version: "v1", kind: "Parcel" },
      resource: { group: "post.example.com", version: "v1", resource: "parcels" },
      operation: oldObject === undefined ? "CREATE" : "UPDATE",
      name: "a",
      namespace: "team",
      userInfo: {},
      object,
      ...(oldObject && { oldObject }),
    },
  });
  const answered = async (object: JsonObject, old?: JsonObject, lookup?: Lookup) => {
    const kinds = await loadKinds([own]);
    return responseTo("validate", review(object, old), { kinds, ...(lookup && { lookup }) });
  };
  const heavy = { weight: 2000, service: "Fast" };

  test.each([
    { name: "a new fault", object: parcel(heavy), allowed: false },
    {
      name: "a fault that the old object has too",
      object: parcel({ ...heavy, weight: 3000 }),
      old: parcel(heavy),
      allowed: true,
    },
    {
      name: "an object that is being deleted",
      object: parcel(heavy, { deletionTimestamp: "2026-01-01T00:00:00Z" }),
      old: parcel({ weight: 1 }),
      allowed: true,
    },
    { name: "a transition", object: parcel({}), old: parcel({ office: "a" }), allowed: false },
  ])("$name: allowed $allowed", async ({ object, old, allowed }) => {
    expect(await answered(object, old)).toMatchObject({ allowed });
  });

  test("looks each name up once, in the object's own namespace, or cluster-wide without one", async () => {
    const asked: string[] = [];
    const lookup = existing(async ({ resource, namespace = "-", name }) => {
      asked.push(`${resource} ${namespace}/${name}`);
      return true;
    });
    const stamps = ["a", "b", "a"].map((name) => ({ name }));
    await answered(parcel({ stamps, office: "harbour" }), undefined, lookup);
    expect(asked.sort()).toEqual(["namespaces -/harbour", "secrets team/a", "secrets team/b"]);
  });

  test("does not look up names that an UPDATE leaves unchanged", async () => {
    const lookup = existing(async () => false);
    const object = parcel({ stamps: [{ name: "a" }] });
    expect(
      await answered(
        { ...object, metadata: { ...mapAt(object, "metadata"), labels: { a: "b" } } },
        object,
        lookup,
      ),
    ).toMatchObject({ allowed: true });
  });
});

/** Handles one review in a process that has loaded nothing else, and says which files of the zip that loaded. */
const handleOnce = `
const { handler } = require(process.argv[1]);
handler(JSON.parse(process.argv[2]), {}).then((answer) => {
  const files = Object.keys(require.cache).map((file) => require("node:path").basename(file));
  process.stderr.write(JSON.stringify({ answer, files: files.sort() }));
});`;

describe("a bundle", () => {
  const folder = join(root, "out");
  const secretsFile = fileURLToPath(new URL("../../payloads/secrets.json", import.meta.url));
  const handled = (name: string, spec: JsonObject) => {
    const [key] = JSON.parse(readFileSync(secretsFile, "utf8")).clusters.rehearsal.keys;
    const object = {
      apiVersion: "post.example.com/v1beta1",
      kind: "Parcel",
      metadata: { name: "a", namespace: "team" },
      spec,
    };
    const body = JSON.stringify({
      apiVersion: "admission.k8s.io/v1",
      kind: "AdmissionReview",
      request: {
        uid: "u",
        kind: { group: "post.example.com", version: "v1beta1", kind: "Parcel" },
        resource: { group: "post.example.com", version: "v1beta1", resource: "parcels" },
        operation: "CREATE",
        userInfo: {},
        object,
      },
    });
    const http = { method: "POST", sourceIp: "192.0.2.1" };
    const event = {
      version: "2.0",
      rawPath: `/rehearsal/${key}/${name}`,
      headers: {},
      requestContext: { http, requestId: "r" },
      body,
      isBase64Encoded: false,
    };
    const words = ["-e", handleOnce, join(folder, name, "index.cjs"), JSON.stringify(event)];
    const env = { CUSTOMHOUSE_SECRETS_FILE: secretsFile };
    const { files, answer } = JSON.parse(
      spawnSync(process.execPath, words, { env, encoding: "utf8" }).stderr,
    );
    return { files, response: JSON.parse(answer.body).response };
  };

  test("loads the engine for it on demand", async () => {
    await buildBundles({ kinds: await bundledKinds([own]), folder });
    const mutated = handled("mutate", {});
    expect(mutated.files).toEqual(["declared-admission.cjs", "index.cjs", "validator.cjs"]);
    const patch = Buffer.from(mutated.response.patch, "base64").toString();
    expect(JSON.parse(patch)).toEqual([
      { op: "add", path: "/metadata/labels", value: { "post.example.com/checked": "yes" } },
      { op: "add", path: "/spec/service", value: "Slow" },
    ]);
    const denied = handled("validate", { grams: 2000, service: "Fast" });
    expect(denied.files).toContain("cel.cjs");
    expect(denied.response.status.message).toBe(
      "spec.grams: a fast parcel weighs less than 1,000 grams",
    );
  }, 60_000);
});
