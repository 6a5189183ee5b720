import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { envelopeCode, envelopeFile } from "../../../infra/build/envelope.ts";
import { generate } from "../../../lib/cli/generate.ts";

describe("generated files", () => {
  test("each kind's generated.ts is what its crd.yaml and samples say", () => {
    const generated = generate("functions/kinds");
    expect(generated.map(({ file }) => file)).toHaveLength(4);
    expect(generated.filter(({ isStale }) => isStale)).toEqual([]);
  });

  test("the envelope validators are what their schemas say", () => {
    expect(readFileSync(envelopeFile, "utf8")).toBe(envelopeCode());
  });
});
