// npm run soak [-- --minutes 10] [--connections 8] [--json]: packages the functions and holds them under load.

import { parseArgs } from "node:util";
import { exampleBundling } from "../../../infra/build/example-bundling.ts";
import { buildBundles } from "../../../lib/cli/bundle/build-bundles.ts";
import { emptyFolder } from "../../package/run.ts";
import { packageTo } from "../packaged.ts";
import type { LoadSoFar } from "./load.ts";
import { type SoakResult, soak } from "./soak.ts";

const bundling = await exampleBundling();

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    connections: { type: "string", default: "8" },
    json: { type: "boolean", default: false },
  },
});

/** More than this is a leak: the medians of two quarters differ by less when nothing is kept. */
const maxGrowthPercent = 5;

function table({ seconds, connections, memory, ...result }: SoakResult): string {
  const rows: readonly (readonly [string, string])[] = [
    ["time", `${(seconds / 60).toFixed(1)} min, ${connections} connections`],
    ["requests", `${result.requests}, ${result.perSecond.toFixed(0)} a second`],
    ["p50", `${result.p50Ms.toFixed(1)} ms`],
    ["p99", `${result.p99Ms.toFixed(1)} ms`],
    ["longest", `${result.maxMs.toFixed(0)} ms`],
    ["wrong answers", `${result.wrong}`],
    ["environments", `${memory.environments}`],
    ["memory, 3rd quarter", `${memory.thirdQuarterMb.toFixed(1)} MB each`],
    ["memory, 4th quarter", `${memory.fourthQuarterMb.toFixed(1)} MB each`],
    ["growth", `${memory.growthPercent.toFixed(1)} %`],
  ];
  const lines = rows.map(([name, value]) => `${name.padEnd(20)} ${value}`);
  return [...lines, ...result.examples.map((example) => `wrong: ${example}`)].join("\n");
}

async function main(): Promise<void> {
  await using scratch = await emptyFolder();
  await buildBundles(bundling);
  const { folder } = await packageTo(scratch.path, ["--stage", "rehearsal"]);
  const [seconds, connections] = [Number(values.minutes) * 60, Number(values.connections)];
  const start = performance.now();
  const onMinute = ({ requests, wrong }: LoadSoFar): void => {
    const minutes = Math.round((performance.now() - start) / 60_000);
    console.error(`${minutes} of ${values.minutes} min: ${requests} requests, ${wrong} wrong`);
  };
  const result = await soak({ folder, seconds, connections, onMinute });
  console.log(values.json ? JSON.stringify(result, null, 2) : table(result));
  const isGood = result.wrong === 0 && result.memory.growthPercent <= maxGrowthPercent;
  process.exitCode = isGood ? 0 : 1;
}

await main();
