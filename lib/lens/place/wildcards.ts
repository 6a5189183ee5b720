import { otherSide, type Side } from "../../converter/side.ts";
import { assertDefined } from "../../json/invariant.ts";
import {
  type KeyPath,
  type Path,
  pathText,
  splitAtWildcard,
  startsWith,
  type Wildcard,
} from "../language/path.ts";
import type { RuleData } from "../language/rule.ts";
import { noPaths, type ParsedRule } from "./parsed-rule.ts";
import { isKey, type RuleNode, relativeTo } from "./rule-node.ts";
import type { ScopeFault } from "./scoped-lens.ts";

/**
 * Puts rules with `[*]` or `{}` in their paths into generated containers, one for each pair of lists or maps. Reports E110 for a
 * rule whose paths of one version are in several lists or maps, or that joins a list with a map.
 */
export function groupWildcards(
  drafts: readonly RuleNode[],
  faults: ScopeFault[],
): readonly RuleNode[] {
  const plain = drafts.filter(({ rule }) => [...rule.from, ...rule.to].every(isKeyPath));
  const containers = new Map<string, RuleNode>();
  for (const { rule } of drafts) {
    const paths = [...rule.from, ...rule.to];
    if (paths.every(isKeyPath)) continue;
    const pair = wildcardPair(rule, plain);
    if (pair === undefined) {
      faults.push(crossingFault(rule));
      continue;
    }
    const key = `${pathText(pair.from)} ${String(pair.wildcard)} ${pathText(pair.to)}`;
    const container = containers.get(key) ?? containerAt(pair);
    containers.set(key, container);
    container.children.push(relativeTo(rule, container.rule));
  }
  return [...plain, ...containers.values()];
}

function isKeyPath(path: Path): boolean {
  return path.every((step) => typeof step === "string");
}

function crossingFault(rule: ParsedRule): ScopeFault {
  const path = assertDefined([...rule.from, ...rule.to][0], "a rule with a wildcard has a path");
  return {
    code: "E110",
    path: pathText(path),
    message:
      "is in a rule across several lists or maps. A rule can join only one list of each version, or one map of each version",
    rules: [rule.data],
  };
}

interface WildcardPair {
  readonly from: KeyPath;
  readonly to: KeyPath;
  readonly wildcard: Wildcard;
}

/** The list or map of each version that contains all of the rule's paths of that version; undefined if there is none. */
function wildcardPair(rule: ParsedRule, plain: readonly RuleNode[]): WildcardPair | undefined {
  const starts = { from: startsOf(rule.from), to: startsOf(rule.to) };
  if (starts.from === undefined || starts.to === undefined) return undefined;
  const [from, to] = [starts.from[0], starts.to[0]];
  const known = from ?? to;
  if (known === undefined || (from && to && from.wildcard !== to.wildcard)) return undefined;
  const { wildcard } = known;
  return {
    from: from?.start ?? correspondingPath(known.start, "to", plain),
    to: to?.start ?? correspondingPath(known.start, "from", plain),
    wildcard,
  };
}

/** The paths split at their first wildcard; undefined unless all have the same wildcard at the same path. */
function startsOf(paths: readonly Path[]) {
  const starts = paths.map(splitAtWildcard);
  const [first] = starts;
  const isSame = starts.every(
    (start) =>
      start !== undefined &&
      first !== undefined &&
      start.wildcard === first.wildcard &&
      pathText(start.start) === pathText(first.start),
  );
  return isSame ? starts.flatMap((start) => start ?? []) : undefined;
}

/** The path of the other side that corresponds to a path: under the deepest move that contains it, else the same path. */
function correspondingPath(path: KeyPath, side: Side, drafts: readonly RuleNode[]): KeyPath {
  const moves = drafts.flatMap(({ rule }) => {
    const [source, target] = [rule[side][0], rule[otherSide(side)][0]];
    const isMove = rule.steps?.length === 0;
    if (!isMove || source === undefined || target === undefined) return [];
    return startsWith(path, source) ? [{ source, target }] : [];
  });
  const [deepest] = moves.sort((a, b) => b.source.length - a.source.length);
  if (deepest === undefined) return path;
  return [...deepest.target.filter(isKey), ...path.slice(deepest.source.length)];
}

function containerAt({ from, to, wildcard }: WildcardPair): RuleNode {
  const textOf = (path: KeyPath): string => pathText([...path, wildcard]);
  const data: RuleData = { op: "each", from: textOf(from), to: textOf(to), rules: [] };
  return {
    rule: {
      data,
      from: [from],
      to: [to],
      reads: noPaths,
      beside: noPaths,
      fillReads: noPaths,
      children: [],
      steps: [wildcard],
    },
    data: undefined,
    children: [],
    excluded: [],
  };
}
