import { parse } from "../../../../json/parse.ts";
import { isArray, isObject, type JsonObject, type JsonValue } from "../../../../json/value.ts";
import type { KubectlContext } from "../../../server/kubectl.ts";
import type { ClusterPlan } from "./cluster-plan.ts";

/** A task for the registrar's process, sent when `customhouse dev` starts and whenever a save changes the plan. */
export type RegistrarTask = {
  readonly kubectl: Required<KubectlContext>;
  readonly plan: ClusterPlan;
  readonly mayTakeOver: boolean;
};

/**
 * The reply of the registrar's process to a task: a text for each definition that was left unchanged, or the reason why the
 * plan is not completely registered.
 */
export type RegistrarReply = { readonly notes: readonly string[] } | { readonly fault: string };

/** Parses a reply; undefined if the line is not a reply. */
export function registrarReply(line: string): RegistrarReply | undefined {
  const parsed = parse(line);
  if (!parsed.ok || !isObject(parsed.value)) return undefined;
  const { notes, fault } = parsed.value;
  if (typeof fault === "string") return { fault };
  return isArray(notes) ? { notes: notes.map(String) } : undefined;
}

/** Parses a task that `customhouse dev` wrote; undefined if the line is not a task. */
export function registrarTask(line: string): RegistrarTask | undefined {
  const parsed = parse(line);
  if (!parsed.ok || !isObject(parsed.value)) return undefined;
  const { kubectl, plan, mayTakeOver } = parsed.value;
  const [context, wanted] = [contextOf(kubectl), planOf(plan)];
  if (context === undefined || wanted === undefined || typeof mayTakeOver !== "boolean") {
    return undefined;
  }
  return { kubectl: context, plan: wanted, mayTakeOver };
}

function contextOf(value: JsonValue | undefined): Required<KubectlContext> | undefined {
  if (!isObject(value)) return undefined;
  const { program, kubeconfig, context } = value;
  if (typeof program !== "string" || typeof context !== "string") return undefined;
  if (kubeconfig !== null && typeof kubeconfig !== "string") return undefined;
  return { program, kubeconfig, context };
}

function planOf(value: JsonValue | undefined): ClusterPlan | undefined {
  if (!isObject(value)) return undefined;
  const { run, conversions, webhooks } = value;
  if (typeof run !== "string" || !isArray(conversions) || !isArray(webhooks)) return undefined;
  return {
    run,
    conversions: conversions.flatMap(conversionOf),
    webhooks: webhooks.filter(isObject),
  };
}

function conversionOf(value: JsonValue): readonly { name: string; conversion: JsonObject }[] {
  const { name, conversion } = isObject(value) ? value : {};
  return typeof name === "string" && isObject(conversion) ? [{ name, conversion }] : [];
}
