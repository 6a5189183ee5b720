import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

const page = readFileSync("docs/deploy.md", "utf8");
const [table = ""] = /\| parameter \|[\s\S]*?\n\n/.exec(page) ?? [];
const rows = table.split("\n").slice(2, -2);
const documented = rows.flatMap((row) =>
  [...(row.split("|")[1] ?? "").matchAll(/`(\w+)`/g)].map(([, name]) => name),
);
const stages = parse(readFileSync("infra/params.yml", "utf8"));

describe("docs/deploy.md, the table of parameters", () => {
  test("has every parameter once, and no other", () => {
    expect(documented.toSorted()).toEqual(Object.keys(stages.default).toSorted());
  });

  test.each(Object.keys(stages))("stage %s sets only existing parameters", (stage) => {
    expect(Object.keys(stages.default)).toEqual(expect.arrayContaining(Object.keys(stages[stage])));
  });
});
