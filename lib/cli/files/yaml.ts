import { parseAllDocuments } from "yaml";
import {
  assign,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from "../../json/value.ts";
import { UsageError } from "../command.ts";
import { indentQuotedLines } from "./quoted-lines.ts";
import { fileLabel, manifestFilesAt, readText } from "./read-file.ts";
import { expansionFaultText, syntaxFaultText } from "./yaml-faults.ts";

/**
 * The maps in a YAML or JSON file (`-`: standard input): its documents, and the items of lists and of objects whose kind ends
 * in `List`. Other values are left out. Integers beyond 2^53 are exact. Throws {@link UsageError} with file, line and column
 * if the text is not YAML.
 */
export function readObjects(file: string): readonly JsonObject[] {
  return objectsOf(readText(file), fileLabel(file));
}

/** The maps in a YAML or JSON text, as {@link readObjects} returns them. `label` names the text in messages. */
export function objectsOf(text: string, label: string): readonly JsonObject[] {
  try {
    return objectsInText(text);
  } catch (cause) {
    const reason = cause instanceof UsageError ? cause.message : expansionFaultText(cause);
    if (reason === undefined) throw cause;
    throw new UsageError(`${label}: ${reason}`, { cause });
  }
}

/** The maps in a file, or in all .yaml, .yml and .json files of a folder, as {@link readObjects} returns them. */
export function readObjectsAt(path: string): readonly JsonObject[] {
  return manifestFilesAt(path).flatMap(readObjects);
}

function objectsInText(text: string): readonly JsonObject[] {
  const documents = parseDocuments(text);
  const isGood = documents.every(({ errors }) => errors.length === 0);
  const lenient = isGood ? documents : parseDocuments(indentQuotedLines(text));
  return lenient.flatMap((document) => {
    if (document.errors.length === 0)
      return objectsInValue(exactJson(document.toJS({ maxAliasCount: 100 })));
    const [fault] = documents.flatMap(({ errors }) => errors);
    throw new UsageError(syntaxFaultText(fault?.message ?? "not YAML"));
  });
}

function parseDocuments(text: string) {
  return parseAllDocuments(text, { intAsBigInt: true });
}

function objectsInValue(value: JsonValue): readonly JsonObject[] {
  if (isArray(value)) return value.filter(isObject);
  if (!isObject(value)) return [];
  const { kind, items } = value;
  const isList = typeof kind === "string" && kind.endsWith("List") && isArray(items);
  return isList ? items.filter(isObject) : [value];
}

/** Converts a value of the YAML library to a JsonValue. Integers become numbers if these are exact, else bigints. */
export function exactJson(value: unknown): JsonValue {
  if (typeof value === "bigint") {
    const small = Number(value);
    return Number.isSafeInteger(small) ? small : value;
  }
  if (Array.isArray(value)) return value.map(exactJson);
  if (typeof value === "object" && value !== null) {
    const map: MutableJsonObject = {};
    for (const [key, member] of Object.entries(value)) assign(map, key, exactJson(member));
    return map;
  }
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? value
    : null;
}
