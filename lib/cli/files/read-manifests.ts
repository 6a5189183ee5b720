import type { JsonValue } from "../../json/value.ts";
import { UsageError } from "../command.ts";
import { parseManifestJson } from "./manifest-json.ts";
import { hasComment, parseManifestYaml } from "./manifest-yaml.ts";
import { manifestFilesAt, nameOf, readText } from "./read-file.ts";
import { expansionFaultText } from "./yaml-faults.ts";

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
 * one is neither YAML nor JSON, and where all together hold nothing.
 */
export function readManifests(names: readonly string[]): readonly ManifestFile[] {
  const files = names.flatMap(manifestFilesAt).map(readManifest);
  if (files.some(({ documents }) => documents.length > 0)) return files;
  throw new UsageError(`${names.map(nameOf).join(", ")}: no object in it`);
}

function readManifest(name: string): ManifestFile {
  const file = nameOf(name);
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
    const said = fault instanceof UsageError ? fault.message : expansionFaultText(fault);
    if (said === undefined) throw fault;
    throw new UsageError(`${file}: ${said}`);
  }
}
