import { otherSide, type Side, sides } from "../../converter/side.ts";
import type { KeyPath } from "../language/path.ts";
import type { RuleData } from "../language/rule.ts";
import { nodeAt } from "../language/schema-node.ts";
import type { PlacePair } from "../ops/analysis/place-pair.ts";
import { authoringOf } from "../ops/authoring-registry.ts";
import { isInverted } from "../ops/registry.ts";
import type { ScopeRule } from "../place/scoped-lens.ts";

type PathGroups = readonly (readonly KeyPath[])[];

/** For a value that is always written, whatever the source has. */
const always: PathGroups = [[]];
const never: PathGroups = [];

/**
 * Groups of paths of the other side. If all paths of one group are present, a rule is certain to write its path of `side` with
 * the number `index`. With an empty group the value is always written; without any group it may always be missing.
 */
export function sufficientSources(
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

/** True for a rule that may leave a value out because it counts as absent in one of the versions. */
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

/** The version that is the first side of a rule's op, for the schemas at its paths. */
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
