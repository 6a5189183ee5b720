import { expect, test } from "vitest";
import type { ControlPlane } from "../cluster/support/control-plane.ts";
import { until } from "../cluster/support/registrations.ts";

const nightly = {
  schedule: "0 3 * * *",
  timeout: "90s",
  volumes: ["data"],
  onFailure: "RetryOnce",
};

/** A backup at v1beta1, as a user writes it. */
export function backup(name: string, spec: object = nightly): object {
  return { apiVersion: "example.com/v1beta1", kind: "Backup", metadata: { name }, spec };
}

/** The admission of backups, without code. The rule names a field that v1beta1 calls `spec.schedule`. */
export const admissionYaml = `version: v1
defaults:
  spec.timeoutSeconds: 300
validate:
- rule: has(self.spec) && has(self.spec.cron)
  message: a backup needs a time
  fieldPath: .spec.cron
`;

/** A backup that is denied by {@link admissionYaml}. */
export const timeless = backup("timeless", { volumes: ["data"] });

/** Tests that a cluster converts and admits backups by what it is wired to. `denial` is how kubectl shows that of {@link timeless}. */
export function testBackups(name: string, plane: () => ControlPlane, denial: () => string): void {
  const kubectl = (words: readonly string[], object?: object) =>
    plane().kubectl(words, object === undefined ? "" : JSON.stringify(object));
  const specOf = async (version: string, object = name): Promise<unknown> => {
    const words = ["get", `backups.${version}.example.com`, object, "-o", "json"];
    const found = await kubectl(words);
    expect(found).toMatchObject({ code: 0 });
    return JSON.parse(found.stdout).spec;
  };

  test("denies a backup, in the words of customhouse test", async () => {
    const denied = await until(
      () => kubectl(["create", "-f", "-"], timeless),
      ({ stderr }) => stderr.includes("a backup needs a time"),
    );
    expect(denied.code).toBe(1);
    expect(denied.stderr.trim()).toContain(denial());
  });

  test("reads in each version what was written in the other", async () => {
    const created = await kubectl(["create", "-f", "-"], backup(name));
    expect(created).toMatchObject({ code: 0, stdout: `backup.example.com/${name} created\n` });
    expect(await specOf("v1")).toEqual({
      cron: "0 3 * * *",
      timeoutSeconds: 90,
      volumes: [{ name: "data" }],
      onFailure: "Retry",
    });
    expect(await specOf("v1beta1")).toEqual(nightly);
    const suspended = ["backups.v1.example.com", name, "--type=merge", "-p"];
    const patch = JSON.stringify({ spec: { timeoutSeconds: 7200, suspend: true } });
    expect(await kubectl(["patch", ...suspended, patch])).toMatchObject({ code: 0 });
    expect(await specOf("v1beta1")).toEqual({ ...nightly, timeout: "2h0m0s" });
  });

  test("mutates: a backup without a timeout gets one", async () => {
    const without = { schedule: "@daily" };
    await until(
      () => kubectl(["create", "--dry-run=server", "-o", "yaml", "-f", "-"], backup("x", without)),
      ({ stdout }) => stdout.includes("5m0s"),
    );
    const created = await kubectl(["create", "-f", "-"], backup(`${name}-plain`, without));
    expect(created).toMatchObject({ code: 0 });
    expect(await specOf("v1", `${name}-plain`)).toEqual({ cron: "@daily", timeoutSeconds: 300 });
  });
}
