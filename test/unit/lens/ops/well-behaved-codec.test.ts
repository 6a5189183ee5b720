import { describe, expect, test } from "vitest";
import { unparsable, type ValueCodec } from "../../../../lib/lens/ops/codec.ts";
import { wellBehavedCodec } from "../../../../lib/lens/ops/well-behaved-codec.ts";
import { lensRun } from "../../../support/lens-run.ts";

/** Forward subtracts one and drops 9; backward adds one, but 4 becomes null. */
const odd: ValueCodec = {
  forward: (value) => {
    if (value === 9) return undefined;
    return typeof value === "number" ? value - 1 : unparsable;
  },
  backward: (value) => {
    if (value === 4) return null;
    return typeof value === "number" && value < 7 ? value + 1 : unparsable;
  },
  exactForward: false,
  exactBackward: false,
};

describe("wellBehavedCodec", () => {
  test.each([
    { name: "comes back to the same image", from: 3, image: 2 },
    { name: "is absent", from: 9, image: undefined },
    { name: "comes back as null", from: 5, image: unparsable },
    { name: "has an image that can't be parsed", from: 8, image: unparsable },
    { name: "can't be parsed", from: "x", image: unparsable },
  ])("a value that $name", ({ from, image }) => {
    expect(wellBehavedCodec(odd).forward(from, lensRun())).toBe(image);
  });

  test("a value that becomes absent does not come back", () => {
    const codec: ValueCodec = { ...odd, forward: () => 8, backward: () => undefined };
    expect(wellBehavedCodec(codec).forward(1, lensRun())).toBe(unparsable);
  });

  test("trials report nothing to the run", () => {
    const loud: ValueCodec = {
      ...odd,
      backward: (value, run) => {
        run.fault = { code: "ValueRefused", path: "", message: "tried" };
        run.isInexact = true;
        return value;
      },
      forward: (value) => value,
    };
    const run = lensRun();
    expect(wellBehavedCodec(loud).forward(1, run)).toBe(1);
    expect(run).toMatchObject({ fault: undefined, isInexact: false });
  });
});
