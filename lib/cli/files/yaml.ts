import { isArray, isObject, type JsonObject, type JsonValue } from "../../json/value.ts";
import { parseNamedYaml } from "./manifest-yaml.ts";
import { fileLabel, manifestFilesAt, readText } from "./read-file.ts";

/**
 * The maps in a YAML or JSON file (`-`: standard input): its documents, and the items of lists and of objects whose kind ends
 * in `List`. Other values are left out. Integers beyond 2^53 are exact. Throws {@link UsageError} with file, line and column
 * if the text is not YAML.
 */
export function readObjects(file: string): readonly JsonObject[] {
  return objectsInText(readText(file), fileLabel(file));
}

/** The maps in a YAML or JSON text, as {@link readObjects} returns them. `label` names the text in messages. */
export function objectsInText(text: string, label: string): readonly JsonObject[] {
  return parseNamedYaml(text, label).flatMap(objectsInValue);
}

/** The maps in a file, or in all .yaml, .yml and .json files of a folder, as {@link readObjects} returns them. */
export function readObjectsAt(path: string): readonly JsonObject[] {
  return manifestFilesAt(path).flatMap(readObjects);
}

function objectsInValue(value: JsonValue): readonly JsonObject[] {
  if (isArray(value)) return value.filter(isObject);
  if (!isObject(value)) return [];
  const { kind, items } = value;
  const isList = typeof kind === "string" && kind.endsWith("List") && isArray(items);
  return isList ? items.filter(isObject) : [value];
}
