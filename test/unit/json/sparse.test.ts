import { expect, test, vi } from "vitest";
import { isParsed, unparsed } from "../../../lib/json/sparse.ts";
import { unparsable } from "../../../lib/lens/ops/codec.ts";
import { eachItem, eachValue } from "../../../lib/schema/constraint/schema-path.ts";

test("symbols that two loaded copies of the package pass to each other are the same", async () => {
  vi.resetModules();
  const sparse = await import("../../../lib/json/sparse.ts");
  const codec = await import("../../../lib/lens/ops/codec.ts");
  const path = await import("../../../lib/schema/constraint/schema-path.ts");
  expect(sparse.isParsed).not.toBe(isParsed); // it is another copy
  expect([sparse.unparsed, codec.unparsable, path.eachItem, path.eachValue]).toEqual([
    unparsed,
    unparsable,
    eachItem,
    eachValue,
  ]);
});
