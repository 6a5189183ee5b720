import { kind as cronTab } from "../../examples/kinds/crontab/kind.ts";
import { kind as pizza } from "../../examples/kinds/pizza/kind.ts";
import { cpuRatio } from "./cpu.ts";
import { clusterQueueByHand } from "./handwritten/cluster-queue.ts";
import { hostPortEdge } from "./handwritten/crontab.ts";
import { pizzaEdge } from "./handwritten/pizza.ts";
import { convertAll, edgeOf, kindIn, type LensCase, operatorCases } from "./operator-lenses.ts";
import { clusterQueueBody, cronTab as cronTabs, pizza as pizzas } from "./reviews.ts";
import { type Group, median, type Row, row } from "./row.ts";

const group = "stable.example.com";
const unit = "x by hand";
const target = 1.2;

/** Lenses against the same conversions written by hand, on bodies: neither parsed nor written. */
export const lenses: Group = {
  name: "lens",
  measure: async () => {
    const rows: Row[] = [];
    for (const each of exampleCases) rows.push(await rowOf(each));
    const operators: Row[] = [];
    for (const each of [await clusterQueue(), ...(await operatorCases())]) {
      operators.push(await rowOf(each));
    }
    const middle = median(operators.map(({ value }) => value));
    const all = row("lens median of the kinds in test/operators", middle, unit, target);
    return [...rows, ...operators, all];
  },
};

async function rowOf({ name, lens, byHand, bodies }: LensCase): Promise<Row> {
  const ratio = await cpuRatio(
    () => convertAll(lens, bodies),
    () => convertAll(byHand, bodies),
  );
  return row(`lens ${name}, there and back`, ratio, unit, target);
}

const exampleCases: readonly LensCase[] = [
  {
    name: "Pizza",
    lens: edgeOf(pizza),
    byHand: pizzaEdge,
    bodies: [
      {
        old: { spec: { toppings: ["tomato", "salami", "salami", "basil"] } },
        now: pizzas.body(1),
      },
    ],
  },
  {
    name: "CronTab",
    lens: edgeOf(cronTab),
    byHand: hostPortEdge({ group, parent: "spec" }),
    bodies: [
      {
        old: cronTabs.body(1),
        now: { spec: { host: "reports.example.com", port: "1234", replicas: 1, image: "i" } },
      },
    ],
  },
];

async function clusterQueue(): Promise<LensCase> {
  return {
    name: "ClusterQueue",
    lens: edgeOf(await kindIn("kueue-cluster-queue")),
    byHand: clusterQueueByHand,
    bodies: [
      { old: clusterQueueBody({ cohort: "all" }), now: clusterQueueBody({ cohortName: "all" }) },
    ],
  };
}
