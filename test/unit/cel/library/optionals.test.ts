import { describe, expect, test } from "vitest";
import { comprehensionLibrary, optionalLibrary } from "../../../../lib/cel/library/optionals.ts";
import { type ResultTable, resultOf, untestedOverloads } from "../../../support/cel-results.ts";

// Source: what the CEL environment of kube-apiserver 1.36.3 (cel-go v0.26.0) returns for each expression.
const table: ResultTable = {
  making: [
    ["optional.of(1)", "optional.of(1)"],
    ["optional.of(null)", "optional.of(null)"],
    ["optional.of(optional.none())", "optional.of(optional.none())"],
    ["optional.ofNonZeroValue(0)", "optional.none()"],
    ["optional.ofNonZeroValue(1)", "optional.of(1)"],
    ["optional.ofNonZeroValue(0u)", "optional.none()"],
    ["optional.ofNonZeroValue(0.0)", "optional.none()"],
    ["optional.ofNonZeroValue('')", "optional.none()"],
    ["optional.ofNonZeroValue(b'')", "optional.none()"],
    ["optional.ofNonZeroValue(false)", "optional.none()"],
    ["optional.ofNonZeroValue(null)", "optional.none()"],
    ["optional.ofNonZeroValue([])", "optional.none()"],
    ["optional.ofNonZeroValue({})", "optional.none()"],
    ["optional.ofNonZeroValue(duration('0s'))", "optional.none()"],
    ["optional.ofNonZeroValue(timestamp('0001-01-01T00:00:00Z'))", "optional.none()"],
    ["optional.ofNonZeroValue(timestamp(0))", 'optional.of(timestamp("1970-01-01T00:00:00Z"))'],
    ["optional.ofNonZeroValue(optional.none())", "optional.of(optional.none())"],
    ["optional.none()", "optional.none()"],
  ],
  "value and hasValue": [
    ["optional.of(1).value()", "1"],
    ["optional.none().value()", "error: optional.none() dereference"],
    ["optional.of(1).hasValue()", "true"],
    ["optional.none().hasValue()", "false"],
    ["optional.of(1 / 0)", "error: division by zero"],
    ["dyn(1).value()", "error: no such overload: value(int)"],
    [
      "1.hasValue()",
      "ERROR: <input>:1:11: found no matching overload for 'hasValue' applied to 'int.()'",
    ],
  ],
  "or and orValue": [
    ["optional.of(1).or(optional.of(2))", "optional.of(1)"],
    ["optional.none().or(optional.of(2))", "optional.of(2)"],
    ["optional.none().or(optional.none())", "optional.none()"],
    ["optional.of(1).or(optional.of(1 / 0))", "optional.of(1)"],
    ["optional.of(1).orValue(2)", "1"],
    ["optional.none().orValue(2)", "2"],
    ["optional.of(1).orValue(1 / 0)", "1"],
    ["optional.none().orValue(1 / 0)", "error: division by zero"],
    [
      "optional.of(1).orValue('a')",
      "ERROR: <input>:1:23: found no matching overload for 'orValue' applied to 'optional_type(int).(string)'",
    ],
  ],
  selection: [
    ["{'a': 1}.?a", "optional.of(1)"],
    ["{'a': 1}.?b", "optional.none()"],
    ["{'a': {'b': 1}}.?a.b", "optional.of(1)"],
    ["{'a': {'b': 1}}.?a.?c", "optional.none()"],
    ["{'a': {'b': 1}}.?b.c", "optional.none()"],
    ["optional.of({'a': 1}).?a", "optional.of(1)"],
    ["optional.none().?a", "optional.none()"],
    ["dyn(1).?a", "optional.none()"],
  ],
  index: [
    ["[1, 2][?0]", "optional.of(1)"],
    ["[1, 2][?2]", "optional.none()"],
    ["[1, 2][?-1]", "optional.none()"],
    ["optional.of([1, 2])[?1]", "optional.of(2)"],
    ["optional.none()[?1]", "optional.none()"],
    ["{'a': 1}[?'a']", "optional.of(1)"],
    ["{'a': 1}[?'b']", "optional.none()"],
    ["optional.of({'a': 1})[?'a']", "optional.of(1)"],
    ["optional.of([1, 2])[0]", "optional.of(1)"],
    ["optional.of([1, 2])[2]", "optional.none()"],
    ["optional.of({'a': 1})['a']", "optional.of(1)"],
    ["optional.of({'a': 1})['b']", "optional.none()"],
  ],
  "first and last": [
    ["[1, 2].first()", "optional.of(1)"],
    ["[].first()", "optional.none()"],
    ["[1, 2].last()", "optional.of(2)"],
    ["[].last()", "optional.none()"],
  ],
  unwrap: [
    ["optional.unwrap([optional.of(1), optional.none()])", "[1]"],
    ["optional.unwrap([])", "[]"],
    ["[optional.of(1), optional.none(), optional.of(2)].unwrapOpt()", "[1, 2]"],
    ["[dyn(1)].unwrapOpt()", "error: no such overload: unwrapOpt(list)"],
    [
      "optional.unwrap([1])",
      "ERROR: <input>:1:16: found no matching overload for 'optional.unwrap' applied to '(list(int))'",
    ],
  ],
  macros: [
    ["optional.of(1).optMap(x, x + 1)", "optional.of(2)"],
    ["optional.none().optMap(x, x + 1)", "optional.none()"],
    ["optional.of(1).optFlatMap(x, optional.of(x + 1))", "optional.of(2)"],
    ["optional.of(1).optFlatMap(x, optional.none())", "optional.none()"],
    ["optional.none().optFlatMap(x, optional.of(1 / 0))", "optional.none()"],
    ["[?optional.of(1), ?optional.none(), 2]", "[1, 2]"],
    ["{?'a': optional.of(1), ?'b': optional.none()}", '{"a": 1}'],
    ["optional.of(1) == optional.of(1)", "true"],
    ["optional.of(1) == optional.none()", "false"],
    ["optional.none() == optional.none()", "true"],
    ["has({'a': 1}.?a)", "ERROR: <input>:1:13: invalid argument to has() macro"],
  ],
  "comprehensions of two variables": [
    ["[1, 2].all(i, v, i < v)", "true"],
    ["[1, 2].exists(i, v, i == v)", "false"],
    ["[1, 2].existsOne(i, v, v == 2)", "true"],
    ["{'a': 1}.all(k, v, k == 'a' && v == 1)", "true"],
    ["[1, 2, 3].transformList(i, v, v * i)", "[0, 2, 6]"],
    ["[1, 2, 3].transformList(i, v, i > 0, v * i)", "[2, 6]"],
    ["{'a': 1}.transformMap(k, v, v + 1)", '{"a": 2}'],
    ["{'a': 1, 'b': 2}.transformMap(k, v, v > 1, v)", '{"b": 2}'],
    ["['a', 'b'].transformMap(i, v, v)", '{0: "a", 1: "b"}'],
    ["['a', 'b'].transformMapEntry(i, v, {v: i})", '{"a": 0, "b": 1}'],
    ["['a', 'a'].transformMapEntry(i, v, {v: i})", "error: insert failed: key a already exists"],
    ["{'a': 1, 'b': 2}.transformMapEntry(k, v, v > 1, {v: k})", '{2: "b"}'],
    ["[1].transformMapEntry(i, v, {})", "{}"],
  ],
};

describe.each(Object.entries(table))("%s", (_, rows) => {
  test.each(rows)("%s", (expression, result) => {
    expect(resultOf(expression)).toBe(result);
  });
});

test("each overload has a row", () => {
  expect(untestedOverloads([optionalLibrary, comprehensionLibrary], table)).toEqual([]);
});
