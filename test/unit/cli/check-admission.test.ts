import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readDefinition } from "../../../lib/cli/kinds/definitions.ts";
import { isObject, type JsonObject } from "../../../lib/json/value.ts";
import { runLine } from "../../support/run-command.ts";
import { faultyWebhooks, liveText } from "../../support/webhooks/admission.ts";
import { plantedFaults } from "../../support/webhooks/faults.ts";
import { jobCrd } from "../../support/webhooks/in-process.ts";
import { standInKubectl } from "../../support/webhooks/kubectl.ts";
import { serveWebhooks } from "../../support/webhooks/served.ts";

const folder = await mkdtemp(join(tmpdir(), "check-admission-"));
const served = await serveWebhooks(folder);
const caBundle = (await readFile(served.caFile)).toString("base64");
afterAll(async () => {
  await served[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

async function check(...words: readonly string[]) {
  const {
    code,
    out,
    error: errors,
  } = await runLine(["check", "--seed", "1", "--runs", "8", ...words]);
  return { code, out, errors };
}

/** A webhook configuration with one webhook. */
function configuration(
  step: "Mutating" | "Validating",
  clientConfig: JsonObject,
  more: JsonObject = {},
): JsonObject {
  const rule = { apiGroups: ["example.com"], apiVersions: ["v1"], resources: ["jobs"] };
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: `${step}WebhookConfiguration`,
    metadata: { name: `${step.toLowerCase()}-jobs` },
    webhooks: [
      {
        name: "jobs.example.com",
        admissionReviewVersions: ["v1"],
        sideEffects: "None",
        clientConfig: { ...clientConfig, caBundle },
        rules: [{ ...rule, operations: ["CREATE", "UPDATE"] }],
        ...more,
      },
    ],
  };
}

async function written(...configurations: readonly JsonObject[]): Promise<string> {
  const file = join(folder, "configurations.json");
  await writeFile(file, JSON.stringify({ apiVersion: "v1", kind: "List", items: configurations }));
  return file;
}

const atUrl = (path: string): JsonObject => ({ url: `${served.url}${path}` });
const service = (path: string): JsonObject => ({
  service: { namespace: "jobs-system", name: "hooks", path },
});

describe("check --admission", () => {
  test("calls the webhooks of a file, trusts their caBundle, and skips those with side effects", async () => {
    const file = await written(
      configuration("Mutating", atUrl("/admit/right/0")),
      configuration("Validating", atUrl("/admit/right/1")),
      configuration("Validating", atUrl("/admit/faulty/0"), { sideEffects: "Some" }),
      configuration("Validating", service("/admit/faulty/0")),
      configuration("Validating", atUrl("/admit/faulty/0"), { rules: [] }),
    );
    const { code, out, errors } = await check("--admission", file, "--crd", jobCrd);
    const name = "validating-jobs/jobs.example.com is not checked";
    expect(errors.split("\n")).toEqual([
      `customhouse check: ${name}: sideEffects is Some, so it must not be called for a dry run`,
      `customhouse check: ${name}: it is a service of a cluster: use --cluster`,
    ]);
    expect(code).toBe(0);
    expect(out).toMatch(
      /mutating-jobs\/jobs\.example\.com {3}https:\/\/localhost:\d+\/….*\nok {4}6 laws/,
    );
    expect(out).toMatch(
      /validating-jobs\/jobs\.example\.com {3}https:\/\/localhost:\d+\/….*\nok {4}3 laws/,
    );
  });

  test("writes the counterexamples of each webhook into files of their own", async () => {
    const index = faultyWebhooks.findIndex(({ law }) => law === "finalizer-removal");
    const one = configuration("Validating", atUrl(`/admit/faulty/${index}`));
    const other = { ...one, metadata: { name: "../other" } };
    const own = join(folder, "own");
    const words = ["--admission", await written(one, other), "--crd", jobCrd, "--out", own];
    const { out } = await check(...words, "--runs", "40", "--law", "finalizer-removal");
    const files = (await readdir(own)).map((name) => join(own, name));
    expect(files.filter((name) => name.endsWith(".review.json"))).toHaveLength(2);
    for (const name of files) expect(out).toContain(name);
  });

  test("shows a fault that a validator has, and writes the review that reproduces it", async () => {
    const index = faultyWebhooks.findIndex(({ law }) => law === "finalizer-removal");
    const file = await written(configuration("Validating", atUrl(`/admit/faulty/${index}`)));
    const words = ["--admission", file, "--crd", jobCrd, "--runs", "40", "--out", folder];
    const { code, out, errors } = await check(...words, "--law", "finalizer-removal");
    expect(code).toBe(1);
    expect(errors).toBe(
      "customhouse check: Job.example.com (validating-jobs/jobs.example.com) fails finalizer-removal",
    );
    expect(out).toContain("FAIL  finalizer-removal  v1\n");
    expect(out).toContain("but the webhook denies the removal: Fast is not safe");
    const review = JSON.parse(
      await readFile(
        join(
          folder,
          "validating.validating-jobs-jobs.example.com.finalizer-removal.v1-v1.review.json",
        ),
        "utf8",
      ),
    );
    expect(review).toMatchObject({
      kind: "AdmissionReview",
      request: { operation: "UPDATE", dryRun: true, object: { spec: { mode: "Fast" } } },
    });
  });

  test("ends with 2 if no webhook is registered for the kind", async () => {
    const file = await written(configuration("Validating", atUrl("/x"), { rules: [] }));
    const { code, errors } = await check("--admission", file, "--crd", jobCrd);
    expect(code).toBe(2);
    expect(errors).toContain(
      "does not hold a webhook configuration with a rule for jobs.example.com",
    );
  });
});

describe("check --cluster", () => {
  /** The definition as a cluster has it. */
  function definition(clientConfig: JsonObject): JsonObject {
    const crd = readDefinition(jobCrd);
    const spec = isObject(crd["spec"]) ? crd["spec"] : {};
    const webhook = {
      conversionReviewVersions: ["v1"],
      clientConfig: { ...clientConfig, caBundle },
    };
    return { ...crd, spec: { ...spec, conversion: { strategy: "Webhook", webhook } } };
  }

  const configurations = "mutatingwebhookconfigurations,validatingwebhookconfigurations";

  function kubectl(crd: JsonObject, ...items: readonly JsonObject[]) {
    const objects = {
      customresourcedefinitions: crd,
      [configurations]: { apiVersion: "v1", kind: "List", items: [...items] },
    };
    return standInKubectl(folder, { objects, port: served.port, lists });
  }

  /** A Job of the cluster. Its texts and numbers must not be shown. */
  function liveJob(index: number): JsonObject {
    const name = `${liveText}-${index}`;
    const managedFields = [{ manager: "kubectl" }];
    return {
      metadata: { name, namespace: liveText, labels: { [liveText]: name }, managedFields },
      spec: { containerImage: name, mode: "Safe", labels: { [liveText]: name }, quota: 4242421 },
      status: { phase: liveText },
    };
  }

  const list = "/apis/example.com/v1/jobs?limit=500";
  const lists = {
    [list]: { metadata: { continue: "a b" }, items: [liveJob(1), liveJob(2)] },
    [`${list}&continue=a%20b`]: { metadata: {}, items: [liveJob(3)] },
  };

  const connection = ["--context", "kind-test"];

  test("reads the definition, forwards to its service, and verifies the service's name", async () => {
    const { program, calls } = await kubectl(
      definition(service("/convert")),
      configuration("Validating", service("/admit/right/1")),
    );
    const words = ["--cluster", "kind-test", "--crd", "jobs.example.com", "--kubectl", program];
    const { code, out, errors } = await check(...words, "--profile", "core");
    expect(errors).toBe("");
    expect(code).toBe(0);
    expect(out).toMatch(/service jobs-system\/hooks {3}profile core\nok {4}8 laws/);
    expect(out).toMatch(
      /validating-jobs\/jobs\.example\.com {3}service jobs-system\/hooks {3}profile core\nok {4}3 laws/,
    );
    const forward = [
      ...connection,
      ...["port-forward", "--address", "127.0.0.1", "--namespace", "jobs-system"],
      ...["service/hooks", ":443"],
    ];
    expect(await calls()).toEqual([
      [...connection, "get", "customresourcedefinitions", "jobs.example.com", "-o", "json"],
      forward,
      [...connection, "get", configurations, "-o", "json"],
      forward,
    ]);
  });

  test("refuses a certificate for another name", async () => {
    const other = { service: { namespace: "other", name: "hooks", path: "/convert" } };
    const { program } = await kubectl(definition(other));
    const words = ["--cluster", "kind-test", "--crd", "jobs.example.com", "--kubectl", program];
    const { code, errors } = await check(...words);
    expect(code).toBe(2);
    expect(errors).toMatch(/hooks\.other\.svc can't be reached: .*altnames/);
  });

  test("calls a url of the definition, and stops after three HTTP 5xx in a row", async () => {
    const { program, calls } = await kubectl(definition(atUrl("/fails")));
    const words = ["--cluster", "kind-test", "--crd", "jobs.example.com", "--kubectl", program];
    const { code, out } = await check(...words);
    expect(code).toBe(1);
    expect(out).toContain(
      "note  ended early, so laws were tried on fewer objects, or not at all: 3 responses in a row were HTTP 5xx",
    );
    expect(await calls()).toHaveLength(2);
  });

  test("uses objects of the cluster for the conversion webhook alone, and only reads them", async () => {
    const { program, requests } = await kubectl(
      definition(service("/convert")),
      configuration("Validating", service("/admit/right/2")),
    );
    const words = ["--cluster", "kind-test", "--crd", "jobs.example.com", "--kubectl", program];
    const { code, out } = await check(
      ...[...words, "--live", "2", "-o", "json"],
      ...["--law", "examples", "--law", "finalizer-removal"],
    );
    expect(code).toBe(0);
    expect(await requests()).toEqual([`GET ${list}`, `GET ${list}&continue=a%20b`]);
    const [{ laws }] = JSON.parse(out).webhooks;
    const tried = laws.filter(
      ({ law, runs }: { law: string; runs: number }) => law === "examples" && runs > 0,
    );
    expect(tried).toMatchObject([
      { from: "v1", runs: 2 },
      { from: "v1", runs: 2 },
    ]);
  });

  test.each(["text", "json", "html", "junit", "github", "sarif"])(
    "shows no value of a live object in a counterexample as %s",
    async (form) => {
      const lost = plantedFaults.findIndex(
        ({ name }) => name === "a field is lost on the way down",
      );
      const { program } = await kubectl(definition(service(`/fault/${lost}`)));
      const words = ["--cluster", "kind-test", "--crd", "jobs.example.com", "--kubectl", program];
      const laws = ["--law", "examples", "--law", "round-trip"];
      const output = form === "text" ? ["--out", folder] : ["-o", form];
      const { code, out, errors } = await check(...words, "--live", "3", ...laws, ...output);
      expect(code).toBe(1);
      expect(errors).toContain("fails examples, round-trip");
      expect(`${out}${errors}`).not.toMatch(/live-secret|4242421/);
      const files = (await readdir(folder)).filter((name) => name.startsWith("round-trip."));
      const written = await Promise.all(files.map((name) => readFile(join(folder, name), "utf8")));
      expect(written.length).toBeGreaterThan(0);
      expect(written.join("\n")).toContain("labels:");
      expect(written.join("\n")).not.toMatch(/live-secret|4242421/);
      for (const name of files) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    },
  );

  test("masks the values on which the failure depends, unless --show is given", async () => {
    const { program } = await kubectl(definition(service("/picky")));
    const words = ["--cluster", "kind-test", "--crd", "jobs.example.com", "--kubectl", program];
    const all = [...words, "--live", "3", "--law", "converts"];
    const { code, out } = await check(...all);
    expect(code).toBe(1);
    expect(out).toContain("but ***");
    expect(out).toContain("Add --show to see it");
    expect(out).not.toMatch(/live-secret|curl/);
    const shown = await check(...all, "--show");
    expect(shown.out).toContain("containerImage: live-secret-1");
    expect(shown.out).toContain("curl");
  });

  test.each([
    { name: "--url", words: ["--url", "https://127.0.0.1:9/convert", "--crd", jobCrd] },
    { name: "no cluster", words: ["--admission", "x.yaml", "--crd", jobCrd] },
    {
      name: "--url beside it",
      words: ["--url", "https://127.0.0.1:9/c", "--cluster", "a", "--crd", "b"],
    },
  ])("refuses --live with $name", async ({ words }) => {
    const { code, errors } = await check(...words, "--live", "3");
    expect(code).toBe(2);
    expect(errors).toContain("--live needs --cluster without --url and --admission");
  });

  test("ends with 2 if objects can't be read, or no webhook converts them", async () => {
    const crd = definition(service("/convert"));
    const { program } = await standInKubectl(folder, {
      objects: { customresourcedefinitions: crd, [configurations]: { items: [] } },
      port: served.port,
    });
    const words = ["--cluster", "kind-test", "--crd", "jobs.example.com", "--kubectl"];
    const { code, errors } = await check(...words, program, "--live", "3");
    expect(code).toBe(2);
    expect(errors).toContain(
      "--live: GET /apis/example.com/v1/jobs: 403 jobs.example.com is forbidden",
    );
    const spec = { ...(isObject(crd["spec"]) && crd["spec"]), conversion: { strategy: "None" } };
    const other = await kubectl(
      { ...crd, spec },
      configuration("Validating", service("/admit/right/1")),
    );
    const none = await check(...words, other.program, "--live", "3");
    expect(none.errors).toContain("--live: jobs.example.com names no conversion webhook");
    expect((await check(...words, program, "--live", "900")).errors).toContain(
      "--live takes 1 to 200",
    );
  });

  test("ends with 2 if the definition or kubectl does not exist", async () => {
    const { program } = await standInKubectl(folder, { objects: {}, port: 1 });
    const words = ["--cluster", "kind-test", "--crd", "jobs.example.com", "--kubectl"];
    const { code, errors } = await check(...words, program);
    expect(code).toBe(2);
    expect(errors).toContain("kubectl get ended with 1: Error from server (NotFound): not found");
    expect((await check(...words, join(folder, "none"))).errors).toContain(
      "name it with --kubectl FILE",
    );
    expect((await check("--cluster", "kind-test")).errors).toContain("--cluster needs --crd NAME");
  });
});
