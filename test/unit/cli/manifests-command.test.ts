import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Callers, everybody } from "../../../lib/callers/callers.ts";
import { fileSource } from "../../../lib/callers/secret/file-source.ts";
import { secretCallers } from "../../../lib/callers/secret-callers.ts";
import { parseManifestJson } from "../../../lib/cli/files/manifest-json.ts";
import { parseManifestYaml } from "../../../lib/cli/files/manifest-yaml.ts";
import { manifests } from "../../../lib/cli/verbs/manifests/manifests.ts";
import { type Lookup, LookupUnavailable } from "../../../lib/cluster/lookup.ts";
import {
  type CertificateAuthority,
  openCertificateAuthority,
} from "../../../lib/hosts/local/certificate-authority.ts";
import { type Gateway, startGateway } from "../../../lib/hosts/local/gateway.ts";
import { isObject } from "../../../lib/json/value.ts";
import type { Kind } from "../../../lib/kind/kind.ts";
import type { Service } from "../../../lib/service/review-service.ts";
import { createService } from "../../../lib/service/service.ts";
import { kinds } from "../../support/example-kinds.ts";
import { type Ran, runCommand } from "../../support/run-command.ts";
import { sampleLookup } from "../../support/send-review.ts";

const key = "open-sesame_47~b";
/** A key that may be in the path of a Service. */
const serviceKey = "abcdefghijklmnopqrstuvwxyz234567-0123456789abcde";
let folder: string;
let authority: CertificateAuthority;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "manifests-"));
  authority = await openCertificateAuthority(join(folder, "ca"));
  write("key", `${key}\n`);
  write("service-key", serviceKey);
  const clusters = { prod: { keys: [key, "older"] } };
  write("secrets.json", JSON.stringify({ clusters }));
});

afterAll(() => rmSync(folder, { recursive: true }));

/** A file that only its owner may read. */
function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text, { mode: 0o600 });
}

const url = ["--url", "https://hooks.example.com"];
const prod = [...url, "--cluster", "prod"];

/** Runs the verb; `FOLDER` in a word stands for the tests' folder. No word of it may ever name the key on standard error. */
async function run(...words: readonly string[]): Promise<Ran> {
  const kinds = words.includes("--kinds") ? [] : ["--kinds", "examples/kinds"];
  const ran = await runCommand(
    manifests,
    [...words, ...kinds].map((word) => word.replace("FOLDER", folder)),
  );
  expect(ran.error).not.toContain(key);
  return ran;
}

const keyed = [...prod, "--key-file", "FOLDER/key"];

describe("manifests prints", () => {
  test("YAML documents: access, definitions whole, webhooks", async () => {
    const { code, out, error } = await run(...keyed);
    expect({ code, error }).toEqual({ code: 0, error: "" });
    const documents = parseManifestYaml(out).filter(isObject);
    expect(documents.map(({ kind }) => kind)).toEqual([
      "Namespace",
      "ServiceAccount",
      "ClusterRole",
      "ClusterRoleBinding",
      "Secret",
      "CustomResourceDefinition",
      "CustomResourceDefinition",
      "CustomResourceDefinition",
      "CustomResourceDefinition",
      "ValidatingWebhookConfiguration",
      "MutatingWebhookConfiguration",
      "ValidatingWebhookConfiguration",
      "ValidatingWebhookConfiguration",
    ]);
    expect(out).toContain(`url: https://hooks.example.com/prod/${key}/convert`);
    expect(out).toContain("description: The toppings, with the number of portions of each.");
  });

  test("-o json: the same objects as one List", async () => {
    const [yaml, json] = await Promise.all([run(...keyed), run(...keyed, "-o", "json")]);
    const [list] = parseManifestJson(json.out) ?? [];
    expect(list).toEqual({ apiVersion: "v1", kind: "List", items: parseManifestYaml(yaml.out) });
  });

  test("--patches: a kustomization", async () => {
    const { out } = await run(...keyed, "--patches");
    expect(out).toMatch(/^apiVersion: kustomize.config.k8s.io\/v1alpha1\nkind: Component\n/);
    const { out: json } = await run(...keyed, "--patches", "-o", "json");
    expect(parseManifestJson(json)).toEqual(parseManifestYaml(out));
  });

  test.each([
    {
      only: "access",
      kinds: /^(?:Namespace|ServiceAccount|ClusterRole|ClusterRoleBinding|Secret)$/,
    },
    { only: "webhooks,access", kinds: /^(?!CustomResource)/ },
    { only: "crd", kinds: /^CustomResourceDefinition$/ },
  ])("--only $only", async ({ only, kinds: expected }) => {
    const { out } = await run(...keyed, "--only", only);
    const printed = parseManifestYaml(out).filter(isObject);
    expect(printed.map(({ kind }) => kind)).not.toEqual([]);
    expect(printed.filter(({ kind }) => !expected.test(String(kind)))).toEqual([]);
  });

  test("manifests with the settings of the options", async () => {
    const { out } = await run(
      ...["--url", "https://127.0.0.1:8443", "--no-key", "--ca", "FOLDER/bundle.pem"],
      ...["--failure-policy", "Ignore", "--timeout", "3", "--review-versions", "v1beta1"],
      ...["--namespace", "platform"],
    );
    const ca = Buffer.from(readFileSync(authority.caFile)).toString("base64");
    expect(out).toContain("url: https://127.0.0.1:8443/mutate\n");
    expect(out).toContain("failurePolicy: Ignore\n  timeoutSeconds: 3\n");
    expect(out).toContain("conversionReviewVersions:\n      - v1beta1\n");
    expect(out).toContain("namespace: platform\n");
    expect(out).toContain(`caBundle: ${ca}\n`);
    expect(out).not.toContain("kind: Namespace\n");
  });

  beforeAll(async () => {
    const { key: secret } = await authority.issue(["localhost"]);
    write("bundle.pem", `${secret}\nwords\n${readFileSync(authority.caFile, "utf8")}`);
  });
});

describe("manifests --service", () => {
  const named = ["--service", "hooks/customhouse", "--cluster", "prod"];
  const words = [...named, "--key-file", "FOLDER/service-key"];

  /** The first object of a kind among what is printed. */
  async function printed(kind: string, ...more: readonly string[]): Promise<unknown> {
    const { code, out } = await run(...words, ...more);
    expect(code).toBe(0);
    return parseManifestYaml(out)
      .filter(isObject)
      .find((each) => each["kind"] === kind);
  }

  test("a definition and a webhook with the Service, the key in its path and a caBundle", async () => {
    const caBundle = Buffer.from(readFileSync(authority.caFile)).toString("base64");
    const service = { namespace: "hooks", name: "customhouse", port: 443 };
    const at = (verb: string) => ({
      service: { ...service, path: `/prod/${serviceKey}/${verb}` },
      caBundle,
    });
    const ca = ["--ca", authority.caFile];
    expect(await printed("CustomResourceDefinition", ...ca)).toMatchObject({
      spec: { conversion: { webhook: { clientConfig: at("convert") } } },
    });
    expect(await printed("MutatingWebhookConfiguration", ...ca)).toMatchObject({
      webhooks: [{ clientConfig: at("mutate") }],
    });
  });

  test("refuses addresses that the API server accepts in a url, but not in the path of a Service", async () => {
    const ca = ["--ca", authority.caFile];
    const ofKey = await run(...named, ...ca, "--key-file", "FOLDER/key");
    expect(ofKey).toMatchObject({ code: 2, out: "" });
    expect(ofKey.error).toMatch(/^the key of prod has other characters .*customhouse keys rotate$/);
    expect(ofKey.error).not.toContain(key);
    const ofCluster = await run(...words, ...ca, "--cluster", "Prod_1");
    expect(ofCluster).toMatchObject({ code: 2, out: "" });
    expect(ofCluster.error).toMatch(/^--cluster Prod_1: in the path of a Service /);
  });

  test("--inject-ca-from: cert-manager's annotation in place of a caBundle", async () => {
    const inject = ["--inject-ca-from", "hooks/customhouse", "--ca", authority.caFile];
    const metadata = { annotations: { "cert-manager.io/inject-ca-from": "hooks/customhouse" } };
    for (const kind of ["CustomResourceDefinition", "ValidatingWebhookConfiguration"]) {
      expect(await printed(kind, ...inject)).toMatchObject({ metadata });
    }
    const { out } = await run(...words, ...inject);
    expect(out).not.toContain("caBundle");
    const { out: patches } = await run(...words, ...inject, "--patches");
    expect(patches).toContain("cert-manager.io/inject-ca-from: hooks/customhouse");
  });

  test("adds no annotation to a definition that is not converted", async () => {
    const topping = new URL("../../../examples/kinds/topping", import.meta.url).pathname;
    const inject = ["--inject-ca-from", "hooks/customhouse", "--kinds", topping];
    const { out } = await run(...words, ...inject);
    expect(out).not.toContain("inject-ca-from");
  });

  test("connects with --check to the address of --connect, and demands the name of the Service", async () => {
    const service = createService({ kinds, lookup: sampleLookup, log: () => undefined });
    const certificate = await authority.issue(["customhouse.hooks.svc"]);
    const gateway = await startGateway({ service, callers: everybody, ...certificate, port: 0 });
    const check = ["--check", "--ca", authority.caFile, "--only", "crd"];
    const here = ["--connect", `127.0.0.1:${gateway.port}`];
    const right = await run(...words, ...check, ...here);
    const wrong = await run(...words, ...check, ...here, "--service", "hooks/other");
    await gateway.close();
    expect(right.error).toMatch(/^checked: kube-apiserver would accept all 12 responses$/m);
    expect(wrong).toMatchObject({ code: 1, out: "" });
    expect(wrong.error).toContain("other.hooks.svc");
  });
});

describe("manifests and the key", () => {
  test("a cluster's current key, from the functions' secret", async () => {
    const { out } = await run(...prod, "--secrets", "FOLDER/secrets.json");
    expect(out).toContain(`https://hooks.example.com/prod/${key}/convert`);
    expect(out).not.toContain("older");
  });

  test.each([
    { access: "read", mode: 0o644 },
    { access: "only write", mode: 0o622 },
  ])("a warning if other users can $access the file", async ({ mode }) => {
    write("open-key", key);
    chmodSync(join(folder, "open-key"), mode);
    const { code, error } = await run(...prod, "--key-file", "FOLDER/open-key");
    const file = join(folder, "open-key");
    expect({ code, error }).toEqual({
      code: 0,
      error: `warning: other users have access to ${file} (mode ${mode.toString(8)}): chmod 600 ${file}`,
    });
  });

  test("a warning for urls without a key that others can reach", async () => {
    const { error } = await run(...url, "--no-key");
    expect(error).toBe(
      "warning: --no-key is for customhouse serve on loopback: without a key, a service responds to everybody who reaches the url",
    );
  });

  beforeAll(() => {
    write("two-lines", `${key}\n${key}\n`);
    write("no.json", `{"clusters": {"prod": ${key}}}`);
  });

  test.each([
    { name: "no url", words: [], error: /^name the service with --url/ },
    {
      name: "a url and a Service",
      words: [...url, "--service", "hooks/customhouse"],
      error: /^--url and --service can't be combined/,
    },
    {
      name: "a Service without a namespace",
      words: ["--service", "customhouse"],
      error: /^--service: write NAMESPACE\/NAME\[:PORT\], not "customhouse"$/,
    },
    {
      name: "a Service without a trusted CA",
      words: [
        ...["--service", "hooks/customhouse", "--cluster", "prod"],
        ...["--key-file", "FOLDER/service-key"],
      ],
      error: /--ca FILE, or let cert-manager set it with --inject-ca-from NAMESPACE\/CERTIFICATE$/,
    },
    {
      name: "a Certificate without a namespace",
      words: [...keyed, "--inject-ca-from", "customhouse"],
      error: /^--inject-ca-from takes NAMESPACE\/NAME of a Certificate, not "customhouse"$/,
    },
    {
      name: "a connection without a port",
      words: [...keyed, "--connect", "localhost"],
      error: /^--connect takes HOST:PORT, not "localhost"$/,
    },
    {
      name: "a url with a path",
      words: ["--url", `https://h/prod/${key}/convert`],
      error: /^--url: it ends/,
    },
    { name: "no key", words: prod, error: /^name the secret with --secrets FILE or/ },
    { name: "two keys", words: [...keyed, "--no-key"], error: /^--key-file, .* give one of them$/ },
    { name: "an unexpected argument", words: [...keyed, key], error: /^unexpected argument: / },
    {
      name: "no cluster",
      words: [...url, "--key-file", "FOLDER/key"],
      error: /^name the cluster with --cluster NAME/,
    },
    {
      name: "a cluster's name that can't be in a url",
      words: [...url, "--key-file", "FOLDER/key", "--cluster", "a/b"],
      error: /^--cluster a\/b: a name has letters/,
    },
    {
      name: "a cluster without a key",
      words: [...prod, "--no-key"],
      error: /^--cluster and --no-key can't be combined/,
    },
    {
      name: "a key of two lines",
      words: [...prod, "--key-file", "FOLDER/two-lines"],
      error: /two-lines is not a file with a key: a key is one line of/,
    },
    {
      name: "a secret that is not JSON",
      words: [...prod, "--secrets", "FOLDER/no.json"],
      error: /no\.json: the secret is not JSON$/,
    },
    {
      name: "a secret that lacks the cluster",
      words: [...url, "--cluster", "test", "--secrets", "FOLDER/secrets.json"],
      error: /has no cluster test: add it with customhouse keys new --cluster test$/,
    },
    {
      name: "an invalid CA",
      words: [...keyed, "--ca", "FOLDER/key"],
      error: /^--ca .*: unable to load root certificates/,
    },
    {
      name: "review versions",
      words: [...keyed, "--review-versions", "v1,v1"],
      error: /^--review-versions takes v1, v1beta1 or both/,
    },
    {
      name: "a failure policy",
      words: [...keyed, "--failure-policy", "ignore"],
      error: /^--failure-policy takes Fail or Ignore/,
    },
    {
      name: "a timeout",
      words: [...keyed, "--timeout", "31"],
      error: /^--timeout takes seconds from 1 to 30/,
    },
    {
      name: "a namespace",
      words: [...keyed, "--namespace", "A"],
      error: /^--namespace "A": a lowercase RFC 1123 label/,
    },
    {
      name: "a part",
      words: [...keyed, "--only", "crd,hooks"],
      error: /^--only takes some of crd, webhooks, access/,
    },
    {
      name: "patches of webhooks",
      words: [...keyed, "--only", "webhooks", "--patches"],
      error: /^--patches prints only the patches of definitions/,
    },
    {
      name: "a missing kubectl",
      words: [...keyed, "--diff", "--kubectl", "FOLDER/kubectl"],
      error: /kubectl can't be run .*: name it with --kubectl FILE$/,
    },
  ])("$name: exit 2, nothing printed, no key shown", async ({ words, error }) => {
    const ran = await run(...words);
    expect(ran).toMatchObject({ code: 2, out: "" });
    expect(ran.error).toMatch(error);
  });
});

describe("manifests of kinds that are code alone", () => {
  beforeAll(() => {
    mkdirSync(join(folder, "kinds", "pizza"), { recursive: true });
    const file = new URL("../../../examples/kinds/pizza/kind.ts", import.meta.url).pathname;
    write("kinds/pizza/kind.js", `export { kind } from ${JSON.stringify(file)};\n`);
    mkdirSync(join(folder, "odd", "pizza"), { recursive: true });
    write(
      "odd/pizza/kind.js",
      `import { kind as pizza } from ${JSON.stringify(file)};
       const admission = { ...pizza.admission, webhook: { timeoutSeconds: 31 } };
       export const kind = { ...pizza, admission };`,
    );
  });

  test("has no definition to print, and says what to do instead", async () => {
    const { code, error } = await run(...keyed, "--kinds", "FOLDER/kinds");
    expect(code).toBe(2);
    expect(error).toMatch(
      /^pizzas\.\S+ has no \S+crd\.yaml: add that file, or leave out definitions with --patches or with --only/,
    );
  });

  test.each([["--patches"], ["--only", "webhooks,access"]])(
    "needs none for %s",
    async (...words) => {
      expect(await run(...keyed, "--kinds", "FOLDER/kinds", ...words)).toMatchObject({ code: 0 });
    },
  );

  test("refuses webhook settings that the server would refuse", async () => {
    const { code, error } = await run(...keyed, "--kinds", "FOLDER/odd");
    expect({ code, error }).toEqual({
      code: 2,
      error:
        "Pizza.restaurant.programming-kubernetes.info: admission.webhook.timeoutSeconds: must be a whole number from 1 to 30, not 31",
    });
  });
});

describe("manifests --check", () => {
  const unavailable: Lookup = {
    exists: () => Promise.reject(new LookupUnavailable("it is asleep")),
    get: () => Promise.reject(new LookupUnavailable("it is asleep")),
    list: () => Promise.reject(new LookupUnavailable("it is asleep")),
  };

  /** A gateway over a service, and the words that name it. */
  async function serving(
    served: readonly Kind[],
    {
      lookup = sampleLookup,
      callers = everybody,
      retryAfter = true,
    }: { lookup?: Lookup; callers?: Callers; retryAfter?: boolean } = {},
  ): Promise<{ readonly gateway: Gateway; readonly at: readonly string[] }> {
    const whole = createService({ kinds: served, lookup, log: () => undefined });
    const service = retryAfter ? whole : withoutRetryAfter(whole);
    const certificate = await authority.issue(["127.0.0.1"]);
    const gateway = await startGateway({ service, callers, ...certificate, port: 0 });
    const base = `https://127.0.0.1:${gateway.port}`;
    return {
      gateway,
      at: ["--url", base, "--cluster", "prod", "--key-file", "FOLDER/key", "--check"],
    };
  }

  /** A service for whose responses nobody waits: a review is sent again ten times, a second after each 503. */
  function withoutRetryAfter(service: Service): Service {
    return {
      ...service,
      answer: async (...request) => {
        const { headers, ...response } = await service.answer(...request);
        const kept = Object.entries(headers).filter(([name]) => !/^retry-after$/i.test(name));
        return { ...response, headers: Object.fromEntries(kept) };
      },
    };
  }

  /** Those whom the tests' secret names. */
  function known(): Callers {
    const source = fileSource(join(folder, "secrets.json"));
    return secretCallers({
      source,
      lookup: undefined,
      log: () => undefined,
      failed: () => undefined,
    });
  }

  test("passes for a service that knows the key", async () => {
    const { gateway, at } = await serving(kinds, { callers: known() });
    const { code, error } = await run(...at, "--ca", authority.caFile, "--only", "crd");
    await gateway.close();
    expect(code).toBe(0);
    expect(error).toMatch(/^checked: kube-apiserver would accept all 12 responses$/m);
  });

  test("fails for a service that knows another key", async () => {
    write("wrong", "open-sesame_48~b");
    const { gateway, at } = await serving(kinds, { callers: known() });
    const words = at.map((word) => word.replace("FOLDER/key", "FOLDER/wrong"));
    const { code, out, error } = await run(...words, "--ca", authority.caFile);
    await gateway.close();
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(error).toMatch(/received: HTTP 404: .*not found$/m);
    expect(error).toContain("remedy:   the service does not know the cluster or its key");
    expect(error).not.toContain("open-sesame");
  });

  test("prints that the service runs, and the manifests", async () => {
    const { gateway, at } = await serving(kinds);
    const { code, out, error } = await run(...at, "--ca", authority.caFile);
    await gateway.close();
    expect({ code, error }).toEqual({
      code: 0,
      error: "checked: kube-apiserver would accept all 28 responses",
    });
    expect(out).toMatch(/^apiVersion: v1\nkind: Namespace\n/);
  });

  test("prints the response to each review, and no manifests, for a service built without the kinds", async () => {
    const { gateway, at } = await serving(kinds.filter(({ kind }) => kind === "Topping"));
    const only = ["--ca", authority.caFile, "--only", "webhooks"];
    const { code, out, error } = await run(...at, ...only);
    await gateway.close();
    expect({ code, out }).toEqual({ code: 1, out: "" });
    const [first = "", ...more] = error.split(/^check failed: /m).slice(1);
    expect(more).toHaveLength(15);
    expect(first).toBe(
      [
        "CREATE of CronTab.stable.example.com v1beta1, sample report",
        `  sent:     AdmissionReview v1 to https://127.0.0.1:${gateway.port}/prod/<key>/validate`,
        "  received: this webhook does not serve crontabs.stable.example.com",
        "  remedy:   deploy a build that has this kind with its versions; customhouse check tests its conversions offline, and the service's log has details",
        "",
      ].join("\n"),
    );
  });

  test.each([
    {
      name: "a path that is not the service's",
      change: (at: readonly string[]) =>
        at.map((word) => (/^https/.test(word) ? `${word}/a/b/c` : word)),
      trusted: true,
      came: "received: HTTP 404: ",
      remedy: "remedy:   the service does not know the cluster",
    },
    {
      name: "a CA that is not trusted",
      change: (at: readonly string[]) => at,
      trusted: false,
      came: "received: no response: ",
      remedy: "give the certificate of its CA with --ca FILE",
    },
  ])(
    "$name: reported once, and the remaining reviews are not sent",
    async ({ change, trusted, came, remedy }) => {
      const { gateway, at } = await serving(kinds);
      const trust = trusted ? ["--ca", authority.caFile] : [];
      const { code, out, error } = await run(...change(at), ...trust);
      await gateway.close();
      expect({ code, out }).toEqual({ code: 1, out: "" });
      expect(error).toContain(came);
      expect(error).toContain(remedy);
      expect(error.match(/check failed/g)).toHaveLength(1);
    },
  );

  test("reports a service that does not exist", async () => {
    const { gateway, at } = await serving(kinds);
    await gateway.close();
    const { code, out, error } = await run(...at);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(error).toMatch(/received: no response: .*ECONNREFUSED/);
    expect(error).toContain("remedy:   start or deploy the service first");
  });

  test("reports a lookup that can't be done yet", async () => {
    const { gateway, at } = await serving(kinds, { lookup: unavailable, retryAfter: false });
    const only = ["--ca", authority.caFile, "--only", "webhooks"];
    const { code, error } = await run(...at, ...only);
    await gateway.close();
    expect(code).toBe(1);
    expect(error).toContain("received: HTTP 503: a lookup in the cluster failed: it is asleep");
    expect(error).toContain(
      "first apply the output of --only access, and add the token to the secret",
    );
  });

  test("sends nothing with --only access", async () => {
    expect(await run(...keyed, "--check", "--only", "access")).toMatchObject({
      code: 0,
      error: "checked: kube-apiserver would accept all 0 responses",
    });
  });
});
