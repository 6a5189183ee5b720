import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  type ParsedConversion,
  parseConversion,
} from "../../../lib/cli/conversion-yaml/conversion-yaml.ts";

let project = "";

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "examples-"));
});
afterEach(() => rmSync(project, { recursive: true }));

function write(name: string, content: string): void {
  mkdirSync(dirname(join(project, name)), { recursive: true });
  writeFileSync(join(project, name), content);
}

/** Reads the conversion.yaml of the kind `kinds/machine`, whose examples start at line 4. */
function parsed(examples: string): ParsedConversion {
  const folder = join(project, "kinds/machine");
  mkdirSync(folder, { recursive: true });
  const text = `from: v1beta1\nto: v1beta2\nrules: []\n${examples}`;
  return parseConversion(text, {
    file: "conversion.yaml",
    kindVersions: ["v1beta1", "v1beta2"],
    folder,
  });
}

function faultsOf(examples: string): readonly string[] {
  const { faults, includedFaults } = parsed(examples);
  return [...faults, ...includedFaults];
}

const spec = (n: number) => ({ spec: { n } });

describe("examples of a conversion.yaml", () => {
  test("may be inline, and faults have line and column", () => {
    const text = `examples:
- { v1beta1: { spec: { n: 1 } }, v1beta2: { spec: { n: 2 } } }
- v1beta2: { spec: { n: 4 } }
  v1beta1: { metadata: { labels: { a: b } }, spec: { n: 3 } }
  way: forth
`;
    const [lens] = parsed(text).lenses;
    expect(faultsOf(text)).toEqual([]);
    expect(lens?.examples).toEqual([
      { objects: { v1beta1: spec(1), v1beta2: spec(2) }, at: { line: 5, column: 3 } },
      {
        objects: { v1beta1: { metadata: { labels: { a: "b" } }, ...spec(3) }, v1beta2: spec(4) },
        way: "forth",
        at: { line: 6, column: 3 },
      },
    ]);
  });

  test("may be in files, one for each document", () => {
    write(
      "kinds/machine/examples/basic.yaml",
      "v1beta1: { spec: { n: 1 } }\nv1beta2: { spec: { n: 2 } }\n---\nv1beta1: {}\nv1beta2: {}\nway: back\n",
    );
    const text = "examples: [examples/basic.yaml]\n";
    expect(faultsOf(text)).toEqual([]);
    const file = "examples/basic.yaml";
    expect(parsed(text).lenses[0]?.examples).toEqual([
      { objects: { v1beta1: spec(1), v1beta2: spec(2) }, at: { file, line: 1, column: 1 } },
      { objects: { v1beta1: {}, v1beta2: {} }, way: "back", at: { file, line: 4, column: 1 } },
    ]);
  });

  test.each([
    [
      "an unknown version",
      "examples: [{ v1beta1: {}, v1beta3: {} }]",
      "4:27: examples[0].v1beta3: is not a member of an example of v1beta1 and v1beta2; did you mean v1beta2?",
    ],
    [
      "a missing version",
      "examples: [{ v1beta1: {} }]",
      "4:12: examples[0]: the example needs the member v1beta2",
    ],
    [
      "an unknown way",
      "examples: [{ v1beta1: {}, v1beta2: {}, way: fort }]",
      "4:40: examples[0].way: must be one of both, forth, back; did you mean forth?",
    ],
    [
      "an object that is a text",
      "examples: [{ v1beta1: a, v1beta2: {} }]",
      "4:14: examples[0].v1beta1: must be a map: the object at version v1beta1, with spec and so on",
    ],
    [
      "an apiVersion",
      "examples: [{ v1beta1: { apiVersion: a/v1 }, v1beta2: {} }]",
      "4:25: examples[0].v1beta1.apiVersion: must be left out: an object of an example is of this file's kind, at the version that is its key",
    ],
    [
      "other metadata",
      "examples: [{ v1beta1: { metadata: { lables: {} } }, v1beta2: {} }]",
      "4:37: examples[0].v1beta1.metadata.lables: is not a member of an example's metadata; did you mean labels?",
    ],
    [
      "a label that is a number",
      "examples: [{ v1beta1: { metadata: { labels: { a: 1 } } }, v1beta2: {} }]",
      "4:47: examples[0].v1beta1.metadata.labels.a: must be a string",
    ],
    [
      "a number",
      "examples: [1]",
      "4:12: examples[0]: must be a file, or a map with the members v1beta1 and v1beta2",
    ],
    ["no list", "examples: {}", "4:1: examples: must be array"],
  ])("one fault for %s", (_name, text, fault) => {
    expect(faultsOf(text)).toEqual([fault]);
  });

  describe("files", () => {
    test("that do not exist, or are folders", () => {
      write("kinds/machine/basic.yaml", "");
      expect(faultsOf("examples: [basi.yaml, .]")).toEqual([
        "4:12: examples[0]: there is no file basi.yaml; did you mean basic.yaml?",
        "4:23: examples[1]: . is a folder, not a file",
      ]);
    });

    test("outside the project folder, also by a link", () => {
      const outside = mkdtempSync(join(tmpdir(), "outside-"));
      writeFileSync(join(outside, "a.yaml"), "v1beta1: {}\nv1beta2: {}\n");
      mkdirSync(join(project, "kinds/machine"), { recursive: true });
      symlinkSync(join(outside, "a.yaml"), join(project, "kinds/machine/a.yaml"));
      const [fault, ...more] = faultsOf("examples: [a.yaml]");
      rmSync(outside, { recursive: true });
      expect(fault).toContain("4:12: examples[0]: a.yaml is outside the project folder");
      expect(more).toEqual([]);
    });

    test("that are empty, are not YAML, or hold no example", () => {
      write("kinds/machine/empty.yaml", "");
      write("kinds/machine/broken.yaml", "a: [");
      write("kinds/machine/other.yaml", "v1beta1: {}\n---\n- 1\n");
      const faults = faultsOf("examples: [empty.yaml, broken.yaml, other.yaml]");
      expect(faults[0]).toBe("4:12: examples[0]: empty.yaml has no example");
      expect(faults[1]).toContain("broken.yaml:1:");
      expect(faults.slice(2)).toEqual([
        "other.yaml:1:1: the example needs the member v1beta2",
        "other.yaml:3:1: must be a map with the members v1beta1 and v1beta2",
      ]);
    });
  });
});
