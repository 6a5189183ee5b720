import { spawn } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findAssets } from "../../lib/cli/control-plane/assets.ts";
import { withConversion } from "../../lib/cli/verbs/manifests/conversion-stanza.ts";
import type { JsonObject } from "../../lib/json/value.ts";
import { seed } from "../support/seed.ts";
import { type ControlPlane, startControlPlane } from "./support/control-plane.ts";
import { install, readDefinition, resourceOf } from "./support/custom-resources.ts";
import { type Gateway, startGateway } from "./support/gateway.ts";
import { cronTab, type KindUnderTest, objectIn, pizza } from "./support/kinds.ts";

const command = new URL("../../lib/cli/main.ts", import.meta.url).pathname;
const losses = "test/support/webhooks/known-losses";
const service = { namespace: "hooks", name: "customhouse", path: "/convert", port: 443 };

let plane: ControlPlane;
let gateway: Gateway;
let folder: string;
let kubectl: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "check-cluster-"));
  gateway = await startGateway(["--name", `${service.name}.${service.namespace}.svc`]);
  plane = await startControlPlane();
  kubectl = await forwardingKubectl();
  await define(cronTab, { url: `https://localhost:${gateway.port}/convert` });
});

afterAll(async () => {
  await plane?.stop();
  await gateway?.stop();
  await rm(folder, { recursive: true });
});

/**
 * kubectl, but for `port-forward`: no pod runs in this control plane, so a service can't be forwarded to. Its port leads to the
 * gateway instead, and its words are noted.
 */
async function forwardingKubectl(): Promise<string> {
  const program = join(folder, "kubectl");
  const forward = `echo "$*" > ${join(folder, "forwarded")}; echo "Forwarding from 127.0.0.1:${gateway.port} -> 8443"; exec sleep 600`;
  const real = findAssets().kubectl;
  await writeFile(
    program,
    `#!/bin/sh
case " $* " in *" port-forward "*) ${forward};; esac
exec ${real} --kubeconfig ${plane.kubeconfig} "$@"
`,
  );
  await chmod(program, 0o755);
  return program;
}

/** Runs `customhouse check --cluster`, which reads everything from the control plane. */
async function check(kind: KindUnderTest, known: string, ...words: readonly string[]) {
  const context = (await plane.kubectl(["config", "current-context"])).stdout.trim();
  const child = spawn(process.execPath, [
    ...[command, "check", "--cluster", context, "--crd", `${kind.plural}.${kind.group}`],
    ...["--kubectl", kubectl, "--runs", "8", "--seed", String(seed)],
    ...["--acknowledge", join(losses, known), ...words],
  ]);
  const ended = new Promise<number>((resolve) => {
    child.once("close", (code) => resolve(code ?? 1));
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, stdout, stderr };
}

async function define(kind: KindUnderTest, clientConfig: JsonObject): Promise<void> {
  const conversion = {
    strategy: "Webhook",
    webhook: {
      conversionReviewVersions: ["v1", "v1beta1"],
      clientConfig: { ...clientConfig, caBundle: Buffer.from(gateway.ca).toString("base64") },
    },
  };
  await install(plane.client, withConversion(await readDefinition(kind.folder), conversion));
}

describe("check --cluster reads a live definition", () => {
  test("and finds no fault in our webhook registered by url", async () => {
    const { code, stdout, stderr } = await check(cronTab, "crontab.yaml");
    expect(stderr).toBe("");
    expect(stdout).toMatch(
      /^CronTab\.stable\.example\.com {2}v1beta1, v1 {3}https:\/\/localhost:\d+\/… {3}profile strict\nok {4}\d\d laws, /,
    );
    expect(code).toBe(0);
  });

  test("and verifies the certificate of a webhook registered as a service for the service's name", async () => {
    await define(pizza, { service });
    const { code, stdout, stderr } = await check(pizza, "pizza.yaml");
    expect(stderr).toBe("");
    expect(stdout).toContain("service hooks/customhouse   profile strict\nok ");
    expect(code).toBe(0);
    expect(await readFile(join(folder, "forwarded"), "utf8")).toContain(
      "port-forward --address 127.0.0.1 --namespace hooks service/customhouse :443",
    );
  });

  test("and takes objects as samples, which it neither changes nor shows", async () => {
    const live = resourceOf(plane.client, cronTab, "v1");
    await live.create(objectIn(cronTab, "v1", "live-cron"));
    const before = await live.list();
    const words = ["--live", "5", "-o", "json"];
    const { code, stdout, stderr } = await check(cronTab, "crontab.yaml", ...words);
    expect(stderr).toBe("");
    expect(code).toBe(0);
    const [{ laws }] = JSON.parse(stdout).webhooks;
    const tried = laws.filter(
      ({ law, runs }: { law: string; runs: number }) => law === "examples" && runs > 0,
    );
    expect(tried).toMatchObject([{ runs: 1 }]);
    expect(stdout).not.toContain("live-cron");
    expect(await live.list()).toEqual(before);
  });

  test("and ends with kubectl's message and exit code 2 if it does not exist", async () => {
    const { code, stderr } = await check({ ...pizza, plural: "calzones" }, "pizza.yaml");
    expect(stderr).toContain('customresourcedefinitions.apiextensions.k8s.io "calzones.');
    expect(code).toBe(2);
  });
});
