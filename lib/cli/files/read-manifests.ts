import type { JsonValue } from "../../json/value.ts";
import { UsageError } from "../command.ts";
import { parseManifestJson } from "./manifest-json.ts";
import { hasComment, parseNamedYaml } from "./manifest-yaml.ts";
import { fileLabel, manifestFilesAt, readText } from "./read-file.ts";

/** A parsed file with manifests. */
export interface ManifestFile {
  /** The file as the user named it; `standard input` for `-`. */
  readonly file: string;
  readonly format: "yaml" | "json";
  /** The documents in order, without empty ones. */
  readonly documents: readonly JsonValue[];
  readonly hasComments: boolean;
}

/**
 * Reads files, and for a folder all its .yaml, .yml and .json files, sorted. Throws {@link UsageError} if a file is neither YAML
 * nor JSON, and if no file has a document.
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
    documents: parseNamedYaml(text, file),
    hasComments: hasComment(text),
  };
}
