import { describe, expect, test } from "vitest";
import { unparsable, type ValueCodec } from "../../../../lib/lens/ops/codec.ts";
import { lawful } from "../../../../lib/lens/ops/lawful.ts";
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

describe("lawful", () => {
  test.each([
    { name: "comes back to the same image", from: 3, there: 2 },
    { name: "is absent", from: 9, there: undefined },
    { name: "comes back as null", from: 5, there: unparsable },
    { name: "has an image that cannot be parsed", from: 8, there: unparsable },
    { name: "cannot be parsed", from: "x", there: unparsable },
  ])("a value that $name", ({ from, there }) => {
    expect(lawful(odd).forward(from, lensRun())).toBe(there);
  });

  test("a value that becomes absent does not come back", () => {
    const codec: ValueCodec = { ...odd, forward: () => 8, backward: () => undefined };
    expect(lawful(codec).forward(1, lensRun())).toBe(unparsable);
  });

  test("trials report nothing to the run", () => {
    const loud: ValueCodec = {
      ...odd,
      backward: (value, run) => {
        run.fault = { path: "", message: "tried" };
        run.isInexact = true;
        return value;
      },
      forward: (value) => value,
    };
    const run = lensRun();
    expect(lawful(loud).forward(1, run)).toBe(1);
    expect(run).toMatchObject({ fault: undefined, isInexact: false });
  });
});
