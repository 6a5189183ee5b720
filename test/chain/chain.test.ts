import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { functionNames } from "../../lib/cli/bundle/bundles.ts";
import { type LocalCloud, startLocalCloud } from "../cloud/gateway/local-cloud.ts";
import { type Moto, startMoto } from "../cloud/moto.ts";
import { type ControlPlane, startControlPlane } from "../cluster/support/control-plane.ts";
import { unzip } from "../package/unzip.ts";
import {
  type ContainerProcess,
  type MountedCertificate,
  mountCertificate,
  startProgram,
} from "../support/container.ts";
import { type DevProcess, devProcess } from "../support/dev-server.ts";
import { shownBlock } from "../support/docs/shown-block.ts";
import { callHttp1 } from "../support/https-client.ts";
import { admissionReview, conversionReview } from "../support/reviews.ts";
import { responseIn } from "../support/send-review.ts";
import { admissionYaml, backup, testBackups, timeless } from "./backups.ts";
import { type Deployment, deployed, gatewayNames } from "./deployment.ts";
import { openUser, type User } from "./user.ts";
import { newKey, register } from "./wiring.ts";

/** The name of the Service of the kustomize base. */
const serviceName = "customhouse.customhouse.svc";

const { customhouse, create } = inject("tarballs");
let user: User;
let project: string;
let denial: string;

/** Runs a command in the project. */
function run(...words: readonly string[]): Promise<string> {
  return user.run({ folder: project }, ...words);
}

/** Starts a command in the project: what it has printed once a text is in it, and what it printed at its end. */
function started(
  [command = "", ...words]: readonly string[],
  milestone: string,
): readonly [Promise<string>, Promise<string>] {
  const options = { cwd: project, env: user.environment() };
  const child = spawn(command, words, { ...options, stdio: ["ignore", "pipe", "inherit"] });
  const printed = text(child.stdout);
  const reached = new Promise<string>((resolve) => {
    let said = "";
    child.stdout.on("data", (chunk) => {
      said += chunk;
      if (said.includes(milestone)) resolve(said);
    });
    child.stdout.once("end", () => resolve(said));
  });
  const ended = once(child, "close").then(([code]) => {
    expect(code).toBe(0);
    return printed;
  });
  return [reached, ended];
}

function save(file: string, content: string | object): Promise<void> {
  const written = typeof content === "string" ? content : JSON.stringify(content);
  return writeFile(join(project, file), written);
}

beforeAll(async () => {
  user = await openUser();
  project = join(user.folder, "backups");
  await mkdir(project);
  await writeFile(join(user.folder, "crd.yaml"), await shownBlock("README.md", "yaml crd.yaml"));
});

afterAll(async () => {
  console.log(user?.times());
  await user?.[Symbol.asyncDispose]();
});

// One after another: each finds what the one before left.
describe("in an empty folder, with the two tarballs alone", () => {
  test("init creates a project whose function responds to a review", async () => {
    const npx = ["npx", "--yes", "--package", customhouse, "--package", create];
    const words = ["create-customhouse", "--crd", "../crd.yaml", "--host", "both", "--ci", "none"];
    const [answered, ended] = started([...npx, ...words], "    Success\n");
    const first = user.timed("from nothing to the first answer", () => answered);
    const said = await user.timed("from nothing to an installed project", () => ended);
    expect(await first).toContain("a ConversionReview of Backup backup-sample");
    expect(said).toContain("Next:");
  });

  test("check passes once every TODO of the draft is resolved", async () => {
    await expect(run("npm", "run", "check")).rejects.toThrow("E101");
    const decided = await shownBlock("README.md", "yaml kinds/backup/conversion.yaml");
    await save("kinds/backup/conversion.yaml", decided);
    const said = await user.timed("check", () => run("npm", "run", "check"));
    expect(said).toContain("ok    11 laws");
  });

  test("test runs the case that init wrote", async () => {
    await run("npm", "test", "--", "--update");
    expect(await user.timed("test", () => run("npm", "test"))).toContain("1 passed, 0 failed");
  });

  test("admit shows the object that is stored", async () => {
    await save("timeless.yaml", timeless);
    const words = ["npx", "customhouse", "admit", "-f", "timeless.yaml"];
    expect(await user.timed("admit", () => run(...words))).toContain("created");
  });
});

describe("customhouse dev", () => {
  let dev: DevProcess;

  beforeAll(async () => {
    const program = join(project, "node_modules/.bin/customhouse");
    const words = ["dev", "--port", "0", "--ca", ".local", "--no-page", "--no-check"];
    dev = await user.timed("dev", () =>
      devProcess(spawn(program, words, { cwd: project, env: user.environment() }), project),
    );
  });

  afterAll(() => dev?.stop());

  test("responds by the kind in its folder", async () => {
    const object = { ...backup("a"), metadata: { name: "a", namespace: "b", uid: "c" } };
    const reply = await dev.ask("/convert", conversionReview("example.com/v1", [object]));
    expect(responseIn(reply.body)).toMatchObject({
      result: { status: "Success" },
      convertedObjects: [{ spec: { cron: "0 3 * * *", timeoutSeconds: 90 } }],
    });
  });

  test("responds by an admission.yaml as soon as it is saved", async () => {
    const review = admissionReview({ object: JSON.parse(JSON.stringify(timeless)) });
    const decision = async () => responseIn((await dev.ask("/validate", review)).body);
    expect(await decision()).toMatchObject({ allowed: true });
    await user.timed("edit", async () => {
      await save("kinds/backup/admission.yaml", admissionYaml);
      await dev.said(/Backup\.example\.com is served as saved/);
    });
    expect(await decision()).toMatchObject({ allowed: false });
  });

  test("test reports the cases whose decision or message the edit changes", async () => {
    await save("kinds/backup/tests/timeless.create.yaml", timeless);
    await run("npm", "test", "--", "--update");
    expect(await run("npm", "test")).toContain("2 passed, 0 failed");
    const file = join(project, "kinds/backup/tests/timeless.create.denied.txt");
    [denial = ""] = /admission webhook .*/.exec(await readFile(file, "utf8")) ?? [];
    expect(denial).toContain("spec.schedule: a backup needs a time");
  });
});

describe("a cluster", () => {
  let moto: Moto;
  let plane: ControlPlane;

  beforeAll(async () => {
    [moto, plane] = await Promise.all([startMoto(), startControlPlane({ names: [gatewayNames] })]);
  });

  afterAll(async () => {
    await plane?.stop();
    await moto?.[Symbol.asyncDispose]();
  });

  describe("with functions", () => {
    let deployment: Deployment;
    let cloud: LocalCloud | undefined;

    afterAll(() => cloud?.stop());

    test("package writes three zips", async () => {
      await user.timed("package", () => run("npm", "run", "package"));
      for (const name of functionNames) {
        const zip = unzip(await readFile(join(project, ".serverless", `${name}.zip`)));
        expect([...zip.keys()]).toContain(`dist/${name}/index.cjs`);
      }
    });

    test("deploy creates the functions in the cloud", async () => {
      deployment = await user.timed("deploy", () => deployed(user, project, moto));
      expect(deployment.secretId).toBe("backups/rehearsal/clusters");
      const { certificate } = plane;
      const { variables } = moto;
      cloud = await startLocalCloud({ folder: deployment.packaged, certificate, variables });
      plane.names.set(deployment.host, cloud.port);
    });

    test("keys and manifests register the functions in the cluster", async () => {
      const { host, secretId } = deployment;
      const { variables } = moto;
      const secret = ["--secret-id", secretId];
      const key = await user.timed("keys", () => newKey(user, project, { secret, variables }));
      const gateway = { address: ["--url", `https://${host}`], port: cloud?.port ?? 0 };
      const printed = await user.timed("manifests", () => register(user, project, plane, gateway));
      expect(printed).toContain(`url: https://${host}/prod/${key}/convert`);
    });

    testBackups(
      "nightly",
      () => plane,
      () => denial,
    );

    test("the functions of the zips responded to every request", () => {
      const { exchanges = [] } = cloud ?? {};
      expect(new Set(exchanges.map(({ status }) => status))).toEqual(new Set([200]));
      const verbs = exchanges.map(({ path }) => path.replace(/^.*\//, ""));
      expect(new Set(verbs)).toEqual(new Set(["convert", "mutate", "validate"]));
    });
  });

  describe("with a container", () => {
    let certificate: MountedCertificate;
    let running: ContainerProcess;
    let key: string;

    afterAll(async () => {
      expect(await running?.terminate()).toBe(0);
      await certificate?.[Symbol.asyncDispose]();
    });

    test("container writes a program, and manifests that the cluster accepts", async () => {
      await user.timed("container", () => run("npm", "run", "container"));
      const applied = await plane.kubectl(["apply", "-k", join(project, "container/base")]);
      expect(applied).toMatchObject({ code: 0, stderr: "" });
    });

    test("the program runs with a mounted certificate, and becomes ready", async () => {
      certificate = await mountCertificate();
      await save("clusters.json", { clusters: {} });
      key = await newKey(user, project, { secret: ["--secrets", "clusters.json"] });
      running = await startProgram(join(project, "container/customhouse.cjs"), {
        CUSTOMHOUSE_TLS_FOLDER: certificate.folder,
        CUSTOMHOUSE_SECRETS_FILE: join(project, "clusters.json"),
      });
      const peer = { port: running.port, ca: certificate.ca };
      const ready = await callHttp1(peer, { method: "GET", path: "/readyz" });
      expect(ready.status).toBe(200);
      plane.names.set(serviceName, running.port);
    });

    test("manifests registers the container in the cluster", async () => {
      await save("ca.pem", certificate.ca);
      const address = ["--service", "customhouse/customhouse", "--ca", "ca.pem"];
      const printed = await register(user, project, plane, { address, port: running.port });
      expect(printed).toContain(`path: /prod/${key}/convert`);
      expect(printed).not.toContain("url:");
    });

    testBackups(
      "weekly",
      () => plane,
      () => denial,
    );

    test("the program responds, also about objects that the functions stored", async () => {
      const words = ["get", "backups.v1beta1.example.com", "nightly", "-o", "json"];
      const { stdout } = await plane.kubectl(words);
      expect(JSON.parse(stdout).spec).toMatchObject({ timeout: "2h0m0s", onFailure: "RetryOnce" });
      const url = `http://127.0.0.1:${running.metricsPort}/metrics`;
      const metrics = await (await fetch(url)).text();
      for (const verb of ["convert", "mutate", "validate"]) {
        expect(metrics).toMatch(
          new RegExp(`customhouse_Reviews\\{Verb="${verb}",Cluster="prod"\\} [1-9]`),
        );
      }
    });
  });
});
