import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { convert } from "../../../lib/cli/verbs/convert/convert.ts";
import { runCommand } from "../../support/run-command.ts";

const kinds = ["--kinds", "test/unit/cli/kinds"];
let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "convert-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const queue = (body: string): string => `apiVersion: example.com/v1\nkind: Queue\n${body}`;

describe("customhouse convert", () => {
  test.each<{ name: string; text: string; args?: readonly string[]; out: string; error?: string }>([
    {
      name: "converts an object, with preserved values in an annotation",
      text: queue(
        "metadata: {name: a}\nspec: {cohort: 'no', strategy: Old, more: 9007199254740993}\n",
      ),
      out: `apiVersion: example.com/v2
kind: Queue
metadata:
  name: a
  annotations:
    example.com/kept.v1.01jm3ns1wo98rm: '{"spec.strategy":["Old"]}'
spec:
  strategy: Slow
  more: 9007199254740993
  cohortName: "no"
  limit: 9007199254740993`,
    },
    {
      name: "converts the documents in order, and prints those of other kinds unchanged",
      text: `a: 1\n---\n${queue("metadata: {}\n")}---\n${queue("x: 1\n")}---\napiVersion: v1\nkind: Secret\n`,
      out: `a: 1
---
apiVersion: example.com/v2
kind: Queue
metadata: {}
---
apiVersion: example.com/v2
kind: Queue
x: 1
---
apiVersion: v1
kind: Secret`,
      error: `note: FILE: document 1: object: has no apiVersion and kind; it is left unchanged
note: FILE: document 4: Secret: Secret of v1 is not one of your kinds; it is left unchanged`,
    },
    {
      name: "converts a List",
      text: `apiVersion: v1\nkind: List\nmetadata: {resourceVersion: ""}\nitems: [{apiVersion: example.com/v1, kind: Queue, a: 1}, {}]\n`,
      out: `apiVersion: v1
kind: List
metadata:
  resourceVersion: ""
items:
- apiVersion: example.com/v2
  kind: Queue
  a: 1
- {}`,
      error:
        "note: FILE: document 1, items[1]: object: has no apiVersion and kind; it is left unchanged",
    },
    {
      name: "converts a list of the kind, whose items need no apiVersion and kind",
      text: "apiVersion: example.com/v1\nkind: QueueList\nitems: [{a: 1}, {apiVersion: example.com/v2, kind: Queue, b: 1}]\n",
      out: `apiVersion: example.com/v2
kind: QueueList
items:
- a: 1
- apiVersion: example.com/v2
  kind: Queue
  b: 1`,
    },
    {
      name: "drops comments, and says so",
      text: queue("# why\nx: 1\n"),
      out: "apiVersion: example.com/v2\nkind: Queue\nx: 1",
      error: "note: the comments of FILE are lost",
    },
    {
      name: "prints JSON for JSON",
      text: '{"apiVersion":"example.com/v1","kind":"Queue"} {"apiVersion":"example.com/v1","kind":"Queue","a":[]}',
      out: `{
  "apiVersion": "example.com/v2",
  "kind": "Queue"
}
{
  "apiVersion": "example.com/v2",
  "kind": "Queue",
  "a": []
}`,
    },
    {
      name: "prints JSON for YAML if it is asked to",
      text: queue("x: 9007199254740993\n"),
      args: ["-o", "json"],
      out: '{\n  "apiVersion": "example.com/v2",\n  "kind": "Queue",\n  "x": 9007199254740993\n}',
    },
    {
      name: "does not mention kinds of another group",
      text: "apiVersion: restaurant.programming-kubernetes.info/v1alpha1\nkind: Pizza\n",
      args: ["--kinds", "examples/kinds", "--to", "example.com/v2"],
      out: "apiVersion: restaurant.programming-kubernetes.info/v1alpha1\nkind: Pizza",
    },
    {
      name: "reports a kind that lacks the version",
      text: "apiVersion: restaurant.programming-kubernetes.info/v1alpha1\nkind: Pizza\n",
      args: ["--kinds", "examples/kinds"],
      out: "apiVersion: restaurant.programming-kubernetes.info/v1alpha1\nkind: Pizza",
      error:
        "note: FILE: document 1: Pizza: Pizza has no version v2 (it has v1alpha1, v1beta1); it is left unchanged",
    },
  ])("$name", async ({ text, args = [], out, error = "" }) => {
    const path = file("manifests", text);
    const ran = await runCommand(convert, ["-f", path, "--to", "v2", ...kinds, ...args]);
    expect({ ...ran, error: ran.error.replaceAll(path, "FILE") }).toEqual({ code: 0, out, error });
  });

  test("converts there and back to the same object", async () => {
    const path = file(
      "there.yaml",
      queue("metadata:\n  name: a\nspec:\n  checks:\n  - a\n  level: 7\n  strategy: Old"),
    );
    const there = await runCommand(convert, ["-f", path, "--to", "v2", ...kinds]);
    const back = file("back.yaml", there.out);
    const returned = await runCommand(convert, ["-f", back, "--to", "example.com/v1", ...kinds]);
    expect(returned.out.split("\n").sort()).toEqual(
      `apiVersion: example.com/v1\nkind: Queue\nmetadata:\n  name: a\nspec:\n  checks:\n  - a\n  level: 7\n  strategy: Old`
        .split("\n")
        .sort(),
    );
  });

  test("converts several files and a folder, one after another", async () => {
    const one = file("1.json", '{"apiVersion":"example.com/v1","kind":"Queue","m":1}');
    const ran = await runCommand(convert, [
      ...["-f", one, "-f", "test/unit/cli/kinds/queue/samples", "--to", "v2", ...kinds],
    ]);
    expect(ran.out).toContain("m: 1\n---\napiVersion: example.com/v2");
  });

  test.each<{ name: string; text: string; args?: readonly string[]; error: string }>([
    {
      name: "a value that its rule refuses",
      text: "apiVersion: v1\nkind: List\nitems:\n- apiVersion: stable.example.com/v1beta1\n  kind: CronTab\n  metadata: {name: c, namespace: ns}\n  spec: {hostPort: x}\n",
      error: `error: FILE: document 1, items[0]: CronTab ns/c: spec.hostPort: hostPort could not be parsed into a separate host and port
  rule: split spec.hostPort → spec.host, spec.port
  remedy: correct the value; without fail in its rule, it would be preserved and reported`,
    },
    {
      name: "invalid metadata",
      text: "apiVersion: stable.example.com/v1beta1\nkind: CronTab\nmetadata: []",
      error: `error: FILE: document 1: CronTab: metadata: must be a map
  remedy: correct the object's metadata`,
    },
    {
      name: "a version that the kind does not have",
      text: "apiVersion: stable.example.com/v7\nkind: CronTab",
      error: `error: FILE: document 1: CronTab: apiVersion: CronTab.stable.example.com has no version v7
  remedy: correct the object, or name the folder of its kind with --kinds DIR`,
    },
    {
      name: "an unknown kind, unless it is allowed",
      text: "apiVersion: v1\nkind: Secret\n---\napiVersion: v1\nkind: Secret",
      args: ["--strict"],
      error: "error: FILE: document 1: Secret and 1 more: Secret of v1 is not one of your kinds",
    },
  ])("ends with exit code 1 and no output for $name", async ({ text, args = [], error }) => {
    const path = file("bad.yaml", text);
    const ran = await runCommand(convert, [
      ...["-f", path, "--to", "v1", "--kinds", "examples/kinds", ...args],
    ]);
    expect({ ...ran, error: ran.error.replaceAll(path, "FILE") }).toEqual({
      code: 1,
      out: "",
      error,
    });
  });

  test.each<{ args: readonly string[]; error: string }>([
    { args: [], error: "name the files with -f FILE (- is standard input)" },
    { args: ["x.yaml"], error: "use -f x.yaml to convert that file" },
    { args: ["-f", "x"], error: "name the version with --to VERSION" },
    { args: ["-f", "-", "-f", "-", "--to", "v1"], error: "-f - can be given only once" },
    { args: ["-f", "x", "--to", "v1", "-o", "xml"], error: '-o takes yaml or json, not "xml"' },
    {
      args: ["-f", "x", "--to", "a/b/c"],
      error: '--to takes a version or a group/version, not "a/b/c"',
    },
    {
      args: ["-f", "x", "--to", "v3"],
      error:
        "none of your kinds has the version v3; did you mean v1?\nthey have v1, v2; to use other kinds, name their folder with --kinds DIR",
    },
    {
      args: ["-f", "x", "--to", "example.org/v2"],
      error:
        "none of your kinds has the version example.org/v2; did you mean example.com/v2?\nthey have example.com/v1, example.com/v2; to use other kinds, name their folder with --kinds DIR",
    },
  ])("ends with exit code 2 for $args", async ({ args, error }) => {
    expect(await runCommand(convert, [...args, ...kinds])).toEqual({ code: 2, out: "", error });
  });

  test("with --explain prints on standard error what happened to each value, and by which rule", async () => {
    const path = file("why.yaml", queue("metadata: {name: a}\nspec: {cohort: c, strategy: Old}\n"));
    const there = await runCommand(convert, ["-f", path, "--to", "v2", "--explain", ...kinds]);
    expect(there.error.replaceAll(path, "FILE")).toBe(`Queue a, v1 to v2 (FILE: document 1)
  v2               ← v1           becomes  by rule
  spec.strategy    ← same path    changed  map spec.strategy (conversion.yaml:10:3)
  spec.cohortName  ← spec.cohort  moved    move spec.cohort → spec.cohortName (conversion.yaml:8:3)
  spec.limit       ← nothing      filled   keep spec.limit (conversion.yaml:13:3)
  preserved for v1:
    spec.strategy  was "Old"  example.com/kept.v1.01jm3ns1wo98rm  map spec.strategy (conversion.yaml:10:3)`);
    const edited = file("edited.yaml", there.out.replace("Slow", "Fast"));
    const back = await runCommand(convert, ["-f", edited, "--to", "v1", "--explain", ...kinds]);
    expect(back.error.replaceAll(edited, "FILE")).toBe(`Queue a, v2 to v1 (FILE: document 1)
  v1             ← v2               becomes    by rule
  spec.strategy  ← same path        identical  map spec.strategy (conversion.yaml:10:3)
  spec.cohort    ← spec.cohortName  moved      move spec.cohort → spec.cohortName (conversion.yaml:8:3)
  not in v1:
    spec.limit  implied: converting back restores it  keep spec.limit (conversion.yaml:13:3)
  had been preserved for v1:
    spec.strategy  dropped: the object was edited since the value was preserved  example.com/kept.v1.01jm3ns1wo98rm`);
  });

  test("with --explain reports an object that has the version already", async () => {
    const path = file("same.yaml", queue("metadata: {name: a}\n"));
    const ran = await runCommand(convert, ["-f", path, "--to", "v1", "--explain", ...kinds]);
    expect(ran.error).toContain("Queue a, v1 to v1");
    expect(ran.error).toContain("  it has that version already: nothing changes");
  });

  test("with --nearest-valid converts objects that can't be converted otherwise, and back", async () => {
    const text = "apiVersion: stable.example.com/v1beta1\nkind: CronTab\nspec:\n  hostPort: x";
    const examples = ["--kinds", "examples/kinds"];
    const path = file("bad.yaml", text);
    const failed = await runCommand(convert, ["-f", path, "--to", "v1", ...examples]);
    expect(failed).toMatchObject({ code: 1, out: "" });
    const near = [...examples, "--nearest-valid"];
    const there = await runCommand(convert, ["-f", path, "--to", "v1", ...near]);
    expect(there.code).toBe(0);
    expect(there.error).toContain('spec.hostPort ("x") cannot be parsed for v1');
    expect(there.out).toContain('{"spec.hostPort":["x"]}');
    const back = file("near.yaml", there.out);
    const returned = await runCommand(convert, ["-f", back, "--to", "v1beta1", ...near]);
    expect(returned.out).toBe(text.replace("spec:", "metadata: {}\nspec:"));
  });

  test("ends with exit code 2 for a file that is not YAML", async () => {
    const path = file("none.yaml", "a: [");
    const ran = await runCommand(convert, ["-f", path, "--to", "v1", ...kinds]);
    expect(ran).toMatchObject({ code: 2, out: "" });
    expect(ran.error).toContain(`${path}:1: Flow sequence`);
    expect(ran.error).toContain("at line 1, column 5");
  });
});
