import { afterAll, beforeAll, expect, test } from "vitest";
import { compareReviews, compareWriting } from "../support/keys/compare.ts";
import { seed } from "../support/seed.ts";
import { type PythonReader, pythonReader } from "./python-reader.ts";

let python: PythonReader | undefined;

beforeAll(async () => {
  python = await pythonReader();
});

afterAll(() => python?.close());

test.each([{ seed: 1 }, { seed: seed + 1 }])(
  "50,000 reviews with escaped keys, from seed $seed, get the response that follows from Python's reading",
  async ({ seed }) => {
    if (python === undefined) throw new Error("Python was not started");
    const { differences, compared } = await compareReviews(python, { count: 50_000, seed });
    expect(differences.slice(0, 3)).toEqual([]);
    expect(Math.min(...Object.values(compared))).toBeGreaterThan(5000);
  },
);

test("20,000 texts with escaped keys, and patches between them, are written as Python reads them", async () => {
  if (python === undefined) throw new Error("Python was not started");
  const wrong = await compareWriting(python, { count: 20_000, seed: 2 });
  expect(wrong.slice(0, 3)).toEqual([]);
});
