import { describe, expect, test } from "vitest";
import { timeLibrary } from "../../../../lib/cel/library/time-accessors.ts";
import { type ResultTable, resultOf, untestedOverloads } from "../../../support/cel-results.ts";

// Source: what the CEL environment of kube-apiserver 1.36.3 (cel-go v0.26.0) returns for each expression.
const table: ResultTable = {
  "timestamps in UTC": [
    ["timestamp('2024-02-29T12:34:56.789Z').getFullYear()", "2024"],
    ["timestamp('2024-02-29T12:34:56.789Z').getMonth()", "1"],
    ["timestamp('2024-02-29T12:34:56.789Z').getDayOfYear()", "59"],
    ["timestamp('2024-12-31T12:34:56.789Z').getDayOfYear()", "365"],
    ["timestamp('0001-01-02T00:00:00Z').getDayOfYear()", "1"],
    ["timestamp('0001-01-01T00:00:00Z').getDayOfYear('America/New_York')", "365"],
    ["timestamp('2024-02-29T12:34:56.789Z').getDayOfMonth()", "28"],
    ["timestamp('2024-02-29T12:34:56.789Z').getDate()", "29"],
    ["timestamp('2024-02-29T12:34:56.789Z').getDayOfWeek()", "4"],
    ["timestamp('2024-03-03T12:34:56.789Z').getDayOfWeek()", "0"],
    ["timestamp('2024-02-29T12:34:56.789Z').getHours()", "12"],
    ["timestamp('2024-02-29T12:34:56.789+02:00').getHours()", "10"],
    ["timestamp('2024-02-29T12:34:56.789Z').getMinutes()", "34"],
    ["timestamp('2024-02-29T12:34:56.789Z').getSeconds()", "56"],
    ["timestamp('2024-02-29T12:34:56.789Z').getMilliseconds()", "789"],
    ["timestamp('1969-12-31T23:59:59.999Z').getMilliseconds()", "999"],
    ["timestamp('0001-01-01T00:00:00Z').getFullYear()", "1"],
  ],
  "timestamps in a zone": [
    ["timestamp('2024-12-31T23:30:00Z').getFullYear('+01:00')", "2025"],
    ["timestamp('2024-12-31T23:30:00Z').getMonth('+01:00')", "0"],
    ["timestamp('2024-12-31T23:30:00Z').getDayOfYear('+01:00')", "0"],
    ["timestamp('2024-12-31T23:30:00Z').getDayOfMonth('+01:00')", "0"],
    ["timestamp('2024-12-31T23:30:00Z').getDate('+01:00')", "1"],
    ["timestamp('2024-12-31T23:30:00Z').getDayOfWeek('+01:00')", "3"],
    ["timestamp('2024-02-29T12:34:56.789Z').getHours('+02:00')", "14"],
    ["timestamp('2024-02-29T12:34:56.789Z').getHours('02:00')", "14"],
    ["timestamp('2024-02-29T12:34:56.789Z').getHours('-02:30')", "10"],
    ["timestamp('2024-02-29T12:34:56.789Z').getMinutes('-02:30')", "4"],
    ["timestamp('2024-02-29T12:34:56.789Z').getSeconds('+02:00')", "56"],
    ["timestamp('2024-02-29T12:34:56.789Z').getMilliseconds('+02:00')", "789"],
    ["timestamp('2024-02-29T12:34:56Z').getHours('America/New_York')", "7"],
    ["timestamp('2024-07-01T12:34:56Z').getHours('America/New_York')", "8"],
    ["timestamp('2024-02-29T12:34:56Z').getMinutes('Asia/Kolkata')", "4"],
    ["timestamp('2024-02-29T12:34:56Z').getHours('UTC')", "12"],
    ["timestamp('2024-02-29T12:34:56Z').getHours('')", "12"],
    [
      "timestamp('2024-02-29T12:34:56Z').getHours('Nowhere/City')",
      "error: unknown time zone Nowhere/City",
    ],
    [
      "timestamp('2024-02-29T12:34:56Z').getHours('america/new_york')",
      "error: unknown time zone america/new_york",
    ],
    ["timestamp('2024-02-29T12:34:56Z').getHours('../UTC')", "error: time: invalid location name"],
    [
      "timestamp('2024-02-29T12:34:56Z').getHours('a:00')",
      'error: strconv.Atoi: parsing "a": invalid syntax',
    ],
    [
      "timestamp('2024-02-29T12:34:56Z').getHours('01:b')",
      'error: strconv.Atoi: parsing "b": invalid syntax',
    ],
    ["timestamp('0001-01-01T00:00:00Z').getFullYear('-01:00')", "0"],
    ["timestamp('9999-12-31T23:30:00Z').getFullYear('+01:00')", "10000"],
  ],
  durations: [
    ["duration('90m').getHours()", "1"],
    ["duration('-90m').getHours()", "-1"],
    ["duration('90m').getMinutes()", "90"],
    ["duration('1.9s').getSeconds()", "1"],
    ["duration('-1.9s').getSeconds()", "-1"],
    ["duration('1.5s').getMilliseconds()", "1500"],
    [
      "duration('1.5s').getMilliseconds('UTC')",
      "ERROR: <input>:1:33: found no matching overload for 'getMilliseconds' applied to 'duration.(string)'",
    ],
    [
      "duration('1h').getDate()",
      "ERROR: <input>:1:23: found no matching overload for 'getDate' applied to 'duration.()'",
    ],
    ["dyn(1).getHours()", "error: no such overload: getHours(int)"],
    ["dyn('a').getFullYear()", "error: no such overload: getFullYear(string)"],
    [
      "1.getHours()",
      "ERROR: <input>:1:11: found no matching overload for 'getHours' applied to 'int.()'",
    ],
  ],
};

describe.each(Object.entries(table))("%s", (_, rows) => {
  test.each(rows)("%s", (expression, result) => {
    expect(resultOf(expression)).toBe(result);
  });
});

test("each overload has a row", () => {
  expect(untestedOverloads([timeLibrary], table)).toEqual([]);
});
