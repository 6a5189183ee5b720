import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ciText } from "../../../lib/cli/ci/ci-forms.ts";
import { check } from "../../../lib/cli/verbs/check/check.ts";
import { runCommand } from "../../support/run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "check-ci-"));
afterAll(() => rmSync(folder, { recursive: true }));
const gadget = "test/unit/cli/narrow-kinds/gadget";

/** A kind that compiles, and breaks one law by its only sample, which holds a word that no report may show. */
function lawlessKind(): string {
  const kind = join(folder, "lawless");
  mkdirSync(join(kind, "samples"), { recursive: true });
  copyFileSync(join(gadget, "crd.yaml"), join(kind, "crd.yaml"));
  writeFileSync(
    join(kind, "conversion.yaml"),
    "from: v1\nto: v2\nrules:\n- { move: spec.mode, to: spec.speed }\naccept: [{ in: v2, at: spec.speed, refuses: enum, why: rare }]\n",
  );
  writeFileSync(
    join(kind, "samples/v1.yaml"),
    "apiVersion: example.org/v1\nkind: Gadget\nmetadata: { name: hermes }\nspec: { mode: odd }\n",
  );
  return kind;
}

const run = (...words: readonly string[]) => runCommand(check, words);
const few = ["--runs", "20", "--seed", "1"];

describe("check -o junit and github", () => {
  test("reports each law and direction of a faultless kind as a passed case", async () => {
    const words = ["--kinds", "examples/kinds/pizza", ...few, "-o"];
    const junit = await run(...words, "junit");
    expect(junit.code).toBe(0);
    const [, tests] = /<testsuites tests="(\d+)" failures="0" errors="0">/.exec(junit.out) ?? [];
    expect(Number(tests)).toBeGreaterThan(15);
    expect(junit.out).toMatch(/name="round-trip v1alpha1 to v1beta1" file="\S+conversion.ts"\/>/);
    const github = await run(...words, "github");
    expect(github).toMatchObject({ code: 0, out: `${tests} passed, 0 failed` });
  });

  test("reports a failed law with its statement and the seed, and without any value of an object", async () => {
    const kind = lawlessKind();
    const words = ["--kinds", kind, ...few, "--law", "valid-result", "--law", "round-trip", "-o"];
    const junit = await run(...words, "junit");
    expect(junit.code).toBe(1);
    expect(junit.error).toBe("customhouse check: Gadget.example.org fails valid-result");
    expect(junit.out).toContain('<testsuite name="Gadget.example.org" tests="5" failures="1"');
    expect(junit.out).toContain(
      `<failure message="valid-result fails">${kind}/conversion.yaml: does not hold: a valid object converts to one`,
    );
    expect(junit.out).toContain("Repeat with --law valid-result --seed 1<");
    const github = await run(...words, "github");
    const [annotation, last, ...more] = github.out.split("\n");
    expect(annotation).toMatch(
      /^::error file=\S+conversion\.yaml,title=Gadget\.example\.org valid-result v1 to v2::does not hold/,
    );
    expect([last, more]).toEqual(["4 passed, 1 failed", []]);
    for (const { out } of [junit, github]) expect(out).not.toMatch(/odd|hermes/);
  });

  test("reports a compile error with file and line, and no law", async () => {
    const words = ["--kinds", gadget, ...few, "-o"];
    const junit = await run(...words, "junit");
    expect(junit.code).toBe(1);
    expect(junit.out).toContain('tests="1" failures="1" errors="0"');
    expect(junit.out).toMatch(/<failure message="E107 [^"]*">\S+conversion.yaml:\d+: E107 /);
    const github = await run(...words, "github");
    expect(github.out).toMatch(
      /^::error file=test\/unit\/cli\/narrow-kinds\/gadget\/conversion\.yaml,line=\d+,title=Gadget.example.org the conversion compiles::E107 /,
    );
    expect(github.out).toMatch(/\n0 passed, 1 failed$/);
  });

  test("reports warnings as annotations too", async () => {
    const { code, out } = await run("--kinds", "examples/kinds/crontab", ...few, "-o", "github");
    expect(code).toBe(0);
    expect(out).toMatch(
      /^::warning file=examples\/kinds\/crontab\/\S+,title=CronTab\S+ the conversion compiles::E125/m,
    );
  });

  test("reports a suite for each file of definitions", async () => {
    const bad = join(folder, "bad.yaml");
    const names = "names: { kind: A, plural: as }";
    writeFileSync(
      bad,
      `apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: { name: as.example.com }\nspec: { group: example.com, scope: "::error::x", ${names}, versions: [] }\n`,
    );
    const files = [bad, "examples/kinds/pizza/crd.yaml"];
    const junit = await run("crd", ...files, "-o", "junit");
    expect(junit.code).toBe(1);
    expect(junit.out).toContain('<testsuites tests="2" failures="1" errors="0">');
    const { out } = await run("crd", ...files, "-o", "github");
    expect(out).toMatch(/^::error file=\S+bad\.yaml,title=\S+ as\.example\.com::/);
    expect(out.split("\n").filter((line) => line.startsWith("::error::"))).toEqual([]);
    expect(out).toMatch(/\n1 passed, 1 failed$/);
  });

  test("refuses another form before any law is tried", async () => {
    const { code, error } = await run("--kinds", gadget, "-o", "sarif");
    expect({ code, error }).toEqual({
      code: 2,
      error: '-o takes text or json or junit or github, not "sarif"',
    });
  });
});

test("no text in a case can start a command or an element", () => {
  const fault = { title: "<a>\u001b", text: "x\n::error::y%", file: "a,b:c", line: 2 };
  const suites = [{ name: "s\n::error::", cases: [{ name: "c", failures: [fault] }] }];
  expect(ciText("github", suites)).toBe(
    "::error file=a%2Cb%3Ac,line=2,title=s%0A%3A%3Aerror%3A%3A c::x%0A::error::y%25\n0 passed, 1 failed",
  );
  expect(ciText("junit", suites)).toContain('message="&lt;a&gt;\\u001b"');
});
