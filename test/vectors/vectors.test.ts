import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "../../lib/json/parse.ts";
import { isObject, type JsonObject, member } from "../../lib/json/value.ts";
import type { Op } from "./outcome.ts";

const folder = new URL("./", import.meta.url);
const ops = readdirSync(new URL("ops/", folder)).map((file) => file.replace(/\.ts$/, ".jsonl"));
const files = readdirSync(folder).filter((file) => ops.includes(file));

function vectorsIn(file: string): readonly JsonObject[] {
  return readFileSync(new URL(file, folder), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map(vectorOf);
}

function vectorOf(line: string): JsonObject {
  const parsed = parse(line, { tokens: line.includes('"needsNumberTokens"') });
  if (!parsed.ok || !isObject(parsed.value)) throw new Error(`no vector: ${line}`);
  return parsed.value;
}

const rows = files.flatMap((file) =>
  vectorsIn(file).map((vector) => ({ name: `${file}: ${String(member(vector, "name"))}`, vector })),
);

describe("what the server's own packages answer", () => {
  test.each(rows)("$name", async ({ vector }) => {
    const op: { run: Op } = await import(`./ops/${String(member(vector, "op"))}.ts`);
    expect(await op.run(vector)).toBeUndefined();
  });
});
