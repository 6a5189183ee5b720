import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { Environment as TheirEnvironment } from "@marcbachmann/cel-js";
import { build } from "esbuild";
import { checkTypes } from "../../lib/cel/check/checker.ts";
import type { TypeEnvironment } from "../../lib/cel/check/scope.ts";
import { validateLiterals } from "../../lib/cel/check/validators.ts";
import { compile } from "../../lib/cel/program.ts";
import { schemaValue } from "../../lib/cel/schema/schema-value.ts";
import { schemaEnvironment } from "../../lib/cel/schema-environment.ts";
import type { Issue } from "../../lib/cel/syntax/issue.ts";
import { parseExpression } from "../../lib/cel/syntax/parser.ts";
import type { JsonObject } from "../../lib/json/value.ts";
import { re2 } from "../../lib/schema/pattern/re2.ts";
import { parseStructural } from "../../lib/schema/structural/parse.ts";
import { cpuRatio, type Work } from "./cpu.ts";
import { type Group, type Row, row } from "./row.ts";

const schema: JsonObject = {
  type: "object",
  properties: {
    minReplicas: { type: "integer" },
    replicas: { type: "integer" },
    names: { type: "array", maxItems: 50, items: { type: "string", maxLength: 63 } },
  },
};
const names = Array.from({ length: 50 }, (_, index) => `name-${index}`);
const object: JsonObject = { minReplicas: 1, replicas: 3, names };
/** Their ints are bigints. */
const theirObject = { minReplicas: 1n, replicas: 3n, names };

const comparison = "self.minReplicas <= self.replicas";
const walk = "self.names.all(n, n.startsWith('name-'))";
const both = `${comparison} && self.names.all(n, n.startsWith('name-') && size(n) < 64)`;

/** The rule engine beside the best package there is. */
export const cel: Group = {
  name: "cel",
  measure: async () => {
    const { structural } = parseStructural(schema);
    const environment = schemaEnvironment({ structural, isRoot: false }, re2)?.environment;
    if (environment === undefined) throw new Error("the bench's schema has no type");
    const theirs = new TheirEnvironment().registerVariable("self", "dyn");
    const evaluation = (text: string): readonly [Work, Work] => {
      const compiled = compile(text, environment);
      if (!compiled.ok) throw new Error(compiled.error.text);
      const run = theirs.parse(text);
      return [
        () => compiled.value.evaluate({ self: schemaValue(object, structural) }),
        () => run({ self: theirObject }),
      ];
    };
    const parsed = (): unknown => theirs.parse(both);
    const checking = await cpuRatio(() => parseAndCheck(both, environment), parsed);
    const compiling = await cpuRatio(() => compile(both, environment), parsed);
    return [
      row("cel field comparison", await cpuRatio(...evaluation(comparison)), "x cel-js", 1),
      row("cel all over 50 strings", await cpuRatio(...evaluation(walk)), "x cel-js", 0.5),
      row("cel parse and check", checking, "x cel-js parse", 2),
      row("cel parse, check and plan", compiling, "x cel-js parse", 2),
      await sizeRow(),
    ];
  },
};

/** What the server does with a rule when a definition is created. */
function parseAndCheck(text: string, environment: TypeEnvironment): void {
  const issues: Issue[] = [];
  const parsed = parseExpression(text, issues);
  const checked = parsed === undefined ? undefined : checkTypes(parsed, environment, issues);
  if (checked !== undefined) validateLiterals(checked, () => undefined, issues);
  if (checked === undefined || issues.length > 0) throw new Error("the expression has a fault");
}

const withoutRules = ["crd/request/create-and-update", "schema/pattern/pattern"];
const withRules = [...withoutRules, "cel/rules/evaluate-rules"];

/** What running rules adds to a function that has the schema engine, minified and compressed, RE2 apart. */
async function sizeRow(): Promise<Row> {
  const added = (await bytesOf(withRules)) - (await bytesOf(withoutRules));
  return row("cel size, RE2 apart", added / 1000, "kB", 45);
}

async function bytesOf(modules: readonly string[]): Promise<number> {
  const { outputFiles } = await build({
    stdin: {
      contents: modules.map((name) => `export * from "./lib/${name}.ts";`).join("\n"),
      resolveDir: fileURLToPath(new URL("../..", import.meta.url)),
    },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    external: ["re2js"],
    write: false,
  });
  return gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length;
}
