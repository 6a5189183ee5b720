import { otherSide, type Side, sides } from "../../converter/side.ts";
import type { KeyPath } from "../language/path.ts";
import type { RuleData } from "../language/rule.ts";
import { nodeAt } from "../language/schema-node.ts";
import type { PlacePair } from "../ops/analysis/place-pair.ts";
import { authoringOf } from "../ops/authoring-registry.ts";
import { isInverted } from "../ops/registry.ts";
import type { ScopeRule } from "../place/scoped-lens.ts";

type PathGroups = readonly (readonly KeyPath[])[];

/** A value is there whatever the other side has. */
const always: PathGroups = [[]];
const never: PathGroups = [];

/**
 * When a rule surely writes a value at one of its paths of a side: groups of the other side's paths, of which at least
 * one group must be present with all its paths. An empty group is always present; without a group, the value may be
 * missing whatever is there.
 */
export function providersOf(
  rule: ScopeRule,
  side: Side,
  index: number,
  pair: PlacePair,
): PathGroups {
  const { data, action } = rule;
  const sources = rule[otherSide(side)];
  if (action.type === "excluded") return always;
  const fill = data?.fill?.[side];
  if (fill?.value !== undefined && fill.where === undefined) return always;
  if (data !== undefined && mayOmit(data)) return never;
  if (action.type !== "op" || data === undefined) return [sources];
  return opProviders(data, { rule, side, index, pair, sources });
}

/** True for a rule that leaves values out: those that count as absent in either version. */
function mayOmit({ fill, omit }: RuleData): boolean {
  return omit !== undefined || sides.some((side) => fill?.[side] && fill[side].returns !== true);
}

interface Provided {
  readonly rule: ScopeRule;
  readonly side: Side;
  readonly index: number;
  readonly pair: PlacePair;
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

/** The side whose paths the op counts as its first ones: `from`, unless the rule stands inverted between these schemas. */
function firstSide(data: RuleData, { rule, pair }: Provided): Side {
  const {
    from: [from = []],
    to: [to = []],
  } = rule;
  const at = { from: nodeAt(pair.from.node, from), to: nodeAt(pair.to.node, to) };
  return isInverted(data, at) ? "to" : "from";
}

function hasItem({ pair, side, sources: [source = []] }: Provided): boolean {
  const node = nodeAt(pair[otherSide(side)].node, source);
  return typeof node !== "string" && (node.validation?.minItems ?? 0) > 0;
}
