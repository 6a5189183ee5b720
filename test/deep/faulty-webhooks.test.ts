import { describe, expect, test } from "vitest";
import { brokenWith } from "../support/webhooks/broken-laws.ts";
import { faultRow } from "../support/webhooks/fault-matrix.ts";
import { plantedFaults } from "../support/webhooks/faults.ts";

/** Seeds besides those of `npm run test:webhooks`. */
const seeds = Array.from({ length: 10 }, (_, index) => 101 + index);

describe("a faulty webhook", () => {
  test.each(plantedFaults)("fails the laws of faults.yaml with other seeds: $name", (planted) => {
    const row = faultRow("faults.yaml", planted);
    const { always, sometimes } = brokenWith(planted, seeds, { sendsHostile: true });
    const explained = [...row.always, ...row.sometimes];
    expect({
      kept: row.always.filter((law) => !always.includes(law)),
      unexplained: [...always, ...sometimes].filter((law) => !explained.includes(law)),
    }).toEqual({ kept: [], unexplained: [] });
  });
});
