import { cpuRatio } from "./cpu.ts";
import { reviewCases } from "./peers/review-case.ts";
import { type Group, type Row, row } from "./row.ts";
import { floorOf, responder } from "./subject.ts";

const targets = [
  { verb: "mutate", name: "mutate with change", target: 1.5 },
  { verb: "mutate", name: "mutate without change", target: 1.25 },
  { verb: "validate", name: "validate, spec as it was", target: 1.25 },
  { verb: "validate", name: "validate, spec changed", target: 3 },
] as const;

/** Bytes to bytes in this process, guard and gate on, against parsing and writing the same body: the peers' reviews. */
export const admission: Group = {
  name: "admission",
  measure: async () => {
    const rows: Row[] = [];
    for (const { verb, name, target } of targets) {
      const review = reviewCases.find((each) => each.name === name);
      if (review === undefined) throw new Error(`no review has the name ${name}`);
      const { body, isRight } = review;
      const ratio = await cpuRatio(await responder(verb, body, isRight), floorOf(body));
      rows.push(row(`admission ${name}`, ratio, "x floor", target));
    }
    return rows;
  },
};
