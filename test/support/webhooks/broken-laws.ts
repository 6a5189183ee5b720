import { checkWebhook } from "../../../lib/verify/webhook/check-webhook.ts";
import { webhookLaws } from "../../../lib/verify/webhook/profiles.ts";
import type { FaultRow } from "./fault-matrix.ts";
import { begun, type PlantedFault } from "./faults.ts";
import { webhookInProcess } from "./in-process.ts";

/** The objects for each law and direction: fewer than the 100 of the command. */
const runs = 60;

/** The laws that a faulty webhook breaks with every seed, and those that it breaks with some. */
export function brokenWith(
  planted: PlantedFault,
  seeds: readonly number[],
  options: BrokenOptions,
): Pick<FaultRow, "always" | "sometimes"> {
  const broken = seeds.map((seed) => brokenBy(planted, seed, options));
  const all = [...new Set(broken.flat())].sort();
  const isAlways = (law: string): boolean => broken.every((laws) => laws.includes(law));
  return { always: all.filter(isAlways), sometimes: all.filter((law) => !isAlways(law)) };
}

interface BrokenOptions {
  /** True if hostile bodies and reviews of 6 MB are sent, too, which takes as long as all else together. */
  readonly sendsHostile: boolean;
}

function brokenBy(planted: PlantedFault, seed: number, options: BrokenOptions): readonly string[] {
  const checked = { ...webhookInProcess(begun(planted)), ...options };
  const { laws } = checkWebhook(checked, { laws: webhookLaws, runs, seed, acknowledged: [] });
  return laws.filter(({ passed }) => !passed).map(({ law }) => law);
}
