import { compilePattern, findMatches } from "../../schema/pattern/pattern.ts";
import { isInt } from "../value/int.ts";
import { ValueList } from "../value/list.ts";
import { CelError, type CelValue, errorOr, noSuchOverload } from "../value/value.ts";
import type { Library } from "./declaration.ts";

/** `text.matches(pattern)`: a match anywhere in the text. */
export function matches(text: CelValue, source: CelValue): CelValue {
  if (typeof text !== "string") return new CelError("no such overload: matches");
  if (typeof source !== "string") return errorOr(source);
  const pattern = compilePattern(source);
  return pattern.error === undefined ? pattern.test(text) : new CelError(pattern.error);
}

function found(text: CelValue, source: CelValue, limit: number): readonly string[] | CelError {
  if (typeof text !== "string") return errorOr(text);
  if (typeof source !== "string") return errorOr(source);
  const result = findMatches(source, text, limit);
  return result.ok ? result.value : new CelError(`Illegal regex: ${result.error}`);
}

function find(text: CelValue, source: CelValue): CelValue {
  const matched = found(text, source, 1);
  return matched instanceof CelError ? matched : (matched[0] ?? "");
}

function findAll(text: CelValue, source: CelValue, limit: CelValue = -1): CelValue {
  if (!isInt(limit)) return errorOr(limit);
  const count = limit < 0 ? Number.POSITIVE_INFINITY : Number(limit);
  const matched = found(text, source, count);
  return matched instanceof CelError ? matched : new ValueList(matched);
}

/** Source: k8s.io/apiserver@v0.36.3 pkg/cel/library/regex.go. */
export const regexLibrary: Library = {
  declarations: `
find - string.(string) string
findAll string_find_all_string string.(string) list(string)
findAll string_find_all_string_int string.(string,int) list(string)`,
  implementations: {
    string_find_all_string: (text = null, source = null) => findAll(text, source),
    string_find_all_string_int: (text = null, source = null, limit = noSuchOverload) =>
      findAll(text, source, limit),
  },
  byFunction: {
    find: (text = null, source = null) => find(text, source),
  },
};
