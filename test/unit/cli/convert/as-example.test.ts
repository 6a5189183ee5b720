import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseConversion } from "../../../../lib/cli/conversion-yaml/conversion-yaml.ts";
import { convert } from "../../../../lib/cli/verbs/convert/convert.ts";
import { type Ran, runCommand } from "../../../support/run-command.ts";

let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "as-example-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const queues = ["--kinds", "test/unit/cli/kinds"];

function ran(text: string, args: readonly string[]): Promise<Ran> {
  const path = join(folder, "objects.yaml");
  writeFileSync(path, text);
  return runCommand(convert, ["-f", path, "--as-example", ...args]);
}

const queue = (version: string, rest: string): string =>
  `apiVersion: example.com/${version}\nkind: Queue\n${rest}`;

describe("convert --as-example", () => {
  test.each([
    {
      name: "converts both ways, with the metadata that an author writes",
      text: queue(
        "v1",
        `metadata:
  name: a
  uid: 0-1
  labels: { team: b }
  annotations: { kubectl.kubernetes.io/last-applied-configuration: "{}", note: c }
spec: { cohort: d }
`,
      ),
      to: "v2",
      out: `v1:
  metadata:
    name: a
    labels:
      team: b
    annotations:
      note: c
  spec:
    cohort: d
v2:
  metadata:
    name: a
    labels:
      team: b
    annotations:
      note: c
  spec:
    cohortName: d
    limit: 9007199254740993`,
    },
    {
      name: "way: forth where the newer version can't represent something",
      text: queue("v1", "spec: { strategy: Old }\n"),
      to: "v2",
      out: `v1:
  spec:
    strategy: Old
v2:
  spec:
    strategy: Slow
    limit: 9007199254740993
way: forth`,
    },
    {
      name: "writes the older version first also for the way back, without preserved values",
      text: queue(
        "v2",
        `metadata: { annotations: { example.com/kept.v1.01jm3ns1wo98rm: '{"spec.strategy":["Old"]}' } }
spec: { strategy: Slow }
`,
      ),
      to: "v1",
      out: `v1:
  spec:
    strategy: Slow
v2:
  spec:
    strategy: Slow
way: back`,
    },
  ])("$name", async ({ text, to, out }) => {
    expect(await ran(text, ["--to", to, ...queues])).toEqual({ code: 0, out, error: "" });
    const examples = `from: v1\nto: v2\nrules: []\nexamples:\n- ${out.replaceAll("\n", "\n  ")}\n`;
    const read = parseConversion(examples, {
      file: "conversion.yaml",
      kindVersions: ["v1", "v2"],
    });
    expect(read.faults).toEqual([]);
    expect(read.lenses[0]?.examples).toHaveLength(1);
  });

  test("writes a document for each object, without those of other kinds", async () => {
    const list = `apiVersion: v1\nkind: List\nitems:\n- { apiVersion: example.com/v1, kind: Queue, spec: { cohort: a } }\n- { apiVersion: example.com/v1, kind: Queue, spec: { cohort: b } }\n- { apiVersion: v1, kind: Secret }\n`;
    const { out } = await ran(list, ["--to", "v2", ...queues]);
    expect(out.split("\n---\n").map((each) => each.split("\n")[2])).toEqual([
      "    cohort: a",
      "    cohort: b",
    ]);
  });

  test("refuses an object that has the version already, and writes nothing", async () => {
    const { code, out, error } = await ran(queue("v2", "spec: {}\n"), ["--to", "v2", ...queues]);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(error).toContain("Queue: it is at v2 already, and an example needs two versions");
  });

  test("is refused with --nearest-valid", async () => {
    const { code, error } = await ran("a: 1\n", ["--to", "v2", "--nearest-valid", ...queues]);
    expect({ code, error }).toEqual({
      code: 2,
      error:
        "--as-example and --nearest-valid can't be combined: a nearest valid shape is not an example",
    });
  });
});
