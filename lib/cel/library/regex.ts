import { compilePattern, compileRe2, type Re2 } from "../../schema/pattern/pattern.ts";
import { isInt } from "../value/int.ts";
import { ValueList } from "../value/list.ts";
import { CelError, type CelValue, errorOr, noSuchOverload } from "../value/value.ts";
import type { Implementation, Library } from "./declaration.ts";

/** The function `text.matches(pattern)`: true if the pattern matches anywhere in the text. */
export function matchesFunction(re2: Re2 | undefined): Implementation {
  return (text = null, source = null) => {
    if (typeof text !== "string") return new CelError("no such overload: matches");
    if (typeof source !== "string") return errorOr(source);
    const pattern = compilePattern(source, re2);
    return pattern.error === undefined ? pattern.test(text) : new CelError(pattern.error);
  };
}

/** Finds the first `limit` matches of a regular expression, or all if `limit` is -1. */
type Finder = (text: CelValue, source: CelValue, limit: number) => readonly string[] | CelError;

function finder(re2: Re2 | undefined): Finder {
  return (text, source, limit) => {
    if (typeof text !== "string") return errorOr(text);
    if (typeof source !== "string") return errorOr(source);
    const expression = compileRe2(re2, source);
    return expression.ok
      ? expression.value.find(text, limit)
      : new CelError(`Illegal regex: ${expression.error}`);
  };
}

function findFirst(find: Finder): Implementation {
  return (text = null, source = null) => {
    const found = find(text, source, 1);
    if (found instanceof CelError) return found;
    const [first = ""] = found;
    return first;
  };
}

function findAll(find: Finder): Implementation {
  return (text = null, source = null, limit = noSuchOverload) => {
    if (!isInt(limit)) return errorOr(limit);
    const found = find(text, source, limit < 0 ? -1 : Number(limit));
    return found instanceof CelError ? found : new ValueList(found);
  };
}

/**
 * Kubernetes' functions for regular expressions.
 * Source: https://github.com/kubernetes/apiserver/blob/72f5171bff56/pkg/cel/library/regex.go.
 */
export function regexLibrary(re2: Re2 | undefined): Library {
  const find = finder(re2);
  const all = findAll(find);
  return {
    declarations: `
find - string.(string) string
findAll string_find_all_string string.(string) list(string)
findAll string_find_all_string_int string.(string,int) list(string)`,
    implementations: {
      string_find_all_string: (text = null, source = null) => all(text, source, -1),
      string_find_all_string_int: all,
    },
    byFunction: { find: findFirst(find) },
  };
}
