import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { decodeUtf8 } from "../../json/parse.ts";
import type { JsonValue } from "../../json/value.ts";
import { UsageError } from "../command.ts";
import { parseManifestJson } from "./manifest-json.ts";
import { hasComment, parseManifestYaml } from "./manifest-yaml.ts";

/** A file of manifests as it was read. */
export interface ManifestFile {
  /** As the user named it; `standard input` for `-`. */
  readonly file: string;
  readonly format: "yaml" | "json";
  /** In order; a document that holds nothing is left out. */
  readonly documents: readonly JsonValue[];
  readonly hasComments: boolean;
}

/**
 * Reads the files that are named, of a folder all .yaml, .yml and .json files by name. Throws {@link UsageError} where
 * one is neither YAML nor JSON.
 */
export function readManifests(names: readonly string[]): readonly ManifestFile[] {
  return names.flatMap(filesAt).map(readManifest);
}

function filesAt(name: string): readonly string[] {
  if (name === "-" || !statSync(name).isDirectory()) return [name];
  return readdirSync(name)
    .filter((file) => /\.(?:ya?ml|json)$/.test(file))
    .sort()
    .map((file) => join(name, file));
}

function readManifest(name: string): ManifestFile {
  const file = name === "-" ? "standard input" : name;
  const text = decodeUtf8(readFileSync(name === "-" ? 0 : name));
  if (!text.ok) throw new UsageError(`${file}: ${text.error.message}`);
  const json = parseManifestJson(text.value);
  if (json !== undefined) return { file, format: "json", documents: json, hasComments: false };
  return {
    file,
    format: "yaml",
    documents: yamlDocuments(file, text.value),
    hasComments: hasComment(text.value),
  };
}

function yamlDocuments(file: string, text: string): readonly JsonValue[] {
  try {
    return parseManifestYaml(text);
  } catch (fault) {
    if (fault instanceof UsageError) throw new UsageError(`${file}: ${fault.message}`);
    if (fault instanceof RangeError) throw new UsageError(`${file}: nests too deeply`);
    throw fault;
  }
}
