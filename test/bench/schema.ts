import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { Ajv } from "ajv";
import { build } from "esbuild";
import { parse as parseYaml } from "yaml";
import { allEngines } from "../../lib/crd/engines/all-engines.ts";
import { compileKind } from "../../lib/crd/request/resource-kind.ts";
import type { JsonObject, JsonValue } from "../../lib/json/value.ts";
import { applyDefaults } from "../../lib/schema/defaulting/apply-defaults.ts";
import { dropNonNullableNulls } from "../../lib/schema/pruning/nulls.ts";
import { prune } from "../../lib/schema/pruning/prune.ts";
import { cpuRatio, longBatchMs } from "./cpu.ts";
import { type Group, type Row, row } from "./row.ts";

const crds = fileURLToPath(new URL("../../../shared/crds", import.meta.url));

const properties: JsonObject = {
  name: { type: "string", maxLength: 63 },
  image: { type: "string", minLength: 1 },
  replicas: { type: "integer", minimum: 0, maximum: 100, default: 1 },
  mode: { type: "string", enum: ["Always", "Never"], default: "Always" },
  ports: { type: "array", items: { type: "integer", minimum: 1, maximum: 65_535 } },
  labels: { type: "object", additionalProperties: { type: "string" } },
};

const schema: JsonObject = {
  type: "object",
  properties: {
    spec: {
      type: "object",
      required: ["parts"],
      properties: {
        parts: { type: "array", items: { type: "object", required: ["name"], properties } },
      },
    },
  },
};

/** An object of about 10 kB of JSON. */
const object: JsonObject = {
  apiVersion: "bench.example.com/v1",
  kind: "Bench",
  metadata: { name: "bench", namespace: "default" },
  spec: {
    parts: Array.from({ length: 60 }, (_, index) => ({
      name: `part-${index}`,
      image: `registry.example.com/team/part-${index}:1.27.${index}`,
      replicas: (index % 5) + 1,
      ports: [8080, 8443, 9000 + index],
      labels: { app: `part-${index}`, team: "bench", tier: "backend" },
    })),
  },
};

/** The engine beside JSON.parse of the same text, and beside ajv's compiled validator of the same schema. */
export const schemaEngine: Group = {
  name: "schema",
  measure: async () => [...(await objectRows()), ...(await compileRows()), await sizeRow()],
};

async function objectRows(): Promise<readonly Row[]> {
  const version = compileKind(definitionOf(schema), allEngines).versions.get("v1");
  if (version?.structural === undefined)
    throw new Error("the benchmark's schema is not structural");
  const { structural, validator } = version;
  const engine = (): JsonValue => {
    const kept = prune(object, structural, { isResourceRoot: true }).object;
    const defaulted = applyDefaults(dropNonNullableNulls(kept, structural), structural);
    return validator.validate(defaulted).length;
  };
  const text = JSON.stringify(object);
  const ajv = new Ajv({ strict: false }).compile(schema);
  return [
    row(
      "schema 10 kB prune+default+validate",
      await cpuRatio(engine, () => JSON.parse(text)),
      "x JSON.parse",
      1,
    ),
    row(
      "schema 10 kB validate",
      await cpuRatio(
        () => validator.validate(object),
        () => ajv(object),
      ),
      "x ajv",
      1,
    ),
  ];
}

function definitionOf(openAPIV3Schema: JsonObject): JsonObject {
  const version = { name: "v1", served: true, storage: true, schema: { openAPIV3Schema } };
  const names = { plural: "benches", kind: "Bench" };
  return { spec: { group: "bench.example.com", scope: "Namespaced", names, versions: [version] } };
}

/** Compiling the largest CRD of ../shared/crds; no row where that is not there. */
async function compileRows(): Promise<readonly Row[]> {
  if (!existsSync(crds)) return [];
  const [largest = ""] = readdirSync(crds)
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => join(crds, name))
    .sort((a, b) => statSync(b).size - statSync(a).size);
  const crd: JsonValue = parseYaml(readFileSync(largest, "utf8"));
  const text = JSON.stringify(crd);
  const ratio = await cpuRatio(
    () => compileKind(crd, allEngines),
    () => JSON.parse(text),
    { batchMs: longBatchMs },
  );
  return [
    row(`schema compile ${(text.length / 1000).toFixed(0)} kB CRD`, ratio, "x JSON.parse", 15),
  ];
}

/** All that `customhouse/schema` exports, minified and compressed, RE2 and the rule engine apart. */
async function sizeRow(): Promise<Row> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("../../lib/schema.ts", import.meta.url))],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    external: ["re2js", "../../cel/*"],
    write: false,
  });
  const bytes = gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length;
  return row("schema engine min+gzip without RE2", bytes / 1000, "kB", 60);
}
