import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { member } from "../../lib/json/value.ts";
import { kubernetesVectors, linesOf } from "./lines.ts";
import { opDifference, vectorOf } from "./op-vector.ts";

const gate = fileURLToPath(new URL("gate.jsonl", import.meta.url));
const rows = [...kubernetesVectors(), gate].map((file) => ({
  name: basename(file),
  lines: linesOf(file),
}));

async function faultOf(line: string): Promise<readonly string[]> {
  const vector = vectorOf(line);
  if (vector === undefined) return [`not a JSON object: ${line.slice(0, 80)}`];
  const difference = await opDifference(vector);
  return difference === undefined ? [] : [`${String(member(vector, "name"))}: ${difference}`];
}

describe("results of Kubernetes' own packages", () => {
  test.each(rows)("$name", async ({ lines }) => {
    const faults: string[] = [];
    for (const line of lines) faults.push(...(await faultOf(line)));
    expect(faults).toEqual([]);
  });
});

describe("the files", () => {
  test("hold as many vectors as the documentation states", () => {
    const pages = ["docs/schema.md", "test/vectors/README.md"].map((page) =>
      readFileSync(new URL(`../../${page}`, import.meta.url), "utf8"),
    );
    const count = kubernetesVectors().reduce((sum, file) => sum + linesOf(file).length, 0);
    const said = pages.map((page) => /([\d,]+)(?: conformance)? vectors/.exec(page)?.[1]);
    expect(new Set(said)).toEqual(new Set([count.toLocaleString("en-US")]));
  });

  test.each(rows)("name no session and no path of a machine: $name", ({ lines }) => {
    expect(
      lines.filter((line) => /session|(?<!\w)\/(?:home|root|tmp|work|Users)\/\w/i.test(line)),
    ).toEqual([]);
  });
});
