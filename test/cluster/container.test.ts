import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseAllDocuments, parse as parseYaml } from "yaml";
import { pathOf } from "../../infra/build/root.ts";
import { findAssets } from "../../lib/cli/control-plane/assets.ts";
import { containerFiles } from "../../lib/cli/verbs/container/container-files.ts";
import { withConversion } from "../../lib/cli/verbs/manifests/conversion-stanza.ts";
import { isObject, type JsonObject, member } from "../../lib/json/value.ts";
import { shownCommands } from "../cloud/shown-commands.ts";
import { type Balancer, startBalancer } from "../support/balancer.ts";
import {
  type ContainerProcess,
  onLoopback,
  started,
  writeExampleBundle,
} from "../support/container.ts";
import { callHttp1 } from "../support/https-client.ts";
import { type ControlPlane, startControlPlane } from "./support/control-plane.ts";
import {
  install,
  readDefinition,
  resourceOf,
  webhookConversion,
} from "./support/custom-resources.ts";
import { cronTab, objectIn, pizza } from "./support/kinds.ts";
import { configurations, register, until, webhookName } from "./support/registrations.ts";

const publicName = "hooks.example.com";
const key = "open-sesame_47~b";

let folder: string;
let plane: ControlPlane;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "container-"));
  plane = await startControlPlane({ names: [publicName] });
});

afterAll(async () => {
  await plane?.stop();
  await rm(folder, { recursive: true });
});

describe("the base of customhouse container", () => {
  const namespace = "hooks";

  beforeAll(async () => {
    const files = containerFiles("", { namespace, image: "hooks:1", isKeyless: false });
    for (const { path, text } of files) {
      await mkdir(join(folder, "written", path, ".."), { recursive: true });
      await writeFile(join(folder, "written", path), text);
    }
  });

  test("is accepted by the API server completely, also when applied again", async () => {
    const base = join(folder, "written", "base");
    const apply = () => plane.kubectl(["apply", "-k", base]);
    expect(await apply()).toEqual({
      code: 0,
      stdout: [
        "namespace/hooks created",
        "serviceaccount/customhouse created",
        "service/customhouse created",
        "deployment.apps/customhouse created",
        "poddisruptionbudget.policy/customhouse created",
        "",
      ].join("\n"),
      stderr: "",
    });
    expect(await apply()).toMatchObject({ code: 0, stderr: "" });
  });

  test("has pods that fit the profile which its namespace enforces", async () => {
    const words = ["get", "-n", namespace, "deployment", "customhouse", "-o", "json"];
    const deployment = JSON.parse((await plane.kubectl(words)).stdout);
    const { metadata, spec } = deployment.spec.template;
    const create = (changed: object) =>
      plane.kubectl(
        ["create", "-n", namespace, "-f", "-"],
        JSON.stringify({
          apiVersion: "v1",
          kind: "Pod",
          metadata: { ...metadata, generateName: "customhouse-" },
          spec: { ...spec, ...changed },
        }),
      );
    expect(await create({})).toMatchObject({ code: 0, stderr: "" });
    // The namespace does enforce it: a pod with one thing less is refused.
    const { seccompProfile: _, ...others } = spec.securityContext;
    const refused = await create({ securityContext: others });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('violates PodSecurity "restricted:latest": seccompProfile');
  });

  test("is combined by kustomize with its components, in its namespace", async () => {
    const own = join(folder, "own");
    await mkdir(own);
    const kustomization = {
      resources: ["../written/base"],
      components: ["../written/cert-manager", "../written/monitoring"],
      namespace,
      images: [{ name: "hooks", newTag: "2" }],
    };
    await writeFile(join(own, "kustomization.yaml"), JSON.stringify(kustomization));
    const { code, stdout, stderr } = await plane.kubectl(["kustomize", own]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const objects = parseAllDocuments(stdout).map((each) => each.toJS());
    expect(objects.map(({ kind }) => kind).toSorted()).toEqual([
      "Certificate",
      "Deployment",
      "Issuer",
      "Namespace",
      "PodDisruptionBudget",
      "PodMonitor",
      "PrometheusRule",
      "Service",
      "ServiceAccount",
    ]);
    const spaces = objects.map(({ metadata }) => metadata.namespace ?? metadata.name);
    expect(new Set(spaces)).toEqual(new Set([namespace]));
    const [deployment] = objects.filter(({ kind }) => kind === "Deployment");
    expect(deployment.spec.template.spec.containers[0].image).toBe("hooks:2");
  });

  test("has no file with a repeated statement", async () => {
    const files = containerFiles("", { namespace, image: "hooks:1", isKeyless: false });
    for (const { path, text } of files.filter((file) => file.path.endsWith(".yaml"))) {
      expect(() => parseYaml(text, { uniqueKeys: true }), path).not.toThrow();
    }
  });
});

describe("two processes behind a balancer", () => {
  /** All operations that must succeed while both processes are replaced. */
  const operations = 2000;
  const clients = 8;

  let balancer: Balancer;
  let program: string;
  let processes = 0;

  async function start(): Promise<ContainerProcess> {
    processes += 1;
    const { reaper } = plane;
    const env = {
      ...onLoopback,
      CUSTOMHOUSE_TLS_FOLDER: join(folder, "tls"),
      CUSTOMHOUSE_SECRETS_FILE: join(folder, "clusters.json"),
      CUSTOMHOUSE_CLUSTER_RATE: "5000",
      CUSTOMHOUSE_CLUSTER_BURST: "5000",
    };
    const command = [process.execPath, program];
    const { child } = reaper.start(`container-${processes}`, command, { env, stdout: "pipe" });
    const running = await started(child);
    await balancer.add(running.port);
    return running;
  }

  beforeAll(async () => {
    program = await writeExampleBundle(folder);
    const { cert, key: privateKey } = plane.certificate;
    await mkdir(join(folder, "tls"));
    await writeFile(join(folder, "tls", "tls.crt"), cert);
    await writeFile(join(folder, "tls", "tls.key"), privateKey, { mode: 0o600 });
    const clusters = { prod: { keys: [key] } };
    await writeFile(join(folder, "clusters.json"), JSON.stringify({ clusters }), { mode: 0o600 });
    balancer = await startBalancer(async (port) => {
      const peer = { port, ca: plane.ca };
      return (await callHttp1(peer, { method: "GET", path: "/readyz" })).status === 200;
    });
    plane.names.set(publicName, balancer.port);
  });

  afterAll(() => balancer?.[Symbol.asyncDispose]());

  test("are replaced one after the other, while every operation succeeds with the right result", async () => {
    const first = [await start(), await start()];
    const url = (verb: string) => `https://${publicName}/prod/${key}/${verb}`;
    for (const kind of [cronTab, pizza]) {
      const definition = await readDefinition(kind.folder);
      await install(plane.client, withConversion(definition, webhookConversion(url("convert"))));
    }
    await register(plane.client, { type: "Mutating", kind: pizza, url: url("mutate") });
    await until(createdToppings, (found) => found.length > 0);

    const faults: string[] = [];
    let done = 0;
    let isReplaced = false;
    const working = Array.from({ length: clients }, async (_, client) => {
      const name = `c${client}`;
      await resourceOf(plane.client, cronTab, "v1beta1").create(objectIn(cronTab, "v1beta1", name));
      for (let round = 1; !isReplaced || done < operations; round++) {
        for (const operation of [() => written(name, round), () => read(name, round), created]) {
          faults.push(...(await operation().catch((error: unknown) => [`${error}`])));
          done += 1;
        }
      }
    });
    for (const old of first) {
      await start();
      expect(await old.terminate()).toBe(0);
      balancer.remove(old.port);
      expect(balancer.passedTo(old.port)).toBeGreaterThan(0);
    }
    isReplaced = true;
    await Promise.all(working);
    expect(faults).toEqual([]);
    expect(done).toBeGreaterThanOrEqual(operations);
    await configurations(plane.client, "Mutating").delete(webhookName);
  });

  /** Writes at one version; the response is what was written. */
  async function written(name: string, round: number): Promise<readonly string[]> {
    const hostPort = `h:${round}`;
    const patch = { spec: { hostPort } };
    const object = await resourceOf(plane.client, cronTab, "v1beta1").patch(name, "merge", patch);
    return differences(specOf(object)["hostPort"], hostPort);
  }

  /** Reads at the other version what was written. */
  async function read(name: string, round: number): Promise<readonly string[]> {
    const object = await resourceOf(plane.client, cronTab, "v1").get(name);
    return differences(specOf(object)["port"], String(round));
  }

  /** A pizza without toppings gets three. */
  async function created(): Promise<readonly string[]> {
    return differences(JSON.stringify(await createdToppings()), usualToppings);
  }

  const usualToppings = JSON.stringify(["tomato", "mozzarella", "salami"]);

  async function createdToppings(): Promise<readonly unknown[]> {
    const head = { apiVersion: `${pizza.group}/v1alpha1`, kind: "Pizza" };
    const object = { ...head, metadata: { generateName: "p" }, spec: {} };
    const made = await resourceOf(plane.client, pizza, "v1alpha1").create(object, {
      dryRun: "All",
    });
    const { toppings } = specOf(made);
    return Array.isArray(toppings) ? toppings : [];
  }
});

/** Last: it registers the kinds of the cluster by a Service that nobody stands behind. */
describe("the commands of docs/deploy.md and docs/operate.md", () => {
  let shellFolder: string;

  beforeAll(async () => {
    shellFolder = join(folder, "project");
    await mkdir(shellFolder);
    await symlink(pathOf("examples/kinds"), join(shellFolder, "kinds"));
    const crds = await plane.kubectl(["delete", "crd", "--all"]);
    expect(crds).toMatchObject({ code: 0, stderr: "" });
  });

  /** What a reader types in a section, without the output that is shown. The image is not built here. */
  function typed(page: string, title: string): readonly string[] {
    const lines = shownCommands(readFileSync(pathOf(page), "utf8"), title);
    const commands = lines.map((line) => line.replace(/^\$ /, ""));
    return commands.filter((line) => /^(?:kubectl|npx|openssl) /.test(line));
  }

  async function shell(command: string): Promise<void> {
    const main = pathOf("lib/cli/main.ts");
    const own = command.replaceAll("npx customhouse", `${process.execPath} ${main}`);
    const { kubectl } = findAssets();
    const env = {
      ...process.env,
      KUBECONFIG: plane.kubeconfig,
      PATH: `${dirname(kubectl)}:${process.env["PATH"]}`,
    };
    const options = { cwd: shellFolder, env };
    await promisify(execFile)("bash", ["-euo", "pipefail", "-c", own], options);
  }

  // The page shows first what needs a certificate, then how to make one that signs itself.
  const deploy = typed("docs/deploy.md", "A container in the cluster");
  const certificate = deploy.filter((command) => command.startsWith("openssl"));
  const others = deploy.filter((command) => !command.startsWith("openssl"));
  const operate = typed("docs/operate.md", "A container");

  test.each([...certificate, ...others, ...operate])("%s", shell);

  test("create everything that a container needs, under the names that its pods mount", async () => {
    expect(certificate).toHaveLength(1);
    const words = ["get", "secrets", "-n", "customhouse", "-o", "json"];
    const { items } = JSON.parse((await plane.kubectl(words)).stdout);
    const keys = items.map(
      ({ metadata, data = {} }: { metadata: { name: string }; data?: object }) => [
        metadata.name,
        Object.keys(data),
      ],
    );
    expect(Object.fromEntries(keys)).toMatchObject({
      "customhouse-clusters": ["clusters.json"],
      "customhouse-tls": ["tls.crt", "tls.key"],
    });
    const crd = ["get", "crd", `${cronTab.plural}.${cronTab.group}`, "-o", "json"];
    const { spec } = JSON.parse((await plane.kubectl(crd)).stdout);
    expect(spec.conversion.webhook.clientConfig.service).toMatchObject({
      namespace: "customhouse",
      name: "customhouse",
      port: 443,
    });
  });
});

function differences(found: unknown, expected: string): readonly string[] {
  return found === expected ? [] : [`${JSON.stringify(found)} instead of ${expected}`];
}

function specOf(object: JsonObject): JsonObject {
  const spec = member(object, "spec");
  return isObject(spec) ? spec : {};
}
