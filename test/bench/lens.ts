import { fileURLToPath } from "node:url";
import { kind as cronTab } from "../../examples/kinds/crontab/kind.ts";
import { kind as pizza } from "../../examples/kinds/pizza/kind.ts";
import { loadKinds } from "../../lib/cli/kinds/kinds.ts";
import type { VersionEdge } from "../../lib/converter/convertible-kind.ts";
import type { JsonObject } from "../../lib/json/value.ts";
import type { Kind } from "../../lib/kind/kind.ts";
import { allowance } from "../support/allowance.ts";
import { cpuRatio } from "./cpu.ts";
import { clusterQueueByHand } from "./handwritten/cluster-queue.ts";
import { hostPortEdge } from "./handwritten/crontab.ts";
import { pizzaEdge } from "./handwritten/pizza.ts";
import { clusterQueueBody, cronTab as cronTabs, pizza as pizzas } from "./reviews.ts";
import { type Group, type Row, row } from "./row.ts";

const group = "stable.example.com";

/** Lenses against the same conversions written by hand, on bodies: neither parsed nor written. */
export const lenses: Group = {
  name: "lens",
  measure: async () => {
    const clusterQueue = await kueue();
    const cases = [
      {
        name: "Pizza",
        lens: edgeOf(pizza.edges),
        byHand: pizzaEdge,
        old: { spec: { toppings: ["tomato", "salami", "salami", "basil"] } },
        now: pizzas.body(1),
      },
      {
        name: "CronTab",
        lens: edgeOf(cronTab.edges),
        byHand: hostPortEdge({ group, parent: "spec" }),
        old: cronTabs.body(1),
        now: { spec: { host: "reports.example.com", port: "1234", replicas: 1, image: "i" } },
      },
      {
        name: "ClusterQueue",
        lens: edgeOf(clusterQueue?.edges ?? []),
        byHand: clusterQueueByHand,
        old: clusterQueueBody({ cohort: "all" }),
        now: clusterQueueBody({ cohortName: "all" }),
      },
    ];
    const rows: Row[] = [];
    for (const { name, lens, byHand, old, now } of cases) {
      const work = (edge: VersionEdge) => () => convertBoth(edge, old, now);
      const ratio = await cpuRatio(work(lens), work(byHand));
      rows.push(row(`lens ${name}, there and back`, ratio, "x by hand", 1.2));
    }
    return rows;
  },
};

/** The ClusterQueue of test/operators. The kinds beside it have hooks, which run only where they are allowed. */
async function kueue(): Promise<Kind | undefined> {
  const folder = fileURLToPath(new URL("../operators/kueue-cluster-queue", import.meta.url));
  return (await loadKinds([folder])).find(({ kind }) => kind === "ClusterQueue");
}

function edgeOf([edge]: readonly VersionEdge[]): VersionEdge {
  if (edge === undefined) throw new Error("the kind has no conversion");
  return edge;
}

const labels = { "app.kubernetes.io/name": "report", team: "billing" };
const annotations = { "meta.helm.sh/release-name": "billing" };

function convertBoth(edge: VersionEdge, old: JsonObject, now: JsonObject): readonly unknown[] {
  const common = { labels, annotations, name: "a", namespace: "b" };
  return [
    edge.forward({ ...common, body: old }, allowance()),
    edge.backward({ ...common, body: now }, allowance()),
  ];
}
