import { checkWebhook } from "../../../lib/verify/webhook/check-webhook.ts";
import { webhookLaws } from "../../../lib/verify/webhook/profiles.ts";
import { brokenLaws, type FaultRow } from "./fault-matrix.ts";
import { begun, type PlantedFault } from "./faults.ts";
import { seedless } from "./findings.ts";
import { webhookInProcess } from "./in-process.ts";

/** How many objects are tried for each law and direction: fewer than the command's 100. */
const runs = 60;

/** The laws that a faulty webhook breaks with every seed, and those that it breaks with some. */
export function brokenWith(
  planted: PlantedFault,
  seeds: readonly number[],
  options: BrokenOptions,
): Pick<FaultRow, "always" | "sometimes"> {
  const [first = 1, ...others] = seeds;
  const atFirst = brokenBy(planted, first, webhookLaws, options);
  const always = atFirst.filter((law) => seedless.includes(law));
  const seeded = webhookLaws.filter(({ name }) => !seedless.includes(name));
  return brokenLaws([
    atFirst,
    ...others.map((seed) => [...always, ...brokenBy(planted, seed, seeded, options)]),
  ]);
}

interface BrokenOptions {
  /** True to send hostile bodies and reviews of 6 MB, too, which takes as long as everything else together. */
  readonly sendsHostile: boolean;
}

function brokenBy(
  planted: PlantedFault,
  seed: number,
  tried: typeof webhookLaws,
  options: BrokenOptions,
): readonly string[] {
  const checked = { ...webhookInProcess(begun(planted)), ...options };
  const { laws } = checkWebhook(checked, { laws: tried, runs, seed, acknowledged: [] });
  return laws.filter(({ passed }) => !passed).map(({ law }) => law);
}
