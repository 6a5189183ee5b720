import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../../lib/json/value.ts";
import type { MapRule } from "../../../../lib/lens/language/rule.ts";
import { mapCodec, type WordMap } from "../../../../lib/lens/ops/map/codec.ts";
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
const opposites: MapRule["table"] = [
  [true, false],
  [false, true],
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
    rule: WordMap;
    from: JsonValue;
    image: unknown;
    returned: unknown;
  }>([
    { name: "a word", rule: { table: letters }, from: "c", image: "y", returned: "c" },
    {
      name: "many to one",
      rule: { table: borrow },
      from: "Borrow",
      image: "MayStopSearch",
      returned: "MayStopSearch",
    },
    {
      name: "a word with a chosen image",
      rule: { table: letters, backTo: "b" },
      from: "a",
      image: "x",
      returned: "b",
    },
    {
      name: "a word with several chosen images",
      rule: { table: letters, backTo: ["b", "c"] },
      from: "a",
      image: "x",
      returned: "b",
    },
    {
      name: "a word without a chosen image: the first",
      rule: { table: letters },
      from: "b",
      image: "x",
      returned: "a",
    },
    {
      name: "an unlisted word",
      rule: { table: letters },
      from: "z",
      image: "unparsable",
      returned: "unparsable",
    },
    {
      name: "the name of a prototype's member",
      rule: { table: letters },
      from: "constructor",
      image: "unparsable",
      returned: "unparsable",
    },
    {
      name: "not a string",
      rule: { table: letters },
      from: { a: 1 },
      image: "unparsable",
      returned: "unparsable",
    },
    {
      name: "else: a word of the table",
      rule: { table: letters, else: { second: "y" } },
      from: "z",
      image: "y",
      returned: "c",
    },
    {
      name: "else: a word that else converts back",
      rule: { table: letters, else: { second: "Other", first: "unknown" } },
      from: "z",
      image: "Other",
      returned: "unknown",
    },
    {
      name: "else: a word without a way back is not written",
      rule: { table: letters, else: { second: "Other" } },
      from: "z",
      image: "unparsable",
      returned: "unparsable",
    },
    {
      name: "else: same carries the word",
      rule: { table: letters, else: { second: "same", first: "same" } },
      from: "z",
      image: "z",
      returned: "z",
    },
    {
      name: "else: same carries a word that is another's image, which it comes back as",
      rule: { table: letters, else: { second: "same", first: "same" } },
      from: "y",
      image: "y",
      returned: "c",
    },
    { name: "a boolean", rule: { table: mixed }, from: false, image: "Off", returned: false },
    { name: "a number", rule: { table: mixed }, from: 1, image: { level: 1 }, returned: 1 },
    {
      name: "one to many: the first",
      rule: { table: several },
      from: "Ready",
      image: "Up",
      returned: "Ready",
    },
    { name: "the opposite", rule: { table: opposites }, from: true, image: false, returned: true },
    {
      name: "a value that is not a boolean",
      rule: { table: opposites },
      from: "true",
      image: "unparsable",
      returned: "unparsable",
    },
    {
      name: "a number that looks like a boolean",
      rule: { table: opposites },
      from: 0,
      image: "unparsable",
      returned: "unparsable",
    },
  ])("forward: $name", ({ rule, from, image, returned }) => {
    expect(both(mapCodec(rule), "forward", from)).toEqual({ image, returned });
  });

  test.each<{
    name: string;
    table: MapRule["table"];
    from: JsonValue;
    image: unknown;
    returned: unknown;
  }>([
    {
      name: "an image other than the first",
      table: several,
      from: "Running",
      image: "Ready",
      returned: "Up",
    },
    {
      name: "an image without a word",
      table: several,
      from: "Missing",
      image: "Gone",
      returned: "Down",
    },
    {
      name: "a map in another order of keys",
      table: [["a", { x: 1, y: 2 }]],
      from: { y: 2, x: 1 },
      image: "a",
      returned: { x: 1, y: 2 },
    },
    {
      name: "a partner of null",
      table: mixed,
      from: "Unknown",
      image: "unparsable",
      returned: "unparsable",
    },
  ])("backward: $name", ({ table, from, image, returned }) => {
    expect(both(mapCodec({ table }), "backward", from)).toEqual({ image, returned });
  });

  test.each<{ name: string; table: MapRule["table"]; forward: boolean; backward: boolean }>([
    { name: "one to one", table: mixed, forward: true, backward: true },
    { name: "a flag that means the opposite", table: opposites, forward: true, backward: true },
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
  ])("is exact if the table is: $name", ({ table, forward, backward }) => {
    const { exactForward, exactBackward } = mapCodec({ table });
    expect({ exactForward, exactBackward }).toEqual({
      exactForward: forward,
      exactBackward: backward,
    });
  });
});
