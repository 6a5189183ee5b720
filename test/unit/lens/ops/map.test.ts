import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../../lib/json/value.ts";
import type { MapRule } from "../../../../lib/lens/language/rule.ts";
import { mapCodec } from "../../../../lib/lens/ops/map/codec.ts";
import { both } from "../../../support/lens-run.ts";

const borrow: MapRule["table"] = {
  Borrow: "MayStopSearch",
  MayStopSearch: "MayStopSearch",
  TryNextFlavor: "TryNextFlavor",
};
const letters: MapRule["table"] = { a: "x", b: "x", c: "y" };
const mixed: MapRule["table"] = [
  [true, "On"],
  [false, "Off"],
  [1, { level: 1 }],
  [null, "Unknown"],
];
const several: MapRule["table"] = [
  ["Ready", "Up"],
  ["Ready", "Running"],
  ["Gone", "Down"],
  ["Lost", "Down"],
  ["Lost", "Missing"],
];

describe("mapCodec", () => {
  test.each<{
    name: string;
    rule: Pick<MapRule, "table" | "home">;
    from: JsonValue;
    there: unknown;
    home: unknown;
  }>([
    { name: "a word", rule: { table: letters }, from: "c", there: "y", home: "c" },
    {
      name: "many to one",
      rule: { table: borrow },
      from: "Borrow",
      there: "MayStopSearch",
      home: "MayStopSearch",
    },
    { name: "a home", rule: { table: letters, home: "b" }, from: "a", there: "x", home: "b" },
    {
      name: "several homes",
      rule: { table: letters, home: ["b", "c"] },
      from: "a",
      there: "x",
      home: "b",
    },
    { name: "no home: the first", rule: { table: letters }, from: "b", there: "x", home: "a" },
    {
      name: "an unlisted word",
      rule: { table: letters },
      from: "z",
      there: "unreadable",
      home: "unreadable",
    },
    {
      name: "a prototype's name",
      rule: { table: letters },
      from: "constructor",
      there: "unreadable",
      home: "unreadable",
    },
    {
      name: "no string",
      rule: { table: letters },
      from: { a: 1 },
      there: "unreadable",
      home: "unreadable",
    },
    { name: "a boolean", rule: { table: mixed }, from: false, there: "Off", home: false },
    { name: "a number", rule: { table: mixed }, from: 1, there: { level: 1 }, home: 1 },
    {
      name: "one to many: the first",
      rule: { table: several },
      from: "Ready",
      there: "Up",
      home: "Ready",
    },
  ])("forward: $name", ({ rule, from, there, home }) => {
    expect(both(mapCodec(rule), "forward", from)).toEqual({ there, home });
  });

  test.each<{
    name: string;
    table: MapRule["table"];
    from: JsonValue;
    there: unknown;
    home: unknown;
  }>([
    {
      name: "an image that is no first one",
      table: several,
      from: "Running",
      there: "Ready",
      home: "Up",
    },
    {
      name: "an image that no word goes to",
      table: several,
      from: "Missing",
      there: "Gone",
      home: "Down",
    },
    {
      name: "a map in another order of keys",
      table: [["a", { x: 1, y: 2 }]],
      from: { y: 2, x: 1 },
      there: "a",
      home: { x: 1, y: 2 },
    },
    {
      name: "a partner of null",
      table: mixed,
      from: "Unknown",
      there: "unreadable",
      home: "unreadable",
    },
  ])("backward: $name", ({ table, from, there, home }) => {
    expect(both(mapCodec({ table }), "backward", from)).toEqual({ there, home });
  });

  test.each<{ name: string; table: MapRule["table"]; forward: boolean; backward: boolean }>([
    { name: "one to one", table: mixed, forward: true, backward: true },
    { name: "many to one", table: borrow, forward: false, backward: true },
    {
      name: "one to many",
      table: [
        ["a", "x"],
        ["a", "y"],
      ],
      forward: true,
      backward: false,
    },
  ])("is exact as the table is: $name", ({ table, forward, backward }) => {
    const { exactForward, exactBackward } = mapCodec({ table });
    expect({ exactForward, exactBackward }).toEqual({
      exactForward: forward,
      exactBackward: backward,
    });
  });
});
