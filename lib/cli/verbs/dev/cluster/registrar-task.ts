import { parse } from "../../../../json/parse.ts";
import { isObject } from "../../../../json/value.ts";
import type { KubectlContext } from "../../../server/cluster-api.ts";
import type { ClusterPlan } from "./cluster-plan.ts";

/** What the registrar's process is told. */
export type RegistrarTask = {
  readonly kubectl: Required<KubectlContext>;
  readonly plan: ClusterPlan;
  readonly mayTakeOver: boolean;
};

/** Reads a task that `customhouse dev` wrote; undefined where there is none. */
export function registrarTask(line: string): RegistrarTask | undefined {
  const parsed = parse(line);
  return parsed.ok && isObject(parsed.value) ? (parsed.value as RegistrarTask) : undefined;
}
