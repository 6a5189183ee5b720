import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isObject, type JsonObject, type JsonValue } from "../json/value.ts";
import { readObjects } from "./yaml.ts";

/** A kind's folder and the text that its `generated.ts` should have. */
export interface Generated {
  readonly file: string;
  readonly code: string;
  readonly isStale: boolean;
}

/** The `generated.ts` of every kind below a folder: the CRD's facts and the samples as data. */
export function generate(kindsFolder: string): readonly Generated[] {
  return readdirSync(kindsFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(kindsFolder, entry.name, "crd.yaml")))
    .map((entry) => generateKind(join(kindsFolder, entry.name)));
}

/** Writes what is stale and says which files those were. */
export function writeGenerated(kindsFolder: string): readonly string[] {
  const stale = generate(kindsFolder).filter(({ isStale }) => isStale);
  for (const { file, code } of stale) writeFileSync(file, code);
  return stale.map(({ file }) => file);
}

function generateKind(folder: string): Generated {
  const [crd] = readObjects(join(folder, "crd.yaml"));
  const samplesFolder = join(folder, "samples");
  const samples = existsSync(samplesFolder)
    ? readdirSync(samplesFolder)
        .filter((name) => /\.ya?ml$/.test(name))
        .sort()
        .flatMap((name) => readObjects(join(samplesFolder, name)))
    : [];
  const file = join(folder, "generated.ts");
  const code = [
    "// Made from crd.yaml and samples/ by `customhouse generate`: do not edit.",
    `export const crd = ${literal(factsOf(crd ?? {}))};`,
    `export const samples = ${literal(samples)};`,
    "",
  ].join("\n\n");
  const isStale = !existsSync(file) || readFileSync(file, "utf8") !== code;
  return { file, code, isStale };
}

function factsOf(crd: JsonObject): JsonObject {
  const spec = objectAt(crd, "spec");
  const names = objectAt(spec, "names");
  const versions = Array.isArray(spec["versions"]) ? spec["versions"].filter(isObject) : [];
  return {
    group: spec["group"] ?? "",
    kind: names["kind"] ?? "",
    plural: names["plural"] ?? "",
    scope: spec["scope"] ?? "",
    versions: versions.map((version) => ({
      name: version["name"] ?? "",
      served: version["served"] === true,
      storage: version["storage"] === true,
      schema: withoutDescriptions(objectAt(objectAt(version, "schema"), "openAPIV3Schema")),
    })),
  };
}

function objectAt(object: JsonObject, key: string): JsonObject {
  const value = object[key];
  return isObject(value) ? value : {};
}

/** A schema without its `description`s, which restrict nothing; a property may bear that name. */
function withoutDescriptions(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => key !== "description")
      .map(([key, value]) => [key, key === "properties" ? eachSchema(value) : nested(value)]),
  );
}

function eachSchema(properties: JsonValue): JsonValue {
  if (!isObject(properties)) return properties;
  return Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, nested(value)]));
}

function nested(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(nested);
  return isObject(value) ? withoutDescriptions(value) : value;
}

/** A value as a TypeScript literal in house style; `__proto__` would set a prototype and is refused. */
function literal(value: JsonValue): string {
  const text = JSON.stringify(value, undefined, 2);
  if (text.includes('"__proto__":')) throw new Error("a schema or sample has a key __proto__");
  return text.replaceAll(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, "$1$2:");
}
