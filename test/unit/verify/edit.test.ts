import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { deepFreeze } from "../../../lib/json/deep-freeze.ts";
import type { JsonObject } from "../../../lib/json/value.ts";
import { applyEdit, applyEdits, type BodyEdit, editText } from "../../../lib/verify/apply-edit.ts";
import { editOf } from "../../support/edit-of.ts";
import { specOf } from "./schemas.ts";

const text = { type: "string" };
const schema = specOf({
  text: { type: "string", enum: ["a", "b"] },
  other: text,
  list: { type: "array", items: { type: "integer", minimum: 10 } },
  map: { type: "object", additionalProperties: { type: "boolean" } },
});
const body: JsonObject = deepFreeze({ spec: { text: "a", list: [10, 11, 12], map: { k: true } } });

describe("editOf", () => {
  const edited = () => fc.sample(editOf(body, schema), { seed: 1, numRuns: 2000 });

  test("applies its edits to the body, and each changes something", () => {
    for (const { body: result, edits } of edited()) {
      expect(edits.length).toBeGreaterThan(0);
      expect(applyEdits(body, edits)).toEqual(result);
    }
  });

  test.each<{ name: string; result: JsonObject }>([
    {
      name: "sets another valid value",
      result: { spec: { text: "b", list: [10, 11, 12], map: { k: true } } },
    },
    { name: "deletes a member", result: { spec: { text: "a", map: { k: true } } } },
    { name: "removes an item", result: { spec: { text: "a", list: [10, 12], map: { k: true } } } },
    {
      name: "swaps neighbours",
      result: { spec: { text: "a", list: [10, 12, 11], map: { k: true } } },
    },
    {
      name: "appends an item",
      result: { spec: { text: "a", list: [10, 11, 12, 10], map: { k: true } } },
    },
    {
      name: "adds a member",
      result: { spec: { text: "a", other: "", list: [10, 11, 12], map: { k: true } } },
    },
    {
      name: "adds an entry of a map",
      result: { spec: { text: "a", list: [10, 11, 12], map: { k: true, a: false } } },
    },
    { name: "deletes all", result: {} },
  ])("$name", ({ result }) => {
    expect(edited().map((each) => each.body)).toContainEqual(result);
  });

  test("has several edits, at times", () => {
    expect(edited().some(({ edits }) => edits.length > 2)).toBe(true);
  });

  test("can edit a body of any content", () => {
    const odd = deepFreeze({ spec: [{ a: null }], ["__proto__"]: { x: 1 } });
    const results = fc.sample(editOf(odd, schema), { seed: 1, numRuns: 500 });
    expect(results.every(({ edits }) => edits.length > 0)).toBe(true);
  });

  test("shrinks to one edit and a small value", () => {
    const property = fc.property(editOf(body, schema), ({ edits }) =>
      edits.every(({ what, at }) => what !== "insert" || at[1] !== "list"),
    );
    const [found] = fc.check(property, { seed: 1, numRuns: 1000 }).counterexample ?? [];
    expect(found?.edits).toHaveLength(1);
    expect(found?.edits[0]).toMatchObject({ what: "insert", value: 0 });
  });
});

describe("applyEdit", () => {
  test.each<{ name: string; edit: BodyEdit }>([
    { name: "an absent member", edit: { what: "delete", at: ["spec", "none"] } },
    { name: "a member below an absent one", edit: { what: "delete", at: ["spec", "none", "x"] } },
    {
      name: "an insert of an existing member",
      edit: { what: "insert", at: ["spec", "text"], value: 1 },
    },
    { name: "an item beyond the list", edit: { what: "set", at: ["spec", "list", 3], value: 1 } },
    {
      name: "an item below one beyond the list",
      edit: { what: "set", at: ["spec", "list", 3, "a"], value: 1 },
    },
    {
      name: "an insert beyond the list",
      edit: { what: "insert", at: ["spec", "list", 4], value: 1 },
    },
    { name: "a swap of the last item", edit: { what: "swap", at: ["spec", "list", 2] } },
    { name: "a swap of a member", edit: { what: "swap", at: ["spec", "text"] } },
    { name: "a step into a scalar", edit: { what: "delete", at: ["spec", "text", "x"] } },
    { name: "an index into a map", edit: { what: "delete", at: ["spec", 0] } },
    { name: "an empty path", edit: { what: "set", at: [], value: {} } },
  ])("returns undefined for $name", ({ edit }) => {
    expect(applyEdit(body, edit)).toBeUndefined();
  });

  test("stops at the first edit that can't be applied", () => {
    const lost: BodyEdit = { what: "delete", at: ["x"] };
    expect(applyEdits(body, [lost, lost])).toBeUndefined();
  });

  test("is described in words", () => {
    expect(editText({ what: "delete", at: ["spec", "list", 0, "a.b/c"] })).toBe(
      'delete spec.list[0]["a.b/c"]',
    );
  });
});
