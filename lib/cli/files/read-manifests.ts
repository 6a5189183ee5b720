import type { JsonValue } from "../../json/value.ts";
import { UsageError } from "../command.ts";
import { parseManifestJson } from "./manifest-json.ts";
import { hasComment, parseManifestYaml } from "./manifest-yaml.ts";
import { fileLabel, manifestFilesAt, readText } from "./read-file.ts";
import { expansionFaultText } from "./yaml-faults.ts";

/** A file of manifests, parsed. */
export interface ManifestFile {
  /** The file as the user named it; `standard input` for `-`. */
  readonly file: string;
  readonly format: "yaml" | "json";
  /** The documents in order, without empty ones. */
  readonly documents: readonly JsonValue[];
  readonly hasComments: boolean;
}

/**
 * Reads files, and in a folder all .yaml, .yml and .json files in the order of their names. Throws {@link UsageError}
 * where one is neither YAML nor JSON, and where none holds a document.
 */
export function readManifests(names: readonly string[]): readonly ManifestFile[] {
  const files = names.flatMap(manifestFilesAt).map(readManifest);
  if (files.some(({ documents }) => documents.length > 0)) return files;
  throw new UsageError(`${names.map(fileLabel).join(", ")}: no object found`);
}

function readManifest(name: string): ManifestFile {
  const file = fileLabel(name);
  const text = readText(name);
  const json = parseManifestJson(text);
  if (json !== undefined) return { file, format: "json", documents: json, hasComments: false };
  return {
    file,
    format: "yaml",
    documents: yamlDocuments(file, text),
    hasComments: hasComment(text),
  };
}

function yamlDocuments(file: string, text: string): readonly JsonValue[] {
  try {
    return parseManifestYaml(text);
  } catch (fault) {
    const reason = fault instanceof UsageError ? fault.message : expansionFaultText(fault);
    if (reason === undefined) throw fault;
    throw new UsageError(`${file}: ${reason}`);
  }
}
