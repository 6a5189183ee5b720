import { describe, expect, test } from "vitest";
import { writeObject, writingFault } from "../../../lib/conversion/write-object.ts";
import { maxObjectDepth } from "../../../lib/converter/converter.ts";
import type { JsonObject } from "../../../lib/json/value.ts";

/** Maps within maps, as many levels as given. */
function nested(levels: number): JsonObject {
  let object: JsonObject = {};
  for (let level = 1; level < levels; level++) object = { a: object };
  return object;
}

describe("an object that grows", () => {
  // A euro sign is one UTF-16 unit and three bytes.
  const euros = (count: number): JsonObject => ({ small: 1, large: "€".repeat(count) });

  test("is refused by its bytes, when it is written and by the conversion guard", () => {
    const fault = {
      path: "large",
      message: "the object would grow from 11 to 1200022 bytes: the limit for its size is 1049280",
    };
    const [object, original] = [euros(400_000), { a: "€" }];
    expect(writeObject(object, original)).toMatchObject({ ok: false, error: fault });
    expect(writingFault(object, original)).toMatchObject(fault);
  });

  test.each([
    { name: "within what every object may have", count: 300_000, original: {} },
    { name: "within its original's limit", count: 400_000, original: { a: "€".repeat(1000) } },
  ])("is written $name", ({ count, original }) => {
    expect(writeObject(euros(count), original).ok).toBe(true);
    expect(writingFault(euros(count), original)).toBeUndefined();
  });
});

describe("an object that is nested too deeply", () => {
  const tooDeep = { ok: false, error: { message: expect.stringContaining("nested deeper than") } };

  test.each([
    {
      name: "the original, of which a rule dropped the deep field",
      object: {},
      original: nested(maxObjectDepth + 1),
    },
    { name: "the converted object", object: nested(7000), original: {} },
  ])("$name is refused when it is written, and by the conversion guard", ({ object, original }) => {
    expect(writeObject(object, original)).toMatchObject(tooDeep);
    expect(writingFault(object, original)).toMatchObject(tooDeep.error);
  });

  test("an object with as many levels as are allowed is written", () => {
    const object = nested(maxObjectDepth);
    expect(writeObject(object, object).ok).toBe(true);
    expect(writingFault(object, object)).toBeUndefined();
  });
});
