import { eachItem, eachValue, type Path, startsWith } from "../language/path.ts";
import type { RuleData } from "../language/rule.ts";
import type { Side } from "../language/side.ts";
import type { ParsedRule } from "./parsed-rule.ts";

/** A rule under way: its own paths, and the rules that were found to lie within it. */
export interface RuleNode {
  readonly rule: ParsedRule;
  /** Undefined for what is made for wildcards: its rule then has no data of its own. */
  readonly data: RuleData | undefined;
  readonly children: ParsedRule[];
  readonly excluded: ExcludedPath[];
}

/** A place inside a rule that another rule of the scope claims. */
export interface ExcludedPath {
  readonly side: Side;
  readonly path: Path;
  /** The other rule, for messages. */
  readonly claimedBy: RuleData | undefined;
}

/** The steps below a container at which its inner lens begins; undefined for a rule that contains nothing. */
export function containerSteps({ data }: ParsedRule): Path | undefined {
  if (data.op === "move") return [];
  if (data.op === "each" || data.op === "conditions") return [eachItem];
  return data.op === "eachValue" ? [eachValue] : undefined;
}

/** A rule as seen from within a container. */
export function relativeTo(rule: ParsedRule, container: ParsedRule): ParsedRule {
  const steps = containerSteps(container)?.length ?? 0;
  const strip = (side: Side): readonly Path[] =>
    rule[side].map((path) => path.slice((container[side][0]?.length ?? 0) + steps));
  const reads = {
    from: relativeReads(rule, container, "from"),
    to: relativeReads(rule, container, "to"),
  };
  return { ...rule, from: strip("from"), to: strip("to"), reads };
}

/** Reads as seen from within a container; one that leads out of it is left as it is and finds nothing. */
function relativeReads(rule: ParsedRule, container: ParsedRule, side: Side): readonly Path[] {
  const start = [...(container[side][0] ?? []), ...(containerSteps(container) ?? [])];
  return rule.reads[side].map((path) =>
    startsWith(path, start) ? path.slice(start.length) : path,
  );
}

export function isKey(step: Path[number]): step is string {
  return typeof step === "string";
}
