import { cpuRatio } from "./cpu.ts";
import { conversionReview, cronTab, pizza } from "./reviews.ts";
import { type Group, type Row, row } from "./row.ts";
import { converter, floorOf } from "./subject.ts";

const cases = [
  { source: cronTab, count: 1, target: 0.45 },
  { source: cronTab, count: 100, target: 0.2 },
  { source: cronTab, count: 500, target: 0.2 },
  { source: pizza, count: 1, target: 0.45 },
  { source: pizza, count: 100, target: 0.2 },
  { source: pizza, count: 500, target: 0.2 },
];

/** Bytes to bytes in this process, the gate on, against parsing and writing the same body. */
export const conversion: Group = {
  name: "conversion",
  measure: async () => {
    const rows: Row[] = [];
    for (const { source, count, target } of cases) {
      const body = Buffer.from(conversionReview(source, count));
      const ratio = await cpuRatio(await converter(body), floorOf(body));
      rows.push(row(`conversion ${source.kind} N=${count}`, ratio, "x floor", target));
    }
    return rows;
  },
};
