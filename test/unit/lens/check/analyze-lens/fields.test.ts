import { describe, expect, test } from "vitest";
import type { RuleData } from "../../../../../lib/lens/language/rule.ts";
import {
  type AnalyzedLens,
  analysisOf,
  dictionary,
  flag,
  integer,
  listOf,
  mapOf,
  text,
  versionOf,
  words,
} from "../../../../support/lens-analysis.ts";

describe("analyzeLens: the outcome of a path", () => {
  test.each([
    {
      name: "identical, moved, kept, dropped, and containers that a rule names",
      from: versionOf({ a: text, b: integer, c: mapOf({ d: text }), e: text }),
      to: versionOf({ a: text, x: integer }),
      rules: [
        { op: "move", from: "spec.b", to: "spec.x" },
        { op: "keep", from: "spec.c" },
        { op: "drop", from: "spec.e", reason: "never read" },
      ],
      fields: [
        "from spec.a identical spec.a",
        "from spec.b moved spec.x",
        "from spec.c preserved ",
        "from spec.c.d preserved ",
        "from spec.e dropped  (never read)",
        "to spec.a identical spec.a",
        "to spec.x moved spec.b",
      ],
    },
    {
      name: "first: preserved on the side with the texts, changed on the side with the number",
      from: versionOf({ a: text, x: text }),
      to: versionOf({ n: integer, b: integer }),
      rules: [
        {
          op: "first",
          from: [{ op: "duration", path: "spec.a", unit: "s" }],
          to: "spec.n",
        },
        {
          op: "first",
          from: "spec.x",
          to: [{ op: "duration", path: "spec.b", unit: "s" }],
        },
      ],
      fields: [
        "from spec.a preserved spec.n",
        "from spec.x preserved spec.b",
        "to spec.n changed spec.a",
        "to spec.b preserved spec.x",
      ],
    },
    {
      name: "changed if nothing is lost, kept if something may be lost",
      from: versionOf({ m: words("a", "b"), t: text, n: flag, o: flag }),
      to: versionOf({ m: words("x"), t: integer, n: flag, o: flag }),
      rules: [
        { op: "map", from: "spec.m", to: "spec.m", table: { a: "x", b: "x" } },
        { op: "duration", from: "spec.t", to: "spec.t", unit: "s" },
        {
          op: "map",
          from: "spec.n",
          to: "spec.n",
          table: [
            [true, false],
            [false, true],
          ],
        },
        { op: "at", from: "spec.o", to: "spec.o", fill: { from: { value: false } } },
      ],
      fields: [
        "from spec.m preserved spec.m",
        "from spec.t preserved spec.t",
        "from spec.n changed spec.n",
        "from spec.o identical spec.o",
        "to spec.m changed spec.m",
        "to spec.t changed spec.t",
        "to spec.n changed spec.n",
        "to spec.o identical spec.o, but false preserved",
      ],
    },
    {
      name: "derived: a hook without the other direction",
      from: versionOf({ a: text }),
      to: versionOf({ b: text }),
      rules: [
        { op: "hook", from: ["spec.a"], to: ["spec.b"], forward: () => [], oneWay: "a summary" },
      ],
      fields: ["from spec.a preserved spec.b", "to spec.b derived spec.a"],
    },
    {
      name: "lists and maps of any key",
      from: versionOf({ l: listOf(mapOf({ a: text, b: text })), m: dictionary(text) }),
      to: versionOf({ k: listOf(mapOf({ a: text, c: text })), m: dictionary(text) }),
      rules: [
        {
          op: "each",
          from: "spec.l",
          to: "spec.k",
          rules: [{ op: "move", from: "b", to: "c" }],
        },
      ],
      fields: [
        "from spec.l moved spec.k",
        "from spec.l[*].a moved spec.k[*].a",
        "from spec.l[*].b moved spec.k[*].c",
        "from spec.m{} identical spec.m{}",
        "to spec.k moved spec.l",
        "to spec.k[*].a moved spec.l[*].a",
        "to spec.k[*].c moved spec.l[*].b",
        "to spec.m{} identical spec.m{}",
      ],
    },
    {
      name: "keyed: the map's values are the items' members",
      from: versionOf({ m: dictionary(mapOf({ x: text })) }),
      to: versionOf({ l: listOf(mapOf({ name: text, x: text }, "name")) }),
      rules: [{ op: "keyed", from: "spec.m", to: "spec.l", key: "name" }],
      fields: [
        "from spec.m{}.x changed spec.l[*].x",
        "to spec.l[*].name preserved spec.m{}",
        "to spec.l[*].x preserved spec.m{}.x",
      ],
    },
    {
      name: "count: the pizza's toppings",
      from: versionOf({ toppings: listOf(text) }),
      to: versionOf({
        toppings: listOf(mapOf({ name: text, quantity: integer }, "name", "quantity")),
      }),
      rules: [{ op: "count", from: "spec.toppings", to: "spec.toppings" }],
      fields: [
        "from spec.toppings preserved spec.toppings",
        "from spec.toppings[*] preserved spec.toppings spec.toppings[*].name",
        "to spec.toppings preserved spec.toppings",
        "to spec.toppings[*].name preserved spec.toppings spec.toppings[*]",
        "to spec.toppings[*].quantity preserved spec.toppings",
      ],
    },
  ] satisfies readonly (Omit<AnalyzedLens, "faults"> & { readonly fields: readonly string[] })[])(
    "$name",
    ({ from, to, rules, fields }) => {
      const found = analysisOf(from, to, rules).fields;
      expect(
        found.map(({ side, path, outcome, to: others, reason, silent }) => {
          const why = reason === undefined ? "" : ` (${reason})`;
          const but = silent === undefined ? "" : `, but ${silent} preserved`;
          return `${side} ${path} ${outcome} ${others.join(" ")}${why}${but}`;
        }),
      ).toEqual(fields);
    },
  );

  test("has the rule that decides, and none for an identical field", () => {
    const move: RuleData = { op: "move", from: "spec.a", to: "spec.b" };
    const found = analysisOf(versionOf({ a: text, c: text }), versionOf({ b: text, c: text }), [
      move,
    ]).fields;
    expect(found.map(({ rule }) => rule)).toEqual([move, undefined, move, undefined]);
  });
});
