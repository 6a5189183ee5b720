import { describe, expect, test } from "vitest";
import { resolveFieldPath } from "../../../lib/schema/structural/field-path.ts";
import { parseStructural } from "../../../lib/schema/structural/parse.ts";

const { structural } = parseStructural({
  type: "object",
  properties: {
    a: { type: "object", properties: { "b.c": { type: "string" }, "": { type: "string" } } },
    m: { type: "object", additionalProperties: { type: "integer" } },
    any: { type: "object", additionalProperties: true },
  },
});

describe("resolveFieldPath", () => {
  test.each([
    { name: "nothing", path: "", text: "<nil>", type: "object" },
    { name: "a quoted name", path: ".a['b.c']", text: "a.b.c", type: "string" },
    { name: "a map's key", path: ".m.k", text: "m[k]", type: "integer" },
    { name: "an empty name", path: ".a['']", text: "a[]", type: "string" },
    {
      name: "a key of a map that declares no keys",
      path: ".any.k",
      text: "any[k]",
      type: undefined,
    },
    { name: "an escaped quote", path: ".m['\\'']", text: "m[']", type: "integer" },
  ])("$name", ({ path, text, type }) => {
    const found = resolveFieldPath(path, structural, { arrayNotation: true });
    expect(found.ok && [found.value.path, found.value.schema?.type]).toEqual([text, type]);
  });

  test.each([
    { name: "no leading dot", path: "a", error: "expected [ or . but got: a" },
    { name: "a text that ends too early", path: ".", error: "unexpected end of JSON path" },
    { name: "an open bracket", path: ".a['x'", error: "does not refer to a valid field" },
    { name: "a bracket without its end", path: ".m['x'", error: "unexpected end of JSON path" },
    { name: "text after a quoted key", path: ".m['x'.", error: "expected ] but got ." },
    { name: "no quotes", path: ".m[x]", error: "expected single quoted string but got x" },
    { name: "an unknown field", path: ".any.k.l", error: "does not refer to a valid field" },
    {
      name: "an invalid escape",
      path: ".m['\\q']",
      error: "invalid string literal: invalid escape char \\q",
    },
  ])("$name", ({ path, error }) => {
    expect(resolveFieldPath(path, structural, { arrayNotation: true })).toEqual({
      ok: false,
      error,
    });
  });
});
