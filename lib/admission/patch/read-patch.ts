import { parse } from "../../json/parse.ts";
import { err, ok, type Result } from "../../json/result.ts";
import { isArray, isObject, type JsonValue } from "../../json/value.ts";
import { fromBase64 } from "../../protocol/base64.ts";
import type { PatchOperation } from "./diff.ts";

/**
 * Reads the operations of a response's patch, which is a JSON Patch in base64. The error says that the text is not such a
 * patch, or that it has operations other than add, replace and remove.
 */
export function readPatch(patch: string): Result<readonly PatchOperation[], string> {
  const parsed = parse(fromBase64(patch) ?? "");
  const operations =
    parsed.ok && isArray(parsed.value) ? parsed.value.map(operationOf) : [undefined];
  const known = operations.filter((operation) => operation !== undefined);
  return known.length < operations.length
    ? err("the patch is not a JSON Patch of add, replace and remove operations")
    : ok(known);
}

function operationOf(value: JsonValue): PatchOperation | undefined {
  if (!isObject(value)) return undefined;
  const { op, path, value: given = null } = value;
  if (typeof path !== "string") return undefined;
  if (op === "add" || op === "replace") return { op, path, value: given };
  return op === "remove" ? { op, path } : undefined;
}
