import { otherSide, type Side, sides } from "../../converter/side.ts";
import type { KeyPath } from "../language/path.ts";
import type { RuleData } from "../language/rule.ts";
import { nodeAt } from "../language/schema-node.ts";
import type { Site } from "../ops/analysis/site.ts";
import { authoringOf } from "../ops/authoring-registry.ts";
import { isInverted } from "../ops/registry.ts";
import type { ScopeRule } from "../place/scoped-lens.ts";

type PathGroups = readonly (readonly KeyPath[])[];

/** Filled whatever is there. */
const always: PathGroups = [[]];
const never: PathGroups = [];

/**
 * What a rule's value at one of its paths of a side surely comes from: groups of the other side's paths, of which one
 * must be there whole. No group: the value may be missing whatever is there.
 */
export function providersOf(rule: ScopeRule, side: Side, index: number, site: Site): PathGroups {
  const { data, action } = rule;
  const sources = rule[otherSide(side)];
  if (action.type === "excluded") return always;
  const fill = data?.fill?.[side];
  if (fill?.value !== undefined && fill.where === undefined) return always;
  if (data !== undefined && mayOmit(data)) return never;
  if (action.type !== "op" || data === undefined) return [sources];
  return opProviders(data, { rule, side, index, site, sources });
}

/** True for a rule that leaves values out: those that count as absent in either version. */
function mayOmit({ fill, omit }: RuleData): boolean {
  return omit !== undefined || sides.some((side) => fill?.[side] && fill[side].returns !== true);
}

interface Provided {
  readonly rule: ScopeRule;
  readonly side: Side;
  readonly index: number;
  readonly site: Site;
  readonly sources: readonly KeyPath[];
}

function opProviders(data: RuleData, provided: Provided): PathGroups {
  const { index, side, sources } = provided;
  const { suppliedBy } = authoringOf(data);
  const supply =
    typeof suppliedBy === "string"
      ? suppliedBy
      : suppliedBy(data, {
          side,
          index,
          isFirst: firstSide(data, provided) === side,
          sources: sources.length,
          hasItem: hasItem(provided),
        });
  switch (supply) {
    case "always":
      return always;
    case "never":
      return never;
    case "any":
      return sources.map((source) => [source]);
    case "all":
      return [sources];
  }
}

/** The side that an op's first paths are of. */
function firstSide(data: RuleData, { rule, site }: Provided): Side {
  const {
    from: [from = []],
    to: [to = []],
  } = rule;
  const at = { from: nodeAt(site.from.node, from), to: nodeAt(site.to.node, to) };
  return isInverted(data, at) ? "to" : "from";
}

function hasItem({ site, side, sources: [source = []] }: Provided): boolean {
  const node = nodeAt(site[otherSide(side)].node, source);
  return typeof node !== "string" && (node.validation?.minItems ?? 0) > 0;
}
