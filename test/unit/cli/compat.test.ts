import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compat } from "../../../lib/cli/verbs/compat/compat.ts";
import {
  type DatabaseFolder,
  databaseConversions,
  databaseCrd,
  databaseFolder,
} from "../../support/database-kind.ts";
import { runCommand } from "../../support/run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "customhouse-compat-"));
const [base, head] = [join(folder, "base.yaml"), join(folder, "head.yaml")];
let kind: DatabaseFolder;

beforeAll(async () => {
  kind = await databaseFolder(databaseConversions.whole);
  writeFileSync(base, databaseCrd.replace(/ {2}- name: v1\n.*/s, ""));
  writeFileSync(head, databaseCrd);
});
afterAll(() => {
  kind.remove();
  rmSync(folder, { recursive: true });
});

const added = [
  "existingFieldRemoval  v1beta1 to v1 spec.engineType: field removed",
  "existingFieldRemoval  v1beta1 to v1 spec.backupInterval: field removed",
  "existingFieldRemoval  v1beta1 to v1 spec.storageSize: field removed",
  "required  v1beta1 to v1 spec.engine: engine is now required",
];

describe("customhouse compat", () => {
  test("reports a second version that differs as incompatible without a lens", async () => {
    const { code, out } = await runCommand(compat, [base, head]);
    expect(code).toBe(1);
    const lines = out.split("\n");
    expect(lines.toSorted()).toEqual(
      [...added.map((line) => `FAIL  ${line}`), "4 incompatible changes"].toSorted(),
    );
  });

  test("reports differences that the lens covers, each by its rule's name", async () => {
    const { code, out } = await runCommand(compat, [base, head, "--kinds", kind.kinds]);
    expect(out).toContain(
      "ok    existingFieldRemoval  v1beta1 to v1 spec.storageSize: field removed (covered by quantity spec.storageSize → spec.sizeGi)",
    );
    expect(out).toContain("0 incompatible changes, and 4 more that the lens covers");
    expect(code).toBe(0);
  });

  test("reports a change within one version also with a lens", async () => {
    const stricter = join(folder, "stricter.yaml");
    writeFileSync(stricter, databaseCrd.replace("[engine]", "[engine, sizeGi]"));
    const words = [head, stricter, "--kinds", kind.kinds, "-o", "json"];
    const { code, out } = await runCommand(compat, words);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toEqual([
      {
        check: "required",
        versions: ["v1"],
        path: "spec.sizeGi",
        text: "sizeGi is now required",
        coveredBy: [],
      },
      {
        check: "required",
        versions: ["v1beta1", "v1"],
        path: "spec.sizeGi",
        text: "sizeGi is now required",
        coveredBy: ["quantity spec.storageSize → spec.sizeGi"],
      },
    ]);
    const { code: allowed } = await runCommand(compat, [...words, "--allow", "required"]);
    expect(allowed).toBe(0);
  });

  test("accepts a file in a commit as BASE, in the notation of customhouse and of crdify", async () => {
    const git = (...words: readonly string[]) => execFileSync("git", ["-C", folder, ...words]);
    git("init", "-q", "-b", "main");
    writeFileSync(join(folder, "crd.yaml"), databaseCrd);
    git("add", "crd.yaml");
    git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-qm", "one");
    writeFileSync(join(folder, "crd.yaml"), databaseCrd.replace("Namespaced", "Cluster"));
    const cwd = process.cwd();
    process.chdir(folder);
    try {
      for (const ref of ["git:main:crd.yaml", "git://main?path=crd.yaml"]) {
        const { code, out } = await runCommand(compat, [ref, "file://crd.yaml"]);
        expect({ code, out }).toEqual({
          code: 1,
          out: "FAIL  scope  scope changed from Namespaced to Cluster\n1 incompatible change",
        });
      }
      const { code, error } = await runCommand(compat, ["git:main:no.yaml", "crd.yaml"]);
      expect(code).toBe(2);
      expect(error).toMatch(/^git:main:no\.yaml: fatal: path 'no\.yaml' does not exist/);
    } finally {
      process.chdir(cwd);
    }
  });

  test.each([
    { name: "one reference", words: ["a.yaml"], error: "give BASE and HEAD" },
    {
      name: "an unknown check",
      words: ["a", "b", "--allow", "all"],
      error: /^--allow takes one of scope, /,
    },
    {
      name: "a revision that is an option",
      words: ["git:--output=x:crd.yaml", "b"],
      error: "git:--output=x:crd.yaml: --output=x is not a revision",
    },
  ])("$name is refused", async ({ words, error }) => {
    const ran = await runCommand(compat, words);
    expect(ran.code).toBe(2);
    expect(ran.error).toMatch(error);
  });
});
