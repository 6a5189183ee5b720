import { compareText } from "../../go/text-order.ts";
import { err, ok, type Result } from "../../json/result.ts";
import {
  Float,
  isArray,
  isObject,
  type JsonArray,
  type JsonValue,
  member,
} from "../../json/value.ts";
import { compareValues } from "./compare.ts";
import { parseJsonPath } from "./parser.ts";
import type { FilterNode, PathNode, SliceNode } from "./path-node.ts";

/** A compiled JSONPath. */
export interface JsonPath {
  /** True for a path that ends in an integer literal. Only a column of type string shows its value. */
  readonly printsOnly: boolean;
  /**
   * The values at the path, in order. Members of a map are sorted by name; the server's order is random. Empty if a
   * field is absent. Errors: the path does not fit the object, or an index is out of bounds.
   */
  find(object: JsonValue): Result<JsonArray, string>;
}

/**
 * Compiles a JSONPath of a printer column, without braces: `.spec.replicas`, `.items[0].name`,
 * `.status.conditions[?(@.type=="Ready")].status`. `range` and `end` compile, but `find` returns an error for them.
 *
 * Errors: why the text is not a JSONPath.
 * Source: https://github.com/kubernetes/client-go/blob/44a8af2fee83/util/jsonpath/jsonpath.go, with missing keys allowed.
 */
export function compileJsonPath(path: string): Result<JsonPath, string> {
  const template = parseJsonPath(`{${path}}`);
  if (!template.ok) return template;
  const actions = template.value;
  const last = actions[0]?.at(-1);
  return ok({
    printsOnly: last?.kind === "number" && last.isInteger,
    find(object) {
      const found = actions.map((nodes) => walk([object], nodes));
      const fault = found.find(({ error }) => error !== undefined)?.error;
      return fault === undefined ? ok(found[0]?.values ?? []) : err(fault);
    },
  });
}

/** The values found so far, and the error if a step failed. */
interface FoundValues {
  readonly values: readonly JsonValue[];
  readonly error?: string;
}

function walk(values: readonly JsonValue[], nodes: readonly PathNode[]): FoundValues {
  let found: FoundValues = { values };
  for (const node of nodes) {
    found = stepInto(found.values, node);
    if (found.error !== undefined) return found;
  }
  return found;
}

function stepInto(values: readonly JsonValue[], node: PathNode): FoundValues {
  switch (node.kind) {
    case "field":
      return { values: values.flatMap((value) => jsonPathField(value, node.name)) };
    case "wildcard":
      return { values: values.flatMap(contentOf) };
    case "recursive":
      return { values: descend(values) };
    case "literal":
      return {
        values: typeof node.value === "string" ? [node.value] : values.map(() => node.value),
      };
    case "number": {
      const number = node.isInteger ? node.value : new Float(String(node.value));
      return { values: values.map(() => number) };
    }
    case "identifier":
      return { values, error: `unrecognized identifier ${node.name}` };
    case "union":
      return unitedValues(values, node.branches);
    case "filter":
      return filter(values, node);
    case "slice":
      return sliceAll(values, node);
  }
}

function jsonPathField(value: JsonValue, name: string): readonly JsonValue[] {
  const found = isObject(value) ? member(value, name) : undefined;
  return found === undefined ? [] : [found];
}

/** The items of a list, the values of a map, or the bytes of a string, each as a decimal text. Empty for other values. */
function contentOf(value: JsonValue): readonly JsonValue[] {
  if (isArray(value)) return value;
  if (isObject(value)) {
    return Object.keys(value)
      .sort(compareText)
      .map((key) => member(value, key) ?? null);
  }
  return typeof value === "string" ? Array.from(new TextEncoder().encode(value), String) : [];
}

/** The values themselves and all values below them that are lists, maps or strings and not empty, the outermost first. */
function descend(values: readonly JsonValue[]): readonly JsonValue[] {
  const found: JsonValue[] = [];
  const stack = values.toReversed();
  for (let value = stack.pop(); value !== undefined; value = stack.pop()) {
    if (typeof value === "string") {
      if (value !== "") found.push(value);
      continue;
    }
    const content = contentOf(value);
    if (content.length === 0) continue;
    found.push(value);
    for (const item of content.toReversed()) stack.push(item);
  }
  return found;
}

function unitedValues(
  values: readonly JsonValue[],
  branches: readonly (readonly PathNode[])[],
): FoundValues {
  const found: JsonValue[] = [];
  for (const branch of branches) {
    const part = walk(values, branch);
    if (part.error !== undefined) return { values, error: part.error };
    for (const value of part.values) found.push(value);
  }
  return { values: found };
}

function filter(values: readonly JsonValue[], node: FilterNode): FoundValues {
  const found: JsonValue[] = [];
  for (const value of values) {
    if (!isArray(value)) return { values, error: "the value to filter is not a list" };
    for (const item of value) {
      const passes = passesFilter(item, node);
      if (!passes.ok) return { values, error: passes.error };
      if (passes.value) found.push(item);
    }
  }
  return { values: found };
}

function passesFilter(item: JsonValue, node: FilterNode): Result<boolean, string> {
  const left = walk([item], node.left);
  if (node.operator === "exists") return ok(left.values.length > 0);
  if (left.error !== undefined) return err(left.error);
  const [a] = left.values;
  if (a === undefined) return ok(false);
  const right = left.values.length > 1 ? left : walk([item], node.right);
  if (right.error !== undefined) return err(right.error);
  const [b] = right.values;
  if (b === undefined) return ok(false);
  if (right.values.length > 1) return err("can only compare one element at a time");
  return compareValues(a, node.operator, b);
}

function sliceAll(values: readonly JsonValue[], node: SliceNode): FoundValues {
  const found: JsonValue[] = [];
  for (const value of values) {
    if (value === null) continue;
    const part = isArray(value) ? slice(value, node) : err("the value to index is not a list");
    if (!part.ok) return { values, error: part.error };
    if (part.value === undefined) return { values: found };
    for (const item of part.value) found.push(item);
  }
  return { values: found };
}

/** The items that a slice selects; undefined if its bounds are equal, which ends the slicing of all further lists. */
function slice(list: JsonArray, node: SliceNode): Result<JsonArray | undefined, string> {
  const size = list.length;
  const from = node.start ?? 0;
  const to = node.end ?? size;
  const start = from < 0 ? from + size : from;
  const end = to < 0 || (to === 0 && node.single) ? to + size : to;
  if (start === end) return ok(undefined);
  if (start >= size || start < 0 || end > size || end < 0) return err("array index out of bounds");
  if (start > end) return err("the slice starts after its end");
  const step = node.step ?? 1;
  if (step <= 0) return err("step must be > 0");
  return ok(list.slice(start, end).filter((_, index) => index % step === 0));
}
