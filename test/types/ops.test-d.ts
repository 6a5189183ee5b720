import { describe, expectTypeOf, test } from "vitest";
import type { authoring } from "../../lib/lens/ops/authoring-registry.ts";
import type { RuleOf, ValueOp } from "../../lib/lens/ops/op.ts";
import type { ops } from "../../lib/lens/ops/registry.ts";

describe("the registries of ops", () => {
  test("a missing op does not compile", () => {
    expectTypeOf<Omit<typeof ops, "wrap">>().not.toExtend<typeof ops>();
    expectTypeOf<Omit<typeof authoring, "wrap">>().not.toExtend<typeof authoring>();
  });

  test("a missing part does not compile", () => {
    expectTypeOf<Omit<ValueOp<"wrap">, "codec">>().not.toExtend<(typeof ops)["wrap"]>();
    type Wrap = (typeof authoring)["wrap"];
    expectTypeOf<Omit<Wrap, "analyse">>().not.toExtend<Wrap>();
  });

  test("a part gets rules of its op alone", () => {
    expectTypeOf<RuleOf<"wrap">["key"]>().toEqualTypeOf<string>();
  });
});
