import { describe, expect, test } from "vitest";
import { brokenWith } from "../support/webhooks/broken-laws.ts";
import { faultRow } from "../support/webhooks/fault-matrix.ts";
import { plantedFaults } from "../support/webhooks/faults.ts";

/** Seeds besides those of `npm run test:webhooks`. */
const seeds = Array.from({ length: 10 }, (_, index) => 101 + index);

describe("a faulty webhook", () => {
  test.each(plantedFaults)(
    "fails its law with each seed, and those of faults.yaml alone: $name",
    (planted) => {
      const row = faultRow("faults.yaml", planted);
      const { always, sometimes } = brokenWith(planted, seeds, { sendsHostile: true });
      const [broken, explained] = [
        [...always, ...sometimes],
        [...row.always, ...row.sometimes],
      ];
      expect({
        missed: always.includes(row.law) ? [] : [row.law],
        // Another law that seed 1 breaks may need an object that another seed does not draw.
        neverBroken: row.always.filter((law) => !broken.includes(law)),
        unexplained: broken.filter((law) => !explained.includes(law)),
      }).toEqual({ missed: [], neverBroken: [], unexplained: [] });
    },
  );
});
