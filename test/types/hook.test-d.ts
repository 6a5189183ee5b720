import { describe, expectTypeOf, test } from "vitest";
import type { KindDeclaration } from "../../lib/kind/kind.ts";
import { lens } from "../../lib/lens/build/builder.ts";
import { type Hook, hook } from "../../lib/lens/build/hook.ts";
import type { Version } from "../../lib/lens/build/typed-path.ts";

interface Old {
  readonly spec?: {
    readonly width?: number;
    readonly height?: number;
    readonly unit?: "cm" | "in";
  };
}

interface Now {
  readonly spec?: { readonly size?: string; readonly exact?: boolean };
}

const v1: Version<Old> = { version: "v1" };
const v2: Version<Now> = { version: "v2" };

describe("hook", () => {
  test("types both directions and what they read by its paths", () => {
    lens(v1, v2, (old, now) => [
      hook(
        {
          from: [old.spec.width, old.spec.height],
          to: [now.spec.size],
          reads: { from: [old.spec.unit], to: [now.spec.exact] },
        },
        {
          forward: (values, reads) => {
            expectTypeOf(values).toEqualTypeOf<
              readonly [number | null | undefined, number | null | undefined]
            >();
            expectTypeOf(reads).toEqualTypeOf<readonly ["cm" | "in" | null | undefined]>();
            return [values.join("x")];
          },
          backward: (values, reads) => {
            expectTypeOf(values).toEqualTypeOf<readonly [string | null | undefined]>();
            expectTypeOf(reads).toEqualTypeOf<readonly [boolean | null | undefined]>();
            return [1, undefined];
          },
        },
      ),
    ]);
  });

  test("gives as many values as it has paths, of their types", () => {
    lens(v1, v2, (old, now) => [
      hook(
        { from: [old.spec.width, old.spec.height], to: [now.spec.size] },
        {
          // @ts-expect-error size is a text
          forward: ([width]) => [width],
          // @ts-expect-error two paths, one value
          backward: () => [1],
        },
      ),
    ]);
  });
});

describe("Hook", () => {
  test("types the code that a conversion.yaml names", () => {
    const size: Hook<[width: number, height: number], [size: string]> = {
      forward: ([width, height]) => [width && height ? `${width}x${height}` : undefined],
      backward: ([text]) => {
        expectTypeOf(text).toEqualTypeOf<string | null | undefined>();
        return text ? [Number(text.split("x")[0]), undefined] : undefined;
      },
    };
    expectTypeOf({ "./hooks.ts#size": size }).toExtend<NonNullable<KindDeclaration["hooks"]>>();
  });

  test("types what a direction reads", () => {
    const port: Hook<[number], [number], [scheme: string], []> = {
      forward: ([number], [scheme]) => {
        expectTypeOf(scheme).toEqualTypeOf<string | null | undefined>();
        return [number];
      },
      // @ts-expect-error backward reads nothing
      backward: ([number], [scheme]) => [scheme === "https" ? 443 : number],
    };
    expectTypeOf(port.forward).not.toBeUndefined();
  });

  test("refuses another number of values", () => {
    const size: Hook<[number, number], [string]> = {
      // @ts-expect-error one value too many
      forward: () => ["a", "b"],
    };
    expectTypeOf(size).toBeObject();
  });
});
