import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { admit } from "../../../lib/cli/verbs/admit/admit.ts";
import { runCommand } from "../../support/run-command.ts";

const kinds = new URL("../../support/admitted-kinds", import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), "admit-"));

afterAll(() => rmSync(folder, { recursive: true }));

function run(...args: readonly string[]) {
  return runCommand(admit, ["--kinds", kinds, ...args]);
}

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const ithaca = `apiVersion: ports.example.com/v1
kind: Shipment
metadata: { name: ithaca }
spec: { destination: Ithaca, insured: true }
`;

describe("customhouse admit", () => {
  test("an object that is allowed is shown with decision, patch as a diff, stored object, and in every version", async () => {
    const { code, out } = await run("-f", file("ithaca.yaml", ithaca));
    expect(code).toBe(0);
    expect(out).toBe(`shipment.ports.example.com/ithaca created

changed by the mutating webhook, at v1:
  …
    destination: Ithaca
    insured: true
    priority: Low
+   seal:
+     metal: lead

stored at v1:
  apiVersion: ports.example.com/v1
  kind: Shipment
  metadata:
    generation: 1
    name: ithaca
    namespace: default
  spec:
    crates: 1
    destination: Ithaca
    insured: true
    priority: Low
    seal:
      metal: lead

at v1beta1:
  apiVersion: ports.example.com/v1beta1
  kind: Shipment
  metadata:
    generation: 1
    name: ithaca
    namespace: default
  spec:
    crates: 1
    insured: true
    priority: Low
    seal:
      metal: lead
    target: Ithaca`);
  });

  test("with several documents, one of them denied, prints all decisions in order and ends with exit code 1", async () => {
    const atlantis = ithaca.replace("Ithaca", "Atlantis").replace("insured: true", "crates: 60");
    const path = file("two.yaml", `${ithaca}---\n${atlantis}`);
    const { code, out } = await run("-f", path);
    expect(code).toBe(1);
    expect(out).toContain("ithaca created\n");
    expect(out).toContain(
      `\n\nWarning: spec.crates: more than fit on a pier\nError from server (Forbidden): error when creating "${path}": admission webhook "ports.example.com" denied the request: spec.destination: sank`,
    );
  });

  test("with --old the object is an update of the one in that file", async () => {
    const old = file("old.yaml", ithaca);
    const path = file("troy.yaml", ithaca.replace("Ithaca", "Troy"));
    const { code, out } = await run("-f", path, "--old", old);
    expect(code).toBe(1);
    expect(out).toContain(
      'The Shipment "ithaca" is invalid: spec.destination: Invalid value: "Troy": a shipment keeps its destination',
    );
    const created = await run("-f", path, "--old", old, "--operation", "create", "--dry-run");
    expect(created).toMatchObject({ code: 0 });
    expect(created.out).toContain("ithaca created (server dry run)\n");
  });

  test("an exception of a handler is shown, and its text is not in the denial", async () => {
    const path = file("styx.yaml", ithaca.replace("Ithaca", "Styx"));
    const { code, out, error } = await run("-f", path);
    expect(code).toBe(1);
    expect(error).toContain("nobody returns from there");
    expect(out).not.toContain("nobody returns");
  });

  test("the webhooks are not called in the namespaces of the control plane", async () => {
    const path = file("system.yaml", ithaca.replace("Ithaca", "Atlantis"));
    expect(await run("-f", path, "-n", "kube-system")).toMatchObject({ code: 0 });
  });

  test.each([
    { name: "no file", args: [], error: "name the files with -f FILE (- is standard input)" },
    {
      name: "a text that is not an option",
      args: ["a.yaml"],
      error: "use -f a.yaml to name the file",
    },
    { name: "another form", args: ["-f", "a", "-o", "yaml"], error: "-o takes text or json" },
    {
      name: "another operation",
      args: ["-f", "a", "--operation", "patch"],
      error: '--operation takes create or update or delete, not "patch"',
    },
    {
      name: "another subresource",
      args: ["-f", "a", "--subresource", "scale"],
      error: '--subresource takes status, not "scale"',
    },
    {
      name: "a delete of a subresource",
      args: ["-f", "a", "--subresource", "status", "--operation", "delete"],
      error: "--operation delete can't be combined with --subresource status",
    },
    { name: "standard input twice", args: ["-f", "-", "--old", "-"], error: "only once" },
    {
      name: "a file that is not there",
      args: ["-f", "/none.yaml"],
      error: "there is no file /none.yaml",
    },
  ])("wrong usage: $name", async ({ args, error }) => {
    const ran = await run(...args);
    expect(ran).toMatchObject({ code: 2, out: "" });
    expect(ran.error).toContain(error);
  });

  test.each([
    { name: "empty", text: "", error: "/bad.yaml:1: no object found" },
    { name: "malformed", text: "kind: X\nspec: {\n", error: "/bad.yaml:3: " },
    { name: "not a map", text: "---\n- 1\n", error: "/bad.yaml:2: not a Kubernetes object" },
    {
      name: "no kind",
      text: `${ithaca}---\napiVersion: v1\n`,
      error: "/bad.yaml:6: the object has no kind: add it",
    },
    {
      name: "another kind",
      text: `${ithaca}---\napiVersion: v1\nkind: Pod\n`,
      error:
        '/bad.yaml:6: kind "Pod" is not served with apiVersion "v1": the kinds are Shipment.ports.example.com',
    },
    {
      name: "another version",
      text: ithaca.replace("/v1", "/v7"),
      error:
        'bad.yaml:1: kind "Shipment" is not served with apiVersion "ports.example.com/v7": it is served in v1beta1, v1',
    },
    { name: "nested too deeply", text: `${"[".repeat(100_000)}`, error: "/bad.yaml:1: " },
  ])(
    "for a file that is $name ends with exit code 2 and the file's line",
    async ({ text, error }) => {
      const ran = await run("-f", file("bad.yaml", text));
      expect(ran).toMatchObject({ code: 2, out: "" });
      expect(ran.error).toContain(error);
    },
  );

  test("--operation delete calls no webhook, and stores nothing", async () => {
    const path = file("gone.yaml", ithaca.replace("Ithaca", "Atlantis"));
    const { code, out } = await run("-f", path, "--operation", "delete", "--dry-run");
    expect({ code, out }).toEqual({
      code: 0,
      out: 'shipment.ports.example.com "ithaca" deleted from default namespace (server dry run)',
    });
  });

  test("--operation delete shows an object with finalizers as it is stored, in another version", async () => {
    const metadata =
      "{ name: ithaca, namespace: sea, generation: 3, finalizers: [example.com/a, orphan] }";
    const old = file("held.yaml", ithaca.replace("{ name: ithaca }", metadata));
    const path = file(
      "named.yaml",
      "apiVersion: ports.example.com/v1beta1\nkind: Shipment\nmetadata: { name: ithaca, namespace: sea }\n",
    );
    const { code, out } = await run("-f", path, "--old", old, "--operation", "delete");
    expect(code).toBe(0);
    expect(out).toMatch(
      /^Warning: ports.example.com\/v1beta1 Shipment is deprecated.*\nshipment.ports.example.com "ithaca" deleted from sea namespace\n/,
    );
    expect(out).toMatch(
      /stored at v1 until these finalizers are removed: example.com\/a\n(?:.*\n)*? {4}deletionGracePeriodSeconds: 0\n {4}deletionTimestamp: "?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"?\n {4}finalizers:\n {4}- example.com\/a\n {4}generation: 4\n/,
    );
  });

  test("--subresource status uses only the object's status and the webhooks of /status", async () => {
    const old = file("old.yaml", ithaca);
    const atlantis = ithaca.replace("Ithaca", "Atlantis");
    const path = file("status.yaml", `${atlantis}status: { berth: "4" }\n`);
    const { code, out } = await run("-f", path, "--old", old, "--subresource", "status");
    expect(code).toBe(0);
    expect(out).toMatch(/^shipment.ports.example.com\/ithaca replaced\n\nstored at v1:\n/);
    expect(out).toContain("destination: Ithaca");
    expect(out).not.toContain("seal");
    expect(out).toContain('  status:\n    berth: "4"');
    const wrong = file("wrong.yaml", `${ithaca}status: { berth: 4 }\n`);
    const refused = await run("-f", wrong, "--old", old, "--subresource", "status", "-o", "json");
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.out)).toMatchObject([
      {
        operation: "update",
        subresource: "status",
        text: expect.stringContaining(
          '* status.berth: Invalid value: "integer": berth in body must be of type string: "integer"',
        ),
      },
    ]);
  });

  test("--subresource status fails for a version without it, and without the old object", async () => {
    const own = join(folder, "plain");
    cpSync(join(kinds, "shipment"), own, { recursive: true });
    rmSync(join(own, "kind.ts"));
    const crd = readFileSync(join(own, "crd.yaml"), "utf8");
    writeFileSync(join(own, "crd.yaml"), crd.replaceAll("    subresources: { status: {} }\n", ""));
    const path = file("status.yaml", ithaca);
    const words = ["-f", path, "--old", path, "--subresource", "status"];
    expect(await runCommand(admit, ["--kinds", own, ...words])).toMatchObject({
      code: 2,
      error: expect.stringContaining(
        "/status.yaml:1: Shipment.ports.example.com has no subresource status in version v1",
      ),
    });
    const ran = await run("-f", path, "--subresource", "status");
    expect(ran.error).toContain("/status.yaml:1: an update needs the stored object");
  });

  test("an update fails without its old object", async () => {
    const ran = await run("-f", file("new.yaml", ithaca), "--operation", "update");
    expect(ran.error).toContain(
      "/new.yaml:1: an update needs the stored object: give the file with the stored ithaca with --old FILE",
    );
    expect(ran.code).toBe(2);
  });
});
