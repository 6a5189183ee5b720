import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { cpuRatio } from "./cpu.ts";
import { type Group, type Row, row } from "./row.ts";
import { converter, floorOf } from "./subject.ts";

const fixtures = new URL("../../../shared/peers/fixtures.mjs", import.meta.url);

interface Fixtures {
  conversionReview(path: string, count: number, options?: { readonly fat?: number }): unknown;
}

const cases = [
  { path: "cronUp", count: 1 },
  { path: "cronDown", count: 100 },
  { path: "pizzaUp", count: 1 },
  { path: "pizzaDown", count: 100 },
  // A CronTab's fat is in its metadata, which no rule reads.
  { path: "cronUp", count: 1, fat: 10_000, target: 0.1 },
  { path: "cronUp", count: 1, fat: 1_000_000, target: 0.1 },
  { path: "pizzaDown", count: 1, fat: 10_000 },
];

/** The cases that peers are measured with; no rows where ../shared is not there. */
export const sharedCases: Group = {
  name: "shared",
  measure: async () => {
    if (!existsSync(fileURLToPath(fixtures))) return [];
    const { conversionReview }: Fixtures = await import(fixtures.href);
    const rows: Row[] = [];
    for (const { path, count, target = 1, ...fat } of cases) {
      const body = Buffer.from(JSON.stringify(conversionReview(path, count, fat)));
      const ratio = await cpuRatio(await converter(body), floorOf(body));
      const name = `shared ${path} N=${count} ${(body.length / 1000).toFixed(0)} kB`;
      rows.push(row(name, ratio, "x floor", target));
    }
    return rows;
  },
};
