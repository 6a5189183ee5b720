import { describe, expect, test } from "vitest";
import { ageOf } from "../../../lib/publish/age.ts";
import { compileJsonPath } from "../../../lib/publish/json-path/json-path.ts";
import { compileTable } from "../../../lib/publish/table.ts";

const now = Date.UTC(2026, 2, 1, 12);

describe("ageOf", () => {
  test.each([
    { name: "now", time: "2026-03-01T12:00:00Z", age: "0s" },
    { name: "a time slightly in the future", time: "2026-03-01T12:00:01Z", age: "0s" },
    { name: "a time in the future", time: "2026-03-01T12:00:02Z", age: "<invalid>" },
    { name: "seconds", time: "2026-03-01T11:58:01Z", age: "119s" },
    { name: "minutes and seconds", time: "2026-03-01T11:57:30Z", age: "2m30s" },
    { name: "whole minutes", time: "2026-03-01T11:57:00Z", age: "3m" },
    { name: "minutes", time: "2026-03-01T09:00:01Z", age: "179m" },
    { name: "hours and minutes", time: "2026-03-01T08:30:00Z", age: "3h30m" },
    { name: "hours", time: "2026-02-27T13:00:00Z", age: "47h" },
    { name: "days and hours", time: "2026-02-26T10:00:00Z", age: "3d2h" },
    { name: "days", time: "2025-03-01T12:00:00Z", age: "365d" },
    { name: "years and days", time: "2023-03-01T12:00:00Z", age: "3y1d" },
    { name: "years", time: "1999-03-01T12:00:00Z", age: "27y" },
    { name: "longer than the longest duration", time: "0002-01-01T00:00:00Z", age: "292y" },
    { name: "a zone and a fraction", time: "2026-03-01T13:59:50.5+02:00", age: "9s" },
    { name: "a value that is not a time", time: "", age: "<unknown>" },
    { name: "the zero time", time: "0001-01-01T00:00:00Z", age: "<unknown>" },
    { name: "a day that does not exist", time: "2026-02-30T00:00:00Z", age: "<invalid>" },
  ])("$name", ({ time, age }) => {
    expect(ageOf(time, now)).toBe(age);
  });
});

const object = {
  metadata: { name: "n" },
  a: { b: "AB" },
  l: [
    { x: 1, t: "a" },
    { x: 2, t: "b" },
  ],
  m: { "k.d": "kd" },
  z: null,
  w: "é",
};

describe("compileJsonPath", () => {
  test.each([
    { name: "a field", path: ".a.b", found: ["AB"] },
    { name: "no field", path: ".a.c.d", found: [] },
    { name: "an escaped dot", path: ".m.k\\.d", found: ["kd"] },
    { name: "an index", path: ".l[1].x", found: [2] },
    { name: "from the end", path: ".l[-1:].x", found: [2] },
    { name: "all items", path: ".l[*].x", found: [1, 2] },
    { name: "every second item", path: ".l[::2].x", found: [1] },
    { name: "a union", path: ".l[1,0].x", found: [2, 1] },
    { name: "a filter", path: '.l[?(@.t=="b")].x', found: [2] },
    { name: "a filter by order", path: ".l[?(@.x>=2)].t", found: ["b"] },
    { name: "a filter by presence", path: ".l[?(@.y)].t", found: [] },
    { name: "anywhere below", path: "..b", found: ["AB"] },
    { name: "a quoted key is a path", path: "['a'].b", found: ["AB"] },
    { name: "the bytes of a string", path: ".w.*", found: ["195", "169"] },
  ])("$name", ({ path, found }) => {
    const compiled = compileJsonPath(path);
    expect(compiled.ok && compiled.value.find(object)).toEqual({ ok: true, value: found });
  });

  test.each([
    { name: "an index out of bounds", path: ".l[5]" },
    { name: "an index into a map", path: ".a[0]" },
    { name: "a filter over a map", path: ".a[?(@.b)]" },
    { name: "values that do not compare", path: ".l[?(@.x==1.5)]" },
    { name: "a word without its dot", path: "a.b" },
  ])("finds nothing: $name", ({ path }) => {
    const compiled = compileJsonPath(path);
    expect(compiled.ok && compiled.value.find(object).ok).toBe(false);
  });

  test.each([
    { name: "an open bracket", path: ".a[" },
    { name: "an open filter", path: ".a[?(@.b]" },
    { name: "an open quote", path: "'a" },
    { name: "an invalid index", path: ".a[x]" },
    { name: "a brace", path: "{.a}" },
    { name: "two descents", path: "...." },
    { name: "200 nested filters", path: "[?(".repeat(200) + ")]".repeat(200) },
  ])("refuses as a path: $name", ({ path }) => {
    expect(compileJsonPath(path).ok).toBe(false);
  });
});

describe("compileTable", () => {
  test.each([
    { name: "a map as a string", type: "string", jsonPath: ".a", cell: '{"b":"AB"}' },
    { name: "null as a string", type: "string", jsonPath: ".z", cell: "<no value>" },
    { name: "a number as a string", type: "string", jsonPath: ".l[0].x", cell: "1" },
    { name: "an integer", type: "integer", jsonPath: ".l[0].x", cell: 1 },
    { name: "a string as an integer", type: "integer", jsonPath: ".a.b", cell: null },
    { name: "nothing", type: "string", jsonPath: ".none", cell: null },
    { name: "a text that is not a date", type: "date", jsonPath: ".a.b", cell: "<invalid>" },
  ])("$name", ({ type, jsonPath, cell }) => {
    const table = compileTable([{ name: "C", type, jsonPath }]);
    expect(table.cells(object, now)).toEqual(["n", cell]);
  });

  test("leaves out the first column with an invalid path, and those after it", () => {
    const table = compileTable([
      { name: "A", type: "string", jsonPath: ".a.b" },
      { name: "B", type: "string", jsonPath: "{.a}" },
      { name: "C", type: "string", jsonPath: ".a.b" },
    ]);
    expect(table.columnDefinitions.map(({ name }) => name)).toEqual(["Name", "A"]);
    expect(table.invalidColumns).toBe('unrecognized column definition "{.a}"');
  });
});
