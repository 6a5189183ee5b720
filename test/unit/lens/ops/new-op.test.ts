import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

/** The folder of an op that reverses a text. */
const reverse = {
  "index.ts": `
    import { unparsable } from "../codec.ts";
    import { neverInverted } from "../orientation.ts";
    const reversed = (value) =>
      typeof value === "string" ? [...value].reverse().join("") : unparsable;
    export const reverseOp = {
      kind: "value",
      isExact: true,
      isInverted: neverInverted,
      codec: () => ({
        forward: reversed,
        backward: reversed,
        exactForward: true,
        exactBackward: true,
      }),
    };`,
  "authoring.ts": `
    import { compareNull, noteBothOutcomes, reportWrongTypes } from "../analysis/both-sides.ts";
    import { twoSidedRuleSchema } from "../yaml-schema.ts";
    export const reverseAuthoring = {
      yaml: twoSidedRuleSchema("reverse", "A text, reversed in the other version.", {}, []),
      example: "{ reverse: spec.name }",
      code: [],
      analyse: (walk, _, { pair }) => {
        if (!reportWrongTypes(walk, pair, { op: "reverse", from: ["string"], to: ["string"] })) {
          compareNull(walk, pair);
        }
        noteBothOutcomes(walk, pair, { from: "changed", to: "changed" });
      },
      suppliedBy: "any",
      fillsFragments: false,
    };`,
};

/** A program that prints what conversions, the compiler, `new` and the schema of conversion.yaml do with a rule of the op. */
const useEverywhere = `
  import { ruleCode } from "./lib/cli/verbs/new/rule-code.ts";
  import { ruleYaml } from "./lib/cli/draft/rule-yaml.ts";
  import { opSchemas } from "./lib/cli/conversion-yaml/schema.ts";
  import { Allowance } from "./lib/converter/allowance.ts";
  import { analyzeLens } from "./lib/lens/check/analyze-lens.ts";
  import { lensEdge } from "./lib/lens/edge/edge.ts";
  import { noValidators } from "./lib/schema/validation/validators.ts";
  const x = { preserveUnknownFields: false, embeddedResource: false, intOrString: false };
  const map = (key, member) => ({ type: "object", nullable: false, x, properties: new Map([[key, member]]) });
  const schemaOf = (key, type) => map("spec", map(key, { type, nullable: false, x }));
  const rule = { op: "reverse", from: "spec.name", to: "spec.eman" };
  const lens = { from: "v1", to: "v2", rules: [rule] };
  const edge = lensEdge({ group: "example.com", schemaOf: () => undefined }, lens);
  const source = { body: { spec: { name: "pod" } }, labels: {}, annotations: {} };
  const there = edge.forward(source, new Allowance({ validators: noValidators })).value;
  const back = edge.backward({ ...source, ...there }, new Allowance({ validators: noValidators })).value;
  const schemas = { from: schemaOf("name", "string"), to: schemaOf("eman", "integer") };
  const { faults } = analyzeLens({ from: "v1", to: "v2", schemas }, lens);
  console.log(JSON.stringify({
    there: there.body,
    back: back.body,
    faults: faults.map(({ code }) => code),
    code: ruleCode(rule, { from: "v1", to: "v2" }, new Set()).code,
    yaml: ruleYaml(rule, "v2"),
    isInSchema: "reverse" in opSchemas,
  }));`;

/** A module that makes Node find the files of the op's folder, and add the op's line and import to each registry. */
const hooks = `
  import { registerHooks } from "node:module";
  const folder = ${JSON.stringify(reverse)};
  const names = {
    "ops/registry.ts": ["reverseOp", "./reverse/index.ts"],
    "ops/authoring-registry.ts": ["reverseAuthoring", "./reverse/authoring.ts"],
  };
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier.startsWith("./reverse/")
        ? { url: new URL(specifier, context.parentURL).href, format: "module", shortCircuit: true }
        : next(specifier, context),
    load: (url, context, next) => {
      const [, own] = /\\/ops\\/reverse\\/(.*)/.exec(url) ?? [];
      if (own !== undefined) return { format: "module", source: folder[own], shortCircuit: true };
      const loaded = next(url, context);
      const registry = Object.keys(names).find((file) => url.endsWith(file));
      if (registry === undefined) return loaded;
      const [name, path] = names[registry];
      const listed = String(loaded.source).replace(/ = \\{\\n(?= {2}move: )/, (line) => line + "  reverse: " + name + ",\\n");
      return { ...loaded, source: "import { " + name + " } from " + JSON.stringify(path) + ";\\n" + listed };
    },
  });`;

describe("a new op", () => {
  test("needs a folder and a line in each registry, and nothing else", () => {
    const url = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`;
    const words = ["--import", url(hooks), "--input-type=module", "--eval", useEverywhere];
    const { stdout, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: "utf8" });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual({
      there: { spec: { eman: "dop" } },
      back: { spec: { name: "pod" } },
      faults: ["E105"],
      code: "reverse(v1.spec.name, v2.spec.eman)",
      yaml: "{ reverse: spec.name, to: spec.eman }",
      isInSchema: true,
    });
  });
});
