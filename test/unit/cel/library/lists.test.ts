import { describe, expect, test } from "vitest";
import {
  kubernetesListLibrary,
  listLibrary,
  setLibrary,
} from "../../../../lib/cel/library/lists.ts";
import { type ResultTable, resultOf, untestedOverloads } from "../../../support/cel-results.ts";

// Source: what the CEL environment of kube-apiserver 1.36.3 (cel-go v0.26.0) returns for each expression.
const table: ResultTable = {
  isSorted: [
    ["[1, 2, 2].isSorted()", "true"],
    ["[2, 1].isSorted()", "false"],
    ["[].isSorted()", "true"],
    ["[1u, 2u].isSorted()", "true"],
    ["[1.5, 0.5].isSorted()", "false"],
    ["[false, true].isSorted()", "true"],
    ["[duration('1s'), duration('2s')].isSorted()", "true"],
    ["[timestamp('2024-01-02T00:00:00Z'), timestamp('2024-01-01T00:00:00Z')].isSorted()", "false"],
    ["['a', 'b', 'é'].isSorted()", "true"],
    ["[b'b', b'a'].isSorted()", "false"],
    ["[dyn(1), dyn(2.5)].isSorted()", "true"],
    ["[dyn(1), dyn('a')].isSorted()", "true"],
    ["[dyn([1])].isSorted()", "error: no such overload: isSorted(list)"],
  ],
  sum: [
    ["[1, 2, 3].sum()", "6"],
    ["[].sum()", "0"],
    ["[9223372036854775807, 1].sum()", "error: integer overflow"],
    ["[1u, 2u].sum()", "3u"],
    ["[18446744073709551615u, 1u].sum()", "error: unsigned integer overflow"],
    ["[0.1, 0.2].sum()", "0.30000000000000004"],
    ["[duration('1h'), duration('30m')].sum()", 'duration("5400s")'],
    [
      "['a'].sum()",
      "ERROR: <input>:1:10: found no matching overload for 'sum' applied to 'list(string).()'",
    ],
  ],
  max: [
    ["[3, 1, 2].max()", "3"],
    ["[1u, 2u].max()", "2u"],
    ["[1.5, 0.5].max()", "1.5"],
    ["[false, true].max()", "true"],
    ["[duration('1s'), duration('2s')].max()", 'duration("2s")'],
    [
      "[timestamp('2024-01-02T00:00:00Z'), timestamp('2024-01-01T00:00:00Z')].max()",
      'timestamp("2024-01-02T00:00:00Z")',
    ],
    ["['a', 'é', 'b'].max()", '"é"'],
    ["[b'b', b'a'].max()", 'b"b"'],
    ["[].max()", "error: max called on empty list"],
    ["[dyn(1), dyn('a')].max()", "1"],
    ["[0.0 / 0.0, 1.0].max()", "NaN"],
  ],
  min: [
    ["[3, 1, 2].min()", "1"],
    ["[1u, 2u].min()", "1u"],
    ["[1.5, 0.5].min()", "0.5"],
    ["[false, true].min()", "false"],
    ["[duration('1s'), duration('2s')].min()", 'duration("1s")'],
    [
      "[timestamp('2024-01-02T00:00:00Z'), timestamp('2024-01-01T00:00:00Z')].min()",
      'timestamp("2024-01-01T00:00:00Z")',
    ],
    ["['b', '', 'a'].min()", '""'],
    ["[b'b', b'a'].min()", 'b"a"'],
    ["[].min()", "error: min called on empty list"],
    ["[dyn([1])].min()", "error: no such overload: min(list)"],
  ],
  "indexOf and lastIndexOf": [
    ["[1, 2, 2].indexOf(2)", "1"],
    ["[1].indexOf(5)", "-1"],
    ["[].indexOf(1)", "-1"],
    ["[[1], [2]].indexOf([2])", "1"],
    ["[1, 2, 2].lastIndexOf(2)", "2"],
    ["[1].lastIndexOf(5)", "-1"],
    ["[dyn(1), dyn(1.0)].lastIndexOf(1)", "1"],
  ],
  slice: [
    ["[1, 2, 3].slice(0, 2)", "[1, 2]"],
    ["[1, 2, 3].slice(1, 1)", "[]"],
    ["[1, 2, 3].slice(0, 3)", "[1, 2, 3]"],
    [
      "[1, 2, 3].slice(2, 1)",
      "error: cannot slice(2, 1), start index must be less than or equal to end index",
    ],
    ["[1, 2, 3].slice(-1, 2)", "error: cannot slice(-1, 2), negative indexes not supported"],
    ["[1, 2, 3].slice(0, -1)", "error: cannot slice(0, -1), negative indexes not supported"],
    ["[1, 2, 3].slice(0, 4)", "error: cannot slice(0, 4), list is length 3"],
    ["[].slice(0, 0)", "[]"],
  ],
  flatten: [
    ["[[1], [2, 3], []].flatten()", "[1, 2, 3]"],
    ["[[[1], [2]], [[3]]].flatten()", "[[1], [2], [3]]"],
    ["[].flatten()", "[]"],
    ["[[[1, [2]]]].flatten()", "ERROR: <input>:1:7: expected type 'int' but found 'list(int)'"],
    ["[[[1], [2]], [[3]]].flatten(2)", "[1, 2, 3]"],
    ["[[1], [2]].flatten(0)", "[[1], [2]]"],
    ["[[1], [2]].flatten(-1)", "error: level must be non-negative"],
    [
      "[1, 2].flatten()",
      "ERROR: <input>:1:15: found no matching overload for 'flatten' applied to 'list(int).()'",
    ],
    [
      "[[1]].flatten(dyn('a'))",
      "error: internal error: interface conversion: ref.Val is types.String, not types.Int",
    ],
  ],
  sort: [
    ["[3, 1, 2].sort()", "[1, 2, 3]"],
    ["[2u, 1u].sort()", "[1u, 2u]"],
    ["[1.5, -0.5].sort()", "[-0.5, 1.5]"],
    ["[true, false].sort()", "[false, true]"],
    ["[duration('2s'), duration('1s')].sort()", '[duration("1s"), duration("2s")]'],
    [
      "[timestamp('2024-01-02T00:00:00Z'), timestamp('2024-01-01T00:00:00Z')].sort()",
      '[timestamp("2024-01-01T00:00:00Z"), timestamp("2024-01-02T00:00:00Z")]',
    ],
    ["['b', 'é', 'a', '😀', '\\uFFFD'].sort()", '["a", "b", "é", "�", "😀"]'],
    ["[b'b', b'a'].sort()", '[b"a", b"b"]'],
    ["[].sort()", "[]"],
    ["[dyn(1), dyn('a')].sort()", "error: list elements must have the same type"],
    ["[dyn([1]), dyn([2])].sort()", "error: list elements must be comparable"],
    [
      "[[1]].sort()",
      "ERROR: <input>:1:11: found no matching overload for 'sort' applied to 'list(list(int)).()'",
    ],
  ],
  sortBy: [
    ["[1, 2, 3].sortBy(x, -x)", "[3, 2, 1]"],
    ["[1, 2, 3].sortBy(x, uint(4 - x))", "[3, 2, 1]"],
    ["[1, 2, 3].sortBy(x, -1.0 * double(x))", "[3, 2, 1]"],
    ["[1, 2, 3].sortBy(x, x < 3)", "[3, 1, 2]"],
    ["[1, 2].sortBy(x, duration(string(3 - x) + 's'))", "[2, 1]"],
    ["[1, 2].sortBy(x, timestamp(-x))", "[2, 1]"],
    ["['bb', 'a', 'ccc'].sortBy(x, string(3 - size(x)))", '["ccc", "bb", "a"]'],
    ["['b', 'a'].sortBy(x, bytes(x))", '["a", "b"]'],
    ["[].sortBy(x, x)", "[]"],
    [
      "[1, 2].sortBy(x, 1 / 0)",
      "error: internal error: interface conversion: *types.Err is not traits.Lister: missing method Add",
    ],
    [
      "[1, 2].sortBy(x, [x])",
      "ERROR: <input>:1:14: found no matching overload for '@sortByAssociatedKeys' applied to 'list(int).(list(list(int)))'",
    ],
  ],
  range: [
    ["lists.range(3)", "[0, 1, 2]"],
    ["lists.range(0)", "[]"],
    ["lists.range(-1)", "[]"],
  ],
  reverse: [
    ["[1, 2, 3].reverse()", "[3, 2, 1]"],
    ["[].reverse()", "[]"],
  ],
  distinct: [
    ["[1, 2, 2, 3, 1].distinct()", "[1, 2, 3]"],
    ["[dyn(1), dyn(1.0), dyn('1')].distinct()", '[1, "1"]'],
    ["[[1], [1]].distinct()", "[[1]]"],
    ["[].distinct()", "[]"],
  ],
  sets: [
    ["sets.contains([1, 2], [2, 2])", "true"],
    ["sets.contains([1], [2])", "false"],
    ["sets.contains([], [])", "true"],
    ["sets.contains([], [1])", "false"],
    ["sets.contains([dyn(1.0)], [1])", "true"],
    ["sets.equivalent([1, 2], [2, 1, 1])", "true"],
    ["sets.equivalent([1], [1, 2])", "false"],
    ["sets.equivalent([], [])", "true"],
    ["sets.intersects([1, 2], [2, 3])", "true"],
    ["sets.intersects([1], [2])", "false"],
    ["sets.intersects([], [])", "false"],
    [
      "sets.contains([1], ['a'])",
      "ERROR: <input>:1:14: found no matching overload for 'sets.contains' applied to '(list(int), list(string))'",
    ],
  ],
};

describe.each(Object.entries(table))("%s", (_, rows) => {
  test.each(rows)("%s", (expression, result) => {
    expect(resultOf(expression)).toBe(result);
  });
});

test("each overload has a row", () => {
  expect(untestedOverloads([kubernetesListLibrary, listLibrary, setLibrary], table)).toEqual([]);
});
