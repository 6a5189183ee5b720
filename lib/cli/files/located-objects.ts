import { isArray, isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import { UsageError } from "../command.ts";
import { parseManifestJson } from "./manifest-json.ts";
import { documentLines, parseNamedYaml } from "./manifest-yaml.ts";
import { fileLabel, manifestFilesAt, readText } from "./read-file.ts";

/** An object of a manifest, with its file and line. */
export interface LocatedObject {
  readonly object: JsonObject;
  /** The file as the user named it; `-` is standard input. */
  readonly file: string;
  /** The line on which the object's YAML document begins, counted from 1; always 1 for JSON. */
  readonly line: number;
}

/** The position of an object for messages: `file:line`. */
export function objectPosition({ file, line }: Pick<LocatedObject, "file" | "line">): string {
  return `${fileLabel(file)}:${line}`;
}

/**
 * The objects in files and folders, as kubectl reads them, each with its position. A list is replaced by its items. Throws
 * {@link UsageError} with file and line for text that is neither YAML nor JSON, a document that is not a map, an object without
 * apiVersion or kind, and a file without objects.
 */
export function readLocatedObjects(names: readonly string[]): readonly LocatedObject[] {
  return names.flatMap(manifestFilesAt).flatMap((file) => {
    const objects = documentsOf(file).flatMap((document) => objectsInDocument(document));
    if (objects.length > 0) return objects;
    throw new UsageError(`${fileLabel(file)}:1: no object found: write one Kubernetes object`);
  });
}

interface FileDocument {
  readonly document: JsonValue;
  readonly file: string;
  readonly line: number;
}

function documentsOf(file: string): readonly FileDocument[] {
  const text = readText(file);
  const json = parseManifestJson(text);
  if (json !== undefined) return json.map((document) => ({ document, file, line: 1 }));
  const documents = parseNamedYaml(text, fileLabel(file));
  const lines = documentLines(text);
  return documents.map((document, index) => ({ document, file, line: lines[index] ?? 1 }));
}

function objectsInDocument({ document, file, line }: FileDocument): readonly LocatedObject[] {
  const position = objectPosition({ file, line });
  if (!isObject(document)) {
    throw new UsageError(
      `${position}: not a Kubernetes object: it must be a map with apiVersion and kind`,
    );
  }
  const items = member(document, "items");
  const kind = member(document, "kind");
  if (typeof kind === "string" && kind.endsWith("List") && isArray(items)) {
    return items.flatMap((item) => objectsInDocument({ document: item, file, line }));
  }
  const missing = ["apiVersion", "kind"].filter((key) => {
    const value = member(document, key);
    return typeof value !== "string" || value === "";
  });
  if (missing.length === 0) return [{ object: document, file, line }];
  throw new UsageError(`${position}: the object has no ${missing.join(" and no ")}: add it`);
}
