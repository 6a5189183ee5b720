import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Conversion } from "../../../lib/converter/converter.ts";
import type { JsonObject } from "../../../lib/json/value.ts";
import { lensEdge } from "../../../lib/lens/edge/edge.ts";
import { allowance } from "../../support/allowance.ts";

// `key` names members that identify items if they are unique: other items are matched by their contents.

const edge = lensEdge(
  { group: "example.com", schemaOf: () => undefined },
  {
    from: "v1",
    to: "v2",
    rules: [
      {
        op: "each",
        from: "items",
        to: "items",
        key: "name",
        rules: [{ op: "keep", from: "note" }],
      },
    ],
  },
);

type Items = readonly JsonObject[];

function along(way: "forward" | "backward", from: Pick<Conversion, "body" | "annotations">) {
  const none = { labels: {}, annotations: {}, name: undefined, namespace: undefined };
  const result = edge[way]({ ...none, ...from }, allowance());
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** The items at v1 after an edit at v2. */
function edited(old: Items, edit: (now: Items) => Items): unknown {
  const image = along("forward", { body: { items: old } });
  const now = old.map(({ note: _, ...item }) => item);
  expect(image.body).toEqual({ items: now });
  return along("backward", { ...image, body: { items: edit(now) } }).body["items"];
}

interface Row {
  readonly name: string;
  readonly old: Items;
  readonly edit: (now: Items) => Items;
  readonly back: Items;
}

describe("items that have no unique key", () => {
  test.each<Row>([
    {
      name: "of two with one key, the first is deleted",
      old: [
        { name: "a", x: 1, note: "one" },
        { name: "a", x: 2, note: "two" },
      ],
      edit: ([, two = {}]) => [two],
      back: [{ name: "a", x: 2, note: "two" }],
    },
    {
      name: "two with one key are swapped",
      old: [
        { name: "a", x: 1, note: "one" },
        { name: "a", x: 2 },
      ],
      edit: (now) => now.toReversed(),
      back: [
        { name: "a", x: 2 },
        { name: "a", x: 1, note: "one" },
      ],
    },
    {
      name: "of two without the key, the first is deleted",
      old: [
        { x: 1, note: "one" },
        { x: 2, note: "two" },
      ],
      edit: ([, two = {}]) => [two],
      back: [{ x: 2, note: "two" }],
    },
    {
      name: "an item without the key is added, and the others are matched by theirs",
      old: [
        { name: "a", x: 1, note: "one" },
        { name: "b", x: 2, note: "two" },
      ],
      edit: ([one, two]) => [{ ...two, x: 3 }, { x: 0 }, { ...one, x: 4 }],
      back: [{ name: "b", x: 3, note: "two" }, { x: 0 }, { name: "a", x: 4, note: "one" }],
    },
    {
      name: "one of two without the key is edited",
      old: [{ x: 1, note: "one" }, { name: "a", x: 2, note: "two" }, { x: 3 }],
      edit: ([one, ...rest]) => [{ ...one, x: 9 }, ...rest],
      back: [{ x: 9, note: "one" }, { name: "a", x: 2, note: "two" }, { x: 3 }],
    },
  ])("$name", ({ old, edit, back }) => {
    expect(edited(old, edit)).toEqual(back);
  });

  const item = fc.record(
    {
      name: fc.constantFrom("a", "b", "c"),
      x: fc.nat({ max: 3 }),
      note: fc.constantFrom("one", "two"),
    },
    { requiredKeys: ["x"] },
  );

  test("come back in any list, and a deletion removes no other item's value", () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 5 }), fc.nat(), (old, at) => {
        expect(edited(old, (now) => now)).toEqual(old);
        const gone = old.length === 0 ? 0 : at % old.length;
        const rest = old.toSpliced(gone, 1);
        const back = edited(old, (now) => now.toSpliced(gone, 1));
        // Items that are equal at v2 can't be told apart after a deletion.
        const looks = old.map(({ note: _, ...others }) => JSON.stringify(others));
        if (new Set(looks).size === looks.length) expect(back).toEqual(rest);
      }),
    );
  });
});
