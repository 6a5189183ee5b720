import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findAssets } from "../../lib/cli/control-plane/assets.ts";
import { type ControlPlane, startControlPlane } from "../cluster/support/control-plane.ts";
import { emptyFolder, root, run } from "../package/run.ts";
import { type LocalCloud, startLocalCloud } from "./gateway/local-cloud.ts";
import { type Moto, startMoto } from "./moto.ts";
import { createSecret } from "./secrets-manager.ts";
import { shownCommands } from "./shown-commands.ts";

/** The commands of the documentation, from a clone to a cluster that is wired to what the clone deployed. */
const deploy = await readFile(join(root, "docs/deploy.md"), "utf8");
const operate = await readFile(join(root, "docs/operate.md"), "utf8");
const folder = await emptyFolder();
const clone = join(folder.path, "customhouse");
const secretId = "customhouse/rehearsal/clusters";
let moto: Moto;
let plane: ControlPlane;
let cloud: LocalCloud | undefined;

/** What stands in for the reader's own names: a stage without a domain, this machine, less patience. */
function ours(command: string): string {
  return command
    .replaceAll("--stage prod", "--stage rehearsal")
    .replaceAll("customhouse/prod/clusters", secretId)
    .replaceAll("https://hooks.example.com", `https://localhost:${cloud?.port}`)
    .replaceAll("https://api.prod.example.com", plane.server)
    .replaceAll("sleep 300", "sleep 1");
}

/** Runs a command in the clone as a reader's shell does. Rejects with all it said where it fails. */
async function shell(command: string): Promise<string> {
  const { kubectl } = findAssets();
  const env = {
    ...process.env,
    ...moto.variables,
    KUBECONFIG: plane.kubeconfig,
    NODE_EXTRA_CA_CERTS: join(folder.path, "ca.pem"),
    PATH: `${join(kubectl, "..")}:${process.env["PATH"]}`,
    npm_config_prefer_offline: "true",
  };
  const words = ["-euo", "pipefail", "-c", ours(command)];
  const child = spawn("bash", words, { cwd: clone, env, stdio: ["ignore", "pipe", "pipe"] });
  const [out, error, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  if (code !== 0) throw new Error(`${ours(command)} ended with ${code}\n${out}\n${error}`);
  await controllers();
  return out;
}

/** What kube-controller-manager does with the token's Secret: none runs here. */
async function controllers(): Promise<void> {
  const names = ["-n", "customhouse"];
  const secret = ["secret", "customhouse-lookups-token"];
  const found = await plane.kubectl(["get", ...names, ...secret, "-o", "jsonpath={.data.token}"]);
  if (found.code !== 0 || found.stdout !== "") return;
  const { stdout: token } = await plane.kubectl([
    "create",
    "token",
    ...names,
    "customhouse-lookups",
  ]);
  const patch = JSON.stringify({ stringData: { token: token.trim() } });
  const patched = await plane.kubectl(["patch", ...names, ...secret, "-p", patch]);
  expect(patched.stderr).toBe("");
}

beforeAll(async () => {
  await run(folder.path, "git", "clone", "--quiet", root, clone);
  // The commands are those of a project of one's own.
  await symlink("examples/kinds", join(clone, "kinds"));
  [moto, plane] = await Promise.all([startMoto(), startControlPlane()]);
  await writeFile(join(folder.path, "ca.pem"), plane.ca);
  await writeFile(join(clone, "prod-ca.pem"), plane.ca);
});

afterAll(async () => {
  await cloud?.stop();
  await plane?.stop();
  await moto?.[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

describe("docs/deploy.md, Deploy", () => {
  const commands = shownCommands(deploy, "Deploy").slice(0, 3);

  test.each(commands)("%s", async (command) => {
    await shell(command);
  });

  test("leaves zips and a template that a gateway can serve", async () => {
    await createSecret(moto, secretId, '{"clusters": {}}');
    const { certificate } = plane;
    const variables = { ...moto.variables };
    cloud = await startLocalCloud({ folder: join(clone, ".serverless"), certificate, variables });
    expect(cloud.port).toBeGreaterThan(0);
  });
});

const pizza = (name: string, topping: string): string =>
  JSON.stringify({
    apiVersion: "restaurant.programming-kubernetes.info/v1alpha1",
    kind: "Pizza",
    metadata: { name, namespace: "default" },
    spec: { toppings: [topping] },
  });

async function kubectl(args: readonly string[], input?: string): Promise<string> {
  const { stdout, stderr } = await plane.kubectl(args, input);
  return `${stdout}${stderr}`.trim();
}

const asV1beta1 = ["get", "pizzas.v1beta1.restaurant.programming-kubernetes.info", "-o"];

describe("docs/operate.md, Wire a cluster", () => {
  const commands = shownCommands(operate, "Wire a cluster").filter(
    (command) => !command.includes("--patches"),
  );

  test.each(commands)("%s", async (command) => {
    await shell(command);
  });

  test("the cluster calls the functions, and the functions look up objects in the cluster", async () => {
    expect(await kubectl(["create", "-f", "-"], pizza("a", "tomato"))).toContain(
      'admission webhook "restaurant.programming-kubernetes.info" denied the request: topping "tomato" not known',
    );
    await shell("kubectl create -f examples/kinds/topping/samples");
    expect(await kubectl(["create", "-f", "-"], pizza("a", "tomato"))).toContain("created");
    expect(await kubectl([...asV1beta1, "jsonpath={.items[*].spec.toppings}"])).toBe(
      '[{"name":"tomato","quantity":1}]',
    );
  });
});

describe("docs/operate.md, Rotate keys", () => {
  test.each(shownCommands(operate, "Rotate keys"))("%s", async (command) => {
    await shell(command);
  });

  test("the cluster works with the new keys", async () => {
    expect(await kubectl(["create", "-f", "-"], pizza("b", "salami"))).toContain("created");
    expect(await kubectl([...asV1beta1, "jsonpath={.items[*].metadata.name}"])).toBe("a b");
  });
});
