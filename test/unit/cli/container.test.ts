import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { containerCommand } from "../../../lib/cli/verbs/container/container.ts";
import { containerFiles } from "../../../lib/cli/verbs/container/container-files.ts";
import type { WorkloadOptions } from "../../../lib/cli/verbs/container/workload.ts";
import { type Ran, runCommand } from "../../support/run-command.ts";

const folder = await mkdtemp(join(tmpdir(), "container-"));
afterAll(() => rm(folder, { recursive: true }));

const kinds = ["--kinds", "test/unit/cli/kinds"];

/** Runs the command for a folder of this name. */
function write(name: string, ...words: readonly string[]): Promise<Ran> {
  return runCommand(containerCommand, ["--dir", join(folder, name), ...kinds, ...words]);
}

/** What was written with the usual options, by all tests that only read. */
const usual = await write("usual");
const usualOptions = { namespace: "customhouse", image: "customhouse", isKeyless: false };

/** The text of a file, with options or as the command wrote it. */
async function text(path: string, options?: Partial<WorkloadOptions>): Promise<string> {
  if (options === undefined) return readFile(join(folder, "usual", path), "utf8");
  const files = containerFiles("", { ...usualOptions, ...options });
  return files.find((file) => file.path === path)?.text ?? "";
}

async function object(path: string, options?: Partial<WorkloadOptions>) {
  return parse(await text(path, options));
}

async function pod(options?: Partial<WorkloadOptions>) {
  return (await object("base/deployment.yaml", options)).spec.template.spec;
}

async function filesBelow(path: string): Promise<readonly string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
    .toSorted();
}

const all = [
  ".dockerignore",
  "Dockerfile",
  "base/deployment.yaml",
  "base/kustomization.yaml",
  "base/namespace.yaml",
  "base/poddisruptionbudget.yaml",
  "base/service.yaml",
  "base/serviceaccount.yaml",
  "cert-manager/certificate.yaml",
  "cert-manager/issuer.yaml",
  "cert-manager/kustomization.yaml",
  "customhouse.cjs",
  "monitoring/kustomization.yaml",
  "monitoring/podmonitor.yaml",
  "monitoring/prometheusrule.yaml",
];

describe("customhouse container", () => {
  test("writes a program, a Dockerfile and a base with two components, and prints the next steps", async () => {
    const { code, out, error } = usual;
    expect({ code, error }).toEqual({ code: 0, error: "" });
    expect(await filesBelow(join(folder, "usual"))).toEqual(all);
    for (const file of all) expect(out).toContain(`wrote ${join(folder, "usual", file)}\n`);
    expect(out).toMatch(
      /next:\n {2}docker buildx build .*\n(?: {2}kubectl .*\n){2} {2}npx customhouse keys .*\n(?: {2}kubectl .*\n){2} {2}npx customhouse manifests/,
    );
  });

  test("writes only kustomizations that name the files beside them", async () => {
    for (const name of ["base", "cert-manager", "monitoring"]) {
      const { resources } = await object(`${name}/kustomization.yaml`);
      const files = await filesBelow(join(folder, "usual", name));
      expect(resources.toSorted()).toEqual(files.filter((file) => file !== "kustomization.yaml"));
    }
  });

  test("the program refuses to start without a secret", async () => {
    const program = join(folder, "usual", "customhouse.cjs");
    const { status, stderr } = spawnSync(process.execPath, [program], {
      env: {},
      encoding: "utf8",
    });
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringMatching(
        /^customhouse: there is no secret, so everybody could call: .*\n$/,
      ),
    });
  });

  test("makes an image that runs one file as a user that is not root", async () => {
    const dockerfile = await text("Dockerfile");
    expect(dockerfile).toContain("--platform linux/amd64,linux/arm64");
    expect(dockerfile).toMatch(/^ARG BASE=\S+\/nodejs24-debian12:nonroot$/m);
    expect(dockerfile).toMatch(/^USER 65532:65532$/m);
    expect(dockerfile.match(/^COPY .*$/gm)).toEqual(["COPY customhouse.cjs /app/customhouse.cjs"]);
  });

  test("makes pods that fit the restricted profile, and write no file", async () => {
    const { securityContext, containers, automountServiceAccountToken } = await pod();
    expect(automountServiceAccountToken).toBe(false);
    expect(securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 65532,
      seccompProfile: { type: "RuntimeDefault" },
    });
    expect(containers[0].securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
  });

  test("publishes reviews with the Service, and not metrics", async () => {
    const { spec } = await object("base/service.yaml");
    expect(spec.ports).toEqual([{ name: "https", port: 443, targetPort: "https" }]);
  });

  test("mounts the files at the paths that the program reads", async () => {
    const { containers, volumes } = await pod();
    const [{ volumeMounts, env }] = containers;
    const folders = Object.fromEntries(
      volumeMounts.map((mount: { name: string; mountPath: string }) => [
        mount.name,
        mount.mountPath,
      ]),
    );
    expect(folders).toEqual({ tls: "/etc/customhouse/tls", clusters: "/etc/customhouse/clusters" });
    expect(env[0]).toEqual({
      name: "CUSTOMHOUSE_SECRETS_FILE",
      value: "/etc/customhouse/clusters/clusters.json",
    });
    expect(
      volumes.map(({ secret }: { secret: { secretName: string } }) => secret.secretName),
    ).toEqual(["customhouse-tls", "customhouse-clusters"]);
  });

  test("without keys writes no secret of keys, and starts the program with --no-key", async () => {
    const { containers, volumes } = await pod({ isKeyless: true });
    expect(containers[0].args).toEqual(["--no-key"]);
    expect(containers[0].env).toEqual([]);
    expect(volumes).toHaveLength(1);
  });

  test("uses the given image and namespace everywhere", async () => {
    const options = { image: "registry.example.com/hooks:1", namespace: "hooks" };
    expect((await pod(options)).containers[0].image).toBe(options.image);
    expect((await object("base/kustomization.yaml", options)).namespace).toBe("hooks");
    expect((await object("base/namespace.yaml", options)).metadata.name).toBe("hooks");
    expect((await object("cert-manager/certificate.yaml", options)).spec.dnsNames).toEqual([
      "customhouse.hooks.svc",
    ]);
    const rule = await text("monitoring/prometheusrule.yaml", options);
    expect(rule).toContain('job="hooks/customhouse"');
  });

  test("writes alerts for metrics that a container has", async () => {
    const { spec } = await object("monitoring/prometheusrule.yaml");
    const asked = spec.groups.flatMap(({ rules }: { rules: readonly { expr: string }[] }) =>
      rules.flatMap(({ expr }) => expr.match(/customhouse_\w+/g) ?? []),
    );
    expect(new Set(asked)).toEqual(
      new Set(
        ["Failed", "Unavailable", "Refused", "Faults", "Lost", "Ms_bucket"].map(
          (name) => `customhouse_${name}`,
        ),
      ),
    );
  });

  test("replaces its own files at a second run, but no others, and then writes nothing", async () => {
    const keyless = await write("again", "--no-key", "--namespace", "hooks", "--image", "hooks:1");
    expect(keyless.out).not.toContain("customhouse-clusters");
    const deployment = () => readFile(join(folder, "again", "base/deployment.yaml"), "utf8");
    expect(await deployment()).toMatch(/image: hooks:1\n(?:.*\n)*?.*--no-key/);
    expect((await write("again")).code).toBe(0);
    expect(await deployment()).toBe(await text("base/deployment.yaml"));
    const own = join(folder, "again", "Dockerfile");
    await writeFile(own, "FROM scratch\n");
    const { code, error } = await write("again", "--no-key");
    expect(code).toBe(2);
    expect(error).toContain(`${own} was not written by customhouse container`);
    expect(await readFile(own, "utf8")).toBe("FROM scratch\n");
    expect(await deployment()).toBe(await text("base/deployment.yaml"));
  });

  test.each([
    { words: ["--namespace", "A_B"], error: /--namespace "A_B": / },
    { words: ["--image", "a b"], error: /--image takes the name of an image, not "a b"/ },
    { words: ["DIR"], error: /unexpected argument "DIR"/ },
  ])("refuses $words", async ({ words, error }) => {
    const ran = await write("refused", ...words);
    expect(ran).toMatchObject({ code: 2, error: expect.stringMatching(error) });
    await expect(readdir(join(folder, "refused"))).rejects.toThrow("ENOENT");
  });
});
