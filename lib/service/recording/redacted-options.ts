import { isNumber } from "../../go/number.ts";
import { isArray, isObject, type JsonObject, type JsonValue } from "../../json/value.ts";

const oneOf =
  (...words: readonly string[]) =>
  (value: JsonValue): boolean =>
    typeof value === "string" && words.includes(value);

const isBoolean = (value: JsonValue): boolean => typeof value === "boolean";

/**
 * The options of an admission request that may be recorded, each with a test of its value. `fieldManager` is left out,
 * because a caller may write any text in it.
 * Source: https://github.com/kubernetes/apimachinery/blob/40bf4b2b62f8/pkg/apis/meta/v1/types.go, CreateOptions,
 * UpdateOptions, PatchOptions, DeleteOptions.
 */
const recordedOptions: ReadonlyMap<string, (value: JsonValue) => boolean> = new Map([
  ["kind", oneOf("CreateOptions", "UpdateOptions", "PatchOptions", "DeleteOptions")],
  ["apiVersion", oneOf("meta.k8s.io/v1")],
  ["dryRun", (value) => isArray(value) && value.every(oneOf("All"))],
  ["fieldValidation", oneOf("Ignore", "Warn", "Strict")],
  ["force", isBoolean],
  ["gracePeriodSeconds", isNumber],
  ["orphanDependents", isBoolean],
  ["propagationPolicy", oneOf("Orphan", "Background", "Foreground")],
]);

/**
 * Keeps only the options in {@link recordedOptions} with an expected value. Null for null; undefined for any other value that
 * is not a map.
 */
export function redactedOptions(options: JsonValue | undefined): JsonObject | null | undefined {
  if (!isObject(options)) return options === null ? null : undefined;
  return Object.fromEntries(
    Object.entries(options).filter(([key, value]) => recordedOptions.get(key)?.(value) === true),
  );
}
