import { expect, test } from "vitest";
import { compareReviews, compareWriting } from "../support/keys/compare.ts";
import { smallReader } from "../support/keys/small-reader.ts";

// test/deep has the same with Python's parser and many more reviews.
test("1,000 reviews with escaped keys get the response that follows from another parser's reading", async () => {
  const { differences, compared } = await compareReviews(smallReader, {
    count: 1000,
    seed: 63_785,
  });
  expect(differences.slice(0, 3)).toEqual([]);
  expect(Math.min(...Object.values(compared))).toBeGreaterThan(150);
});

test("1,000 texts with escaped keys, and patches between them, are written as another parser reads them", async () => {
  expect((await compareWriting(smallReader, { count: 1000, seed: 63_785 })).slice(0, 3)).toEqual(
    [],
  );
});
