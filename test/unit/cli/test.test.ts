import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { everybody } from "../../../lib/callers/callers.ts";
import { testCommand } from "../../../lib/cli/verbs/test/test.ts";
import { fixedLookup } from "../../../lib/cluster/fixed-lookup.ts";
import { openCertificateAuthority } from "../../../lib/hosts/local/certificate-authority.ts";
import { type Gateway, startGateway } from "../../../lib/hosts/local/gateway.ts";
import { createService } from "../../../lib/service/service.ts";
import { kind } from "../../support/admitted-kinds/shipment/kind.ts";
import { runCommand } from "../../support/run-command.ts";

const own = new URL("../../support/admitted-kinds/shipment", import.meta.url).pathname;
const lib = new URL("../../../lib", import.meta.url).pathname;
const root = mkdtempSync(join(tmpdir(), "customhouse-test-"));

afterAll(() => rmSync(root, { recursive: true }));

let made = 0;

/** The kind with these files among its tests, and with the code of another kind where `code` gives it. */
function kindWith(
  files: Readonly<Record<string, string>>,
  code = "",
  conversion = "lenses",
): string {
  const folder = join(root, String(made++), "shipment");
  mkdirSync(join(folder, "tests"), { recursive: true });
  for (const name of ["crd.yaml", "conversion.yaml"]) cpSync(join(own, name), join(folder, name));
  if (code !== "") {
    writeFileSync(
      join(folder, "kind.ts"),
      `import { readKindFiles } from "${lib}/cli/kinds/kind-files.ts";
import { defineKind } from "${lib}/kind/kind.ts";
const { crd, lenses = [] } = readKindFiles(${JSON.stringify(folder)});
export const kind = defineKind({ crd, ${conversion}, admission: { at: "v1", ${code} } });
`,
    );
  }
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(folder, "tests", name), text);
  return folder;
}

function run(folder: string, ...args: readonly string[]) {
  return runCommand(testCommand, ["--kinds", folder, ...args]);
}

function shipment(spec: string, version = "v1", name = "a"): string {
  return `apiVersion: ports.example.com/${version}\nkind: Shipment\nmetadata: { name: ${name} }\nspec: ${spec}\n`;
}

const ithaca = shipment("{ destination: Ithaca }");
const allowed = `apiVersion: ports.example.com/v1
kind: Shipment
metadata:
  generation: 1
  name: a
  namespace: default
spec:
  crates: 1
  destination: Ithaca
  priority: Low
`;

describe("customhouse test", () => {
  test("passes the cases of a kind, in every form", async () => {
    const text = await run(own);
    expect(text).toMatchObject({ code: 0, error: "" });
    expect(text.out).toContain("ok    Shipment.ports.example.com offline/convoy.create  denied");
    expect(text.out).toMatch(/\n8 passed, 0 failed$/);
    const json = await run(own, "-o", "json");
    expect(JSON.parse(json.out)).toMatchObject({ passed: 8, failed: 0, wrongFiles: [] });
    expect((await run(own, "-o", "junit")).out).toContain(
      '<testsuites tests="8" failures="0" errors="0">',
    );
    expect(await run(own, "-o", "github")).toMatchObject({ code: 0, out: "8 passed, 0 failed" });
  });

  test("chooses with --kind and --name", async () => {
    expect((await run(own, "--name", "^troy", "--kind", "Shipment")).out).toMatch(/\n1 passed/);
    expect(await run(own, "--kind", "Ship")).toMatchObject({
      code: 2,
      error: "--kind: Ship is not one of the kinds Shipment",
    });
    expect(await run(own, "--name", "(")).toMatchObject({ code: 2 });
    expect((await run(own, "--name", "nothing")).error).toContain(
      "no test found whose name matches nothing",
    );
  });

  test("ends with exit code 2 without any test", async () => {
    const folder = kindWith({});
    const { code, error } = await run(folder);
    expect(code).toBe(2);
    expect(error).toBe(
      `no test found: write an object to ${folder}/tests/NAME.create.yaml, then run customhouse test --update`,
    );
  });

  test("fails a case without a golden, which --update writes once", async () => {
    const folder = kindWith({ "a.create.yaml": ithaca });
    const first = await run(folder);
    expect(first.code).toBe(1);
    expect(first.out).toContain(
      `${folder}/tests/a.create.yaml:1: the request is allowed, but a.create.allowed.yaml does not exist: run customhouse test --update`,
    );
    expect((await run(folder, "--update")).out).toContain("wrote ");
    expect(readFileSync(join(folder, "tests/a.create.allowed.yaml"), "utf8")).toBe(allowed);
    expect(await run(folder)).toMatchObject({ code: 0 });
    expect((await run(folder, "--update")).out).not.toContain("wrote ");
  });

  test("shows the line and the difference of a golden that differs, and ignores the layout of YAML", async () => {
    const folder = kindWith({
      "a.create.yaml": ithaca,
      "a.create.allowed.yaml": allowed.replace("crates: 1", "crates: 2"),
      "b.create.yaml": ithaca,
      "b.create.allowed.yaml": `{"apiVersion": "ports.example.com/v1", "kind": "Shipment", "metadata": {"generation": 1, "name": "a", "namespace": "default"}, "spec": {"priority": "Low", "destination": "Ithaca", "crates": 1}}`,
    });
    const { code, out } = await run(folder);
    expect(code).toBe(1);
    expect(out).toContain(`${folder}/tests/a.create.allowed.yaml:8: a.create.allowed.yaml differs`);
    expect(out).toContain("        -   crates: 2\n        +   crates: 1\n");
    expect(out).toMatch(/1 passed, 1 failed$/);
  });

  test("shows a changed decision, and a missing warning; --update deletes both goldens", async () => {
    const folder = kindWith({
      "a.create.yaml": ithaca,
      "a.create.denied.txt": "no\n",
      "a.create.warned.txt": "Warning: x\n",
    });
    const { code, out } = await run(folder);
    expect(code).toBe(1);
    expect(out).toContain("a.create.denied.txt exists, but the case has another outcome");
    expect(out).toContain("a.create.warned.txt exists, but the case has another outcome");
    await run(folder, "--update");
    expect(existsSync(join(folder, "tests/a.create.denied.txt"))).toBe(false);
    expect(existsSync(join(folder, "tests/a.create.warned.txt"))).toBe(false);
    expect(await run(folder)).toMatchObject({ code: 0 });
  });
});

describe("updates of /status", () => {
  const stored = `${ithaca}status: { berth: A }\n`;
  const files = {
    "moved.status.yaml": `${shipment("{ destination: Troy }")}status: { berth: B }\n`,
    "moved.status.old.yaml": stored,
  };
  const whole = `${allowed}status:\n  berth: B\n`;

  test("change the status alone, and run the webhooks of /status", async () => {
    const folder = kindWith(files);
    expect((await run(folder, "--update")).code).toBe(0);
    expect(readFileSync(join(folder, "tests/moved.status.allowed.yaml"), "utf8")).toBe(whole);
    expect(await run(folder)).toMatchObject({ code: 0 });
  });

  test("are denied as by kubectl replace, and by handlers only if these are for /status", async () => {
    const code = `validate: ({ status }) => status?.berth === "B" ? "taken" : undefined`;
    expect((await run(kindWith(files, code), "--update")).out).toContain("moved.status  allowed");
    const folder = kindWith(files, `subresources: ["status"], ${code}`);
    expect((await run(folder, "--update")).out).toContain("moved.status  denied");
    expect(readFileSync(join(folder, "tests/moved.status.denied.txt"), "utf8")).toBe(
      'Error from server (Forbidden): error when replacing "moved.status.yaml": admission webhook "ports.example.com" denied the request: taken\n',
    );
    expect(await run(folder)).toMatchObject({ code: 0 });
  });

  test("are tried for the laws, and the finalizer's law with the object that they leave", async () => {
    const code = `subresources: ["status"], validate: ({ metadata, status }, { dryRun, subresource }) =>
      subresource === "status" ? (dryRun ? "dry" : undefined) : status?.berth === "B" && metadata.deletionTimestamp ? "moored" : undefined`;
    const { code: exit, out } = await run(kindWith(files, code), "--update");
    expect(exit).toBe(1);
    expect(out).toContain("with dryRun: true the decision is denied ");
    expect(out).toMatch(/removing the last finalizer .* is denied: .*moored/);
  });

  test("are decided in the same way in each version that serves /status", async () => {
    const folder = kindWith(
      files,
      `subresources: ["status"], validate: ({ status }) => status?.berth === "C" ? "adrift" : undefined`,
      `edges: [{
  from: "v1beta1",
  to: "v1",
  forward: ({ body: { spec: { target, ...rest }, status: { berth } } }) =>
    ({ ok: true, value: { body: { spec: { destination: target, ...rest }, status: { berth: berth === "B" ? "C" : berth } } } }),
  backward: ({ body: { spec: { destination, ...rest }, status } }) =>
    ({ ok: true, value: { body: { spec: { target: destination, ...rest }, status } } }),
}]`,
    );
    expect((await run(folder, "--update")).out).toContain("the decision differs between versions");
    const crd = readFileSync(join(folder, "crd.yaml"), "utf8");
    writeFileSync(join(folder, "crd.yaml"), crd.replace("    subresources: { status: {} }\n", ""));
    expect((await run(folder, "--update")).out).not.toContain(
      "the decision differs between versions",
    );
  });

  test("are an error at a version without it", async () => {
    const folder = kindWith(files);
    const crd = readFileSync(join(folder, "crd.yaml"), "utf8");
    writeFileSync(
      join(folder, "crd.yaml"),
      crd.replaceAll("    subresources: { status: {} }\n", ""),
    );
    const { code, out } = await run(folder);
    expect(code).toBe(2);
    expect(out).toContain(
      "moved.status.yaml:1: Shipment.ports.example.com has no subresource status in version v1",
    );
  });
});

describe("deletions", () => {
  const held = ithaca.replace("{ name: a }", "{ name: a, finalizers: [ports.example.com/pay] }");

  test("delete the object, or leave it until its finalizers are removed", async () => {
    const folder = kindWith({
      "gone.delete.yaml": ithaca,
      "held.delete.yaml": held,
      "held.delete.request.yaml": "namespace: piraeus\n",
    });
    const { code, out } = await run(folder, "--update");
    expect(code).toBe(0);
    expect(out).toContain("gone.delete  deleted");
    expect(out).toContain("held.delete  allowed");
    expect(readFileSync(join(folder, "tests/gone.delete.deleted.txt"), "utf8")).toBe(
      'shipment.ports.example.com "a" deleted from default namespace\n',
    );
    const stays = readFileSync(join(folder, "tests/held.delete.allowed.yaml"), "utf8");
    expect(stays).toContain('deletionTimestamp: "2026-01-01T00:00:00Z"');
    expect(stays).toContain("namespace: piraeus");
    expect(await run(folder)).toMatchObject({ code: 0 });
  });

  test("fail without the golden, and with the golden of another result", async () => {
    const folder = kindWith({ "a.delete.yaml": held, "a.delete.deleted.txt": "gone\n" });
    const { code, out } = await run(folder);
    expect(code).toBe(1);
    expect(out).toContain("the request is allowed, but a.delete.allowed.yaml does not exist");
    expect(out).toContain("a.delete.deleted.txt exists, but the case has another outcome");
    expect((await run(kindWith({ "a.delete.yaml": ithaca }))).out).toContain(
      "the object is deleted, but a.delete.deleted.txt does not exist",
    );
  });

  test("fail if the object can't be read, or its finalizers could not be removed", async () => {
    const unreadable = kindWith(
      { "a.delete.yaml": shipment("{ target: Ithaca }", "v1beta1") },
      "",
      "",
    );
    writeFileSync(
      join(unreadable, "kind.ts"),
      `import { readKindFiles } from "${lib}/cli/kinds/kind-files.ts";
import { defineKind } from "${lib}/kind/kind.ts";
const { crd } = readKindFiles(${JSON.stringify(unreadable)});
const refuse = () => ({ ok: false, error: { code: "ValueRefused", path: "spec", message: "nobody can read it" } });
export const kind = defineKind({ crd, edges: [{ from: "v1beta1", to: "v1", forward: refuse, backward: refuse }] });
`,
    );
    expect((await run(unreadable, "--update")).out).toContain("a.delete  denied");
    expect(readFileSync(join(unreadable, "tests/a.delete.denied.txt"), "utf8")).toMatch(
      /^Error from server: error when deleting "a\.delete\.yaml": .*nobody can read it/,
    );
    const bound = kindWith(
      { "a.delete.yaml": held },
      `validate: ({ metadata }) => metadata.deletionTimestamp ? "stay" : undefined`,
    );
    const { code, out } = await run(bound, "--update");
    expect(code).toBe(1);
    expect(out).toContain(
      "removing the last finalizer while the object is being deleted is denied",
    );
  });
});

describe("a wrong file ends the tests with exit code 2, file, line and remedy", () => {
  test.each([
    {
      name: "a golden without a case",
      files: { "gone.create.denied.txt": "no\n" },
      error: "gone.create.denied.txt:1: this file belongs to ",
    },
    {
      name: "an update without the stored object",
      files: { "a.update.yaml": ithaca },
      error: "a.update.yaml:1: an update needs the stored object: write ",
    },
    {
      name: "allowed and denied",
      files: {
        "a.create.yaml": ithaca,
        "a.create.allowed.yaml": allowed,
        "a.create.denied.txt": "x",
      },
      error: "a.create.denied.txt:1: the case can't be allowed and denied",
    },
    {
      name: "another name",
      files: { "a.patch.yaml": ithaca },
      error: "a.patch.yaml:1: not the name of a test",
    },
    {
      name: "an update of /status without the stored object",
      files: { "a.status.yaml": ithaca },
      error: "a.status.yaml:1: an update needs the stored object: write ",
    },
    {
      name: "a stored object beside the one to delete",
      files: { "a.delete.yaml": ithaca, "a.delete.old.yaml": ithaca },
      error: "a.delete.old.yaml:1: not the name of a test",
    },
    {
      name: "denied and deleted",
      files: {
        "a.delete.yaml": ithaca,
        "a.delete.denied.txt": "x",
        "a.delete.deleted.txt": "x",
      },
      error:
        "a.delete.deleted.txt:1: the case can't be denied and deleted: delete this file or a.delete.denied.txt",
    },
    {
      name: "another extension",
      files: { "a.create.yml": ithaca },
      error: "a.create.yml:1: not the name of a test",
    },
    {
      name: "two objects",
      files: { "a.create.yaml": `${ithaca}---\n${ithaca}` },
      error: "a.create.yaml:6: a second object: put it into a case of its own",
    },
    {
      name: "half-written YAML",
      files: { "a.create.yaml": "apiVersion: x\nspec: {\n" },
      error: "a.create.yaml:3: ",
    },
    {
      name: "half-written YAML in a golden",
      files: { "a.create.yaml": ithaca, "a.create.allowed.yaml": "spec: {\n" },
      error: "a.create.allowed.yaml:2: ",
    },
    {
      name: "another kind",
      files: { "a.create.yaml": "apiVersion: v1\nkind: Pod\n" },
      error: 'a.create.yaml:1: kind "Pod" is not served with apiVersion "v1"',
    },
    {
      name: "an unknown key of a request",
      files: { "a.create.yaml": ithaca, "a.create.request.yaml": "user: ada\n" },
      error: 'a.create.request.yaml:1: unknown key "user": userInfo, dryRun,',
    },
    {
      name: "a wrong value in a request",
      files: { "a.create.yaml": ithaca, "a.create.request.yaml": "dryRun: perhaps\n" },
      error: "a.create.request.yaml:1: dryRun must be true or false",
    },
  ])("$name", async ({ files, error }) => {
    const { code, out } = await run(kindWith(files));
    expect(code).toBe(2);
    expect(out).toContain(error);
  });
});

describe("the laws that every case is tried for", () => {
  test.each([
    {
      law: "a second mutate changes nothing",
      code: `mutate: (object) => ({ ...object, spec: { ...object.spec, crates: (object.spec.crates ?? 0) + 1 } })`,
      error: "a second mutate changes the object again: replace /spec/crates",
    },
    {
      law: "a dry run is equal",
      code: `validate: (_, { dryRun }) => dryRun ? undefined : "wet"`,
      error: "with dryRun: true the decision is allowed instead of denied",
    },
    {
      law: "a finalizer goes",
      code: `validate: ({ metadata }) => metadata.finalizers?.length ? undefined : "bare"`,
      error: "removing the last finalizer while the object is being deleted is denied",
    },
    {
      law: "the same decision in each version",
      code: `validate: ({ spec }) => spec.priority === "Low" ? undefined : "urgent"`,
      conversion: `edges: [{
  from: "v1beta1",
  to: "v1",
  forward: ({ body }) => ({ ok: true, value: { body: { spec: { destination: body.spec.target, priority: "High" } } } }),
  backward: ({ body }) => ({ ok: true, value: { body: { spec: { target: body.spec.destination } } } }),
}]`,
      error: "the decision differs between versions: allowed at v1, denied",
    },
  ])("$law", async ({ code, conversion, error }) => {
    const folder = kindWith({ "a.create.yaml": ithaca }, code, conversion);
    const { code: exit, out } = await run(folder, "--update");
    expect(exit).toBe(1);
    expect(out).toContain(error);
    expect(out).toContain(`FAIL  Shipment.ports.example.com a.create`);
  });
});

describe("hostile texts in reports", () => {
  const message = JSON.stringify('<b> & "]]>\n::error::owned\u001b[31m%0A\uD800');
  const folder = () =>
    kindWith(
      { "a.create.yaml": ithaca, "a.create.denied.txt": "other\n" },
      `validate: () => ${message}`,
    );

  test("github: one command for each fault, and no other line begins with ::", async () => {
    const { out } = await run(folder(), "-o", "github");
    const lines = out.split("\n");
    expect(lines.filter((line) => line.startsWith("::"))).toHaveLength(lines.length - 1);
    expect(lines.every((line) => !line.startsWith("::error::owned"))).toBe(true);
    expect(out).toContain("%0A+ ::error::owned\\u001b[31m%250A");
  });

  test("junit: no characters that XML forbids", async () => {
    const { out } = await run(folder(), "-o", "junit");
    expect(out).toContain("&lt;b&gt; &amp; &quot;]]&gt;");
    expect(out).toContain("\\u001b[31m");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids these
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\ufffe\uffff]|\p{Cs}/u);
  });

  test("text: no character that a terminal obeys", async () => {
    expect((await run(folder())).out).not.toContain("\u001b");
  });
});

describe("--url: the same files against a deployed webhook", () => {
  const ca = join(root, "ca");
  let gateway: Gateway;
  let caFile: string;

  beforeAll(async () => {
    const authority = await openCertificateAuthority(ca);
    const service = createService({
      kinds: [kind],
      lookup: fixedLookup([kind], []),
      log: () => undefined,
    });
    const certificate = await authority.issue(["localhost"]);
    gateway = await startGateway({ callers: everybody, service, ...certificate, port: 0 });
    caFile = authority.caFile;
  });

  afterAll(() => gateway.close());

  test("pass, except cases whose lookups the service can't do", async () => {
    const url = `https://localhost:${gateway.port}`;
    const { code, out } = await run(own, "--url", url, "--ca", caFile);
    expect(code).toBe(1);
    const failed = out.split("\n").filter((line) => line.startsWith("FAIL"));
    expect(failed).toEqual([
      "FAIL  Shipment.ports.example.com convoy/led.create  denied",
      "FAIL  Shipment.ports.example.com offline/convoy.create  denied",
    ]);
    expect(await run(own, "--url", url, "--ca", caFile, "--name", "^[^/]*$")).toMatchObject({
      code: 0,
    });
  });

  test("are refused with --ca but without --url", async () => {
    expect(await run(own, "--ca", caFile)).toMatchObject({
      code: 2,
      error: "--ca needs --url URL, the url of a deployed service",
    });
  });
});
