import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lawFails, lawOk } from "../../../lib/verify/law-result.ts";
import { generatedTrial } from "../../../lib/verify/trial.ts";

const settings = { runs: 20, seed: 1, countsAll: false, onRun: () => undefined };

describe("generatedTrial", () => {
  test.each([
    { name: "before any failure", failsFirst: false },
    { name: "while a failure is made smaller", failsFirst: true },
  ])(
    "throws an error that a law throws $name, because that is a bug and not a result",
    ({ failsFirst }) => {
      let calls = 0;
      const trial = generatedTrial(fc.nat(), (sample) => {
        calls++;
        if (failsFirst && calls === 1) {
          return lawFails({ before: { sample }, explanation: "it fails" });
        }
        if (calls === 2) throw new RangeError("a bug");
        return lawOk;
      });
      expect(() => trial.run(settings)).toThrow(new RangeError("a bug"));
    },
  );
});
