import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../lib/json/value.ts";
import { scopeLens } from "../../../lib/lens/place/scope-lens.ts";
import {
  isConfirmed,
  type RoundTripValues,
  unconfirmedPaths,
} from "../../../lib/lens/stash/confirmation.ts";

const lens = scopeLens({
  from: "v1",
  to: "v2",
  rules: [
    { op: "move", from: "a", to: "b" },
    { op: "split", from: "text", to: { x: "parts.x", y: "parts.y" }, template: "{x}:{y}" },
    {
      op: "each",
      from: "items",
      to: "items",
      rules: [
        { op: "keep", from: "k" },
        { op: "move", from: "a", to: "b" },
      ],
    },
    {
      op: "each",
      from: "values{}",
      to: "values{}",
      rules: [{ op: "include", from: "in", to: "in", lens: "inner" }],
    },
    {
      op: "keyed",
      from: "named",
      to: "byName",
      key: "name",
      rules: [
        { op: "move", from: "a", to: "b" },
        { op: "move", from: "c", to: "d" },
      ],
    },
    {
      op: "each",
      from: "some",
      to: "some",
      where: { to: { kind: "x" } },
      rules: [{ op: "move", from: "a", to: "b" }],
    },
    { op: "each", from: "bodies", to: "bodies", rules: [{ op: "move", from: "in", to: "." }] },
    { op: "move", from: "f", to: "f", fill: { to: { value: "-", returns: true } } },
  ],
  lenses: { inner: [{ op: "move", from: "a", to: "b" }] },
});

describe("isConfirmed", () => {
  test.each<{
    name: string;
    retranslated: JsonValue;
    baseline: JsonValue;
    original: JsonValue;
    confirmed: boolean;
  }>([
    {
      name: "no difference",
      retranslated: { b: 1 },
      baseline: { b: 1 },
      original: { b: 2 },
      confirmed: true,
    },
    {
      name: "a change to the value of the original",
      retranslated: { b: 1 },
      baseline: {},
      original: { b: 1 },
      confirmed: true,
    },
    {
      name: "a change to another value",
      retranslated: { b: 1 },
      baseline: {},
      original: { b: 2 },
      confirmed: false,
    },
    {
      name: "rule by rule",
      retranslated: { b: 1, parts: { x: "1", y: "2" } },
      baseline: { b: 1 },
      original: { b: 2, parts: { x: "1", y: "2" } },
      confirmed: true,
    },
    {
      name: "only some values of a rule match",
      retranslated: { parts: { x: "1", y: "2" } },
      baseline: { parts: { x: "0", y: "2" } },
      original: { parts: { x: "1", y: "3" } },
      confirmed: false,
    },
    {
      name: "item by item",
      retranslated: { items: [{ b: 1 }, { b: 2 }] },
      baseline: { items: [{}, { b: 2 }] },
      original: { items: [{ b: 1 }, { b: 3 }] },
      confirmed: true,
    },
    {
      name: "a list that grew",
      retranslated: { items: [{ b: 1 }, {}] },
      baseline: { items: [{ b: 1 }] },
      original: { items: [{ b: 1 }] },
      confirmed: false,
    },
    {
      name: "value by value, through a named lens",
      retranslated: { values: { p: { in: { b: 1 } }, q: { in: { b: 2 } } } },
      baseline: { values: { p: { in: {} }, q: { in: { b: 2 } } } },
      original: { values: { p: { in: { b: 1 } }, q: {} } },
      confirmed: true,
    },
    {
      name: "a field that no rule claims",
      retranslated: { z: 1 },
      baseline: {},
      original: {},
      confirmed: false,
    },
    {
      name: "an unclaimed field beside a claimed one",
      retranslated: { parts: { z: 1 } },
      baseline: { parts: {} },
      original: { parts: { z: 1 } },
      confirmed: true,
    },
    {
      name: "a scalar in place of a map",
      retranslated: "x",
      baseline: {},
      original: "x",
      confirmed: true,
    },
  ])("$name: $confirmed", ({ retranslated, baseline, original, confirmed }) => {
    const values = {
      retranslated,
      defaulted: retranslated,
      baseline,
      original,
      completed: {},
      image: {},
    };
    for (const isWellBehaved of [true, false]) {
      expect(isConfirmed(values, { lens, side: "to", isWellBehaved })).toBe(confirmed);
    }
  });

  test.each<{ name: string; retranslated: JsonValue; original: JsonValue; confirmed: boolean }>([
    {
      name: "a default that the server filled in",
      retranslated: {},
      original: { b: 1 },
      confirmed: true,
    },
    {
      name: "a field that the original lacks",
      retranslated: { b: 1 },
      original: {},
      confirmed: false,
    },
    {
      name: "a default in place of another value",
      retranslated: {},
      original: { b: 2 },
      confirmed: false,
    },
  ])("with defaults, $name: $confirmed", ({ retranslated, original, confirmed }) => {
    const values = {
      retranslated,
      defaulted: { b: 1 },
      baseline: { b: 3 },
      original,
      completed: {},
      image: {},
    };
    for (const isWellBehaved of [true, false]) {
      expect(isConfirmed(values, { lens, side: "to", isWellBehaved })).toBe(confirmed);
    }
  });
});

/** The fields of the random objects below. */
interface Fields {
  readonly b?: number;
  readonly x?: number;
  readonly y?: number;
  readonly unclaimed?: number;
  readonly inParts?: number;
  readonly k?: number;
  readonly itemB?: number;
  readonly p?: number;
  readonly q?: number;
  readonly rB?: number;
  readonly rD?: number;
  readonly sB?: number;
}

/** Fields that one rule writes, or that are copied without a rule, and the path in the source that they are written from. */
const groups: readonly { fields: readonly (keyof Fields)[]; from: readonly (string | number)[] }[] =
  [
    { fields: ["b"], from: ["a"] },
    { fields: ["x", "y"], from: ["text"] },
    { fields: ["k"], from: ["items", 1, "k"] },
    { fields: ["itemB"], from: ["items", 1, "a"] },
    { fields: ["p"], from: ["values", "p", "in", "a"] },
    { fields: ["q"], from: ["values", "q", "in", "a"] },
    { fields: ["rB"], from: ["named", 1, "a"] },
    { fields: ["rD"], from: ["named", 1, "c"] },
    { fields: ["sB"], from: ["named", 0, "a"] },
    { fields: ["inParts"], from: ["parts", "z"] },
    { fields: ["unclaimed"], from: ["z"] },
  ];

const field = fc.integer({ min: 1, max: 2 });

const fields: fc.Arbitrary<Fields> = fc.record(
  {
    b: field,
    x: field,
    y: field,
    unclaimed: field,
    inParts: field,
    k: field,
    itemB: field,
    p: field,
    q: field,
    rB: field,
    rD: field,
    sB: field,
  },
  { requiredKeys: [] },
);

function objectWith(these: Fields): JsonValue {
  const { b, x, y, unclaimed, inParts, k, itemB, p, q, rB, rD, sB } = these;
  const member = (name: string, value: number | undefined) =>
    value === undefined ? {} : { [name]: value };
  return {
    ...member("b", b),
    ...member("z", unclaimed),
    parts: { ...member("x", x), ...member("y", y), ...member("z", inParts) },
    items: [{}, { ...member("k", k), ...member("b", itemB) }],
    values: { p: { in: member("b", p) }, q: { in: member("b", q) } },
    byName: { r: { ...member("b", rB), ...member("d", rD) }, s: member("b", sB) },
  };
}

describe("unconfirmedPaths", () => {
  test.each<{
    name: string;
    retranslated: JsonValue;
    baseline: JsonValue;
    original: JsonValue;
    completed?: JsonValue;
    paths: readonly (readonly (string | number)[])[];
  }>([
    {
      name: "a list of another length, compared as a whole",
      retranslated: { items: [{}, { b: 1 }] },
      baseline: { items: [{}] },
      original: { items: [{}, { b: 2 }] },
      paths: [["items"]],
    },
    {
      name: "a map with other keys than the original, compared as a whole",
      retranslated: { byName: { r: { b: 1 } } },
      baseline: { byName: { r: {} } },
      original: { byName: { s: { b: 1 } } },
      paths: [["named"]],
    },
    {
      name: "a map with one key more than the original, compared as a whole",
      retranslated: { byName: { r: { b: 1 }, s: {} } },
      baseline: { byName: { r: {}, s: {} } },
      original: { byName: { r: { b: 1 } } },
      paths: [["named"]],
    },
    {
      name: "a map in place of a scalar",
      retranslated: { byName: { r: { b: 1 } } },
      baseline: { byName: "x" },
      original: { byName: { r: {} } },
      paths: [["named"]],
    },
    {
      name: "items that a rule does not convert have no counterpart",
      retranslated: { some: [{ kind: "x", b: 1 }] },
      baseline: { some: [{ kind: "x" }] },
      original: { some: [{ kind: "y" }, { kind: "x", b: 1 }] },
      paths: [],
    },
    {
      name: "a converted item after others",
      retranslated: { some: [{ kind: "x", b: 1 }] },
      baseline: { some: [{ kind: "x" }] },
      original: { some: [{ kind: "y" }, { kind: "x", b: 2 }] },
      completed: { some: [{ kind: "y" }, { kind: "x", a: 1 }] },
      paths: [["some", 0, "a"]],
    },
    {
      name: "a rule that claims all of an item",
      retranslated: { bodies: [{ x: 1, y: 3 }] },
      baseline: { bodies: [{ x: 1, y: 2 }] },
      original: { bodies: [{ x: 2, y: 1 }] },
      paths: [["bodies", 0, "in"]],
    },
    {
      name: "a new map, of which the original has more",
      retranslated: { parts: { z: 1 } },
      baseline: {},
      original: { parts: { x: "1", y: "2", z: 1 } },
      paths: [],
    },
    {
      name: "a new map with a value that the original does not have",
      retranslated: { parts: { z: 1, w: 1 } },
      baseline: {},
      original: { parts: { z: 2, w: 1 } },
      paths: [["parts", "z"]],
    },
    {
      name: "a new map in place of a scalar",
      retranslated: { parts: { z: 1 } },
      baseline: {},
      original: { parts: "x" },
      paths: [["parts"]],
    },
    {
      name: "values that go with the map around them",
      retranslated: { parts: {} },
      baseline: { parts: { x: "1", y: "2" } },
      original: {},
      paths: [["text"]],
    },
  ])("$name", ({ retranslated, baseline, original, completed = {}, paths }) => {
    const values = {
      retranslated,
      defaulted: retranslated,
      baseline,
      original,
      completed,
      image: {},
    };
    for (const isWellBehaved of [true, false]) {
      const context = { lens, side: "to", isWellBehaved } as const;
      expect(unconfirmedPaths(values, context)).toEqual(paths.map((path) => [path]));
      expect(isConfirmed(values, context)).toBe(paths.length === 0);
    }
  });

  test.each([
    {
      name: "it would read a preserved value",
      completed: { f: 1 },
      original: { f: 2 },
      paths: ["f"],
    },
    { name: "nothing that it reads is preserved", completed: {}, original: { f: 2 }, paths: [] },
    { name: "the original agrees", completed: { f: 1 }, original: { f: "-" }, paths: [] },
    { name: "another rule reads it", completed: { a: 1 }, original: { f: 2, b: 3 }, paths: [] },
  ])(
    "a rule that converts different values to equal ones: $name",
    ({ completed, original, paths }) => {
      const values = {
        retranslated: { f: "-" },
        defaulted: { f: "-" },
        baseline: { f: "-" },
        original,
        completed,
        image: {},
      };
      const found = unconfirmedPaths(values, { lens, side: "to", isWellBehaved: false });
      expect(found.map(([path]) => path?.join())).toEqual(paths);
    },
  );
});

describe("for random objects", () => {
  test("all values of a rule are as before or as in the original, and so is each other value", () => {
    fc.assert(
      fc.property(fields, fields, fields, fields, (retranslated, defaulted, baseline, original) => {
        const values: RoundTripValues = {
          retranslated: objectWith(retranslated),
          defaulted: objectWith({ ...defaulted, ...retranslated }),
          baseline: objectWith(baseline),
          original: objectWith(original),
          completed: { named: [{ name: "s" }, { name: "r" }] },
          image: {},
        };
        const areEqual = (one: Fields, other: Fields, names: readonly (keyof Fields)[]) =>
          names.every((name) => one[name] === other[name]);
        const unconfirmed = groups.filter(
          ({ fields: names }) =>
            !areEqual(retranslated, baseline, names) &&
            !areEqual(retranslated, original, names) &&
            !areEqual({ ...defaulted, ...retranslated }, original, names),
        );
        for (const isWellBehaved of [true, false]) {
          const context = { lens, side: "to", isWellBehaved } as const;
          expect(isConfirmed(values, context)).toBe(unconfirmed.length === 0);
          expect(new Set(unconfirmedPaths(values, context).map(([path]) => path?.join()))).toEqual(
            new Set(unconfirmed.map(({ from }) => from.join())),
          );
        }
      }),
      { numRuns: 500 },
    );
  });
});
