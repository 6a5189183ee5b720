import { describe, expect, test } from "vitest";
import { regexLibrary } from "../../../../lib/cel/library/regex.ts";
import { re2 } from "../../../../lib/schema/pattern/re2.ts";
import { type ResultTable, resultOf, untestedOverloads } from "../../../support/cel-results.ts";

// Source: what the CEL environment of kube-apiserver 1.36.3 (cel-go v0.26.0) returns for each expression.
const table: ResultTable = {
  find: [
    ["'abc 123'.find('[0-9]+')", '"123"'],
    ["'abc'.find('[0-9]+')", '""'],
    ["''.find('')", '""'],
    ["'ab'.find('(a)(b)')", '"ab"'],
    ["'é😀'.find('\\\\pL+')", '"é"'],
    ["'😀a'.find('.')", '"😀"'],
    ["'abc'.find('b$|c')", '"c"'],
    ["'a\\nb'.find('(?s)a.b')", '"a\\nb"'],
    ["'abc'.find('(')", "error parsing regexp: missing closing ): `(`"],
    [
      "['('].map(p, 'abc'.find(p))",
      "error: Illegal regex: error parsing regexp: missing closing ): `(`",
    ],
    ["'abc'.find('(?=b)')", "error parsing regexp: invalid or unsupported Perl syntax: `(?=`"],
    ["dyn('a').find(dyn(1))", "error: no such overload: find(string, int)"],
  ],
  findAll: [
    ["'123 abc 456'.findAll('[0-9]+')", '["123", "456"]'],
    ["'123 abc 456'.findAll('xyz')", "[]"],
    ["'ab1'.findAll('[0-9]*')", '["", "", "1"]'],
    ["''.findAll('')", '[""]'],
    ["'é😀'.findAll('')", '["", "", ""]'],
    ["'aXbX'.findAll('[a-z]')", '["a", "b"]'],
    ["'abc'.findAll('[')", "error parsing regexp: missing closing ]: `[`"],
    [
      "['['].map(p, 'abc'.findAll(p))",
      "error: Illegal regex: error parsing regexp: missing closing ]: `[`",
    ],
    ["'123 abc 456'.findAll('[0-9]+', 1)", '["123"]'],
    ["'123 abc 456'.findAll('[0-9]+', 0)", "[]"],
    ["'123 abc 456'.findAll('[0-9]+', -1)", '["123", "456"]'],
    ["'123 abc 456'.findAll('[0-9]+', 9)", '["123", "456"]'],
    [
      "'abc'.findAll('.', '1')",
      "ERROR: <input>:1:14: found no matching overload for 'findAll' applied to 'string.(string, string)'",
    ],
  ],
  "details of the server": [
    ["dyn(1).findAll('a')", "error: no such overload"],
    ["'a'.findAll('a', dyn('1'))", "error: no such overload"],
    ["dyn(1).find('a')", "error: no such overload"],
  ],
};

describe.each(Object.entries(table))("%s", (_, rows) => {
  test.each(rows)("%s", (expression, result) => {
    expect(resultOf(expression)).toBe(result);
  });
});

test("each overload has a row", () => {
  expect(untestedOverloads([regexLibrary(re2)], table)).toEqual([]);
});
