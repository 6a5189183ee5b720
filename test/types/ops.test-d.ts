import { describe, expectTypeOf, test } from "vitest";
import type { authoring } from "../../lib/lens/ops/authoring-registry.ts";
import type { RuleOf, ValueOp } from "../../lib/lens/ops/op.ts";
import type { ops } from "../../lib/lens/ops/registry.ts";

describe("the registries of ops", () => {
  test("a missing op does not compile", () => {
    expectTypeOf<Omit<typeof ops, "count">>().not.toExtend<typeof ops>();
    expectTypeOf<Omit<typeof authoring, "count">>().not.toExtend<typeof authoring>();
  });

  test("a missing part does not compile", () => {
    expectTypeOf<Omit<ValueOp<"count">, "codec">>().not.toExtend<(typeof ops)["count"]>();
    type Count = (typeof authoring)["count"];
    expectTypeOf<Omit<Count, "analyse">>().not.toExtend<Count>();
  });

  test("a part gets rules of its op alone", () => {
    expectTypeOf<RuleOf<"keyed">["key"]>().toEqualTypeOf<string>();
  });
});
