import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { samples } from "../support/random-schemas.ts";
import { type ControlPlane, startControlPlane } from "./support/control-plane.ts";
import { type Difference, differencesOf, type Tally } from "./support/schema-differential.ts";

/** `SCHEMA_SEED` and `SCHEMA_RUNS` in the environment repeat a run, or make a longer one. */
const seed = Number(process.env["SCHEMA_SEED"] ?? 20261121);
const runs = Number(process.env["SCHEMA_RUNS"] ?? 300);
const atOnce = 6;

let plane: ControlPlane;

beforeAll(async () => {
  plane = await startControlPlane();
});

afterAll(() => plane.stop());

describe("the schema engine beside kube-apiserver", () => {
  test(`gives the same results for ${runs} random definitions and their objects (SCHEMA_SEED=${seed})`, async () => {
    const drawn = fc.sample(samples, { seed, numRuns: runs }).entries();
    const found: Difference[] = [];
    const tally: Tally = { definitions: 0, stored: 0, refused: 0 };
    const work = async (): Promise<void> => {
      for (const [index, sample] of drawn) {
        found.push(...(await differencesOf(plane.client, index, sample, tally)));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    expect(found.slice(0, 5)).toEqual([]);
    expect(tally.definitions).toBeGreaterThan(runs / 2);
    expect(Math.min(tally.stored, tally.refused)).toBeGreaterThan(runs / 4);
  }, 1_800_000);
});
