import { sides } from "../../converter/side.ts";
import { type Path, pathText, startsWith } from "../language/path.ts";
import type { RuleData } from "../language/rule.ts";
import type { RuleNode } from "./rule-node.ts";
import type { ScopeFault } from "./scoped-lens.ts";
import { wholeValueSideOf } from "./whole-value.ts";

/**
 * Reports two rules that claim the same path, or one of which claims a path below a path of the other. Exception: below a rule
 * for a map as a whole, such as `move`, other rules may claim members, unless its path is `.`.
 */
export function overlappingClaims(drafts: readonly RuleNode[]): readonly ScopeFault[] {
  return drafts.flatMap((draft, index) =>
    drafts.slice(index + 1).flatMap((other) => collision(draft, other) ?? []),
  );
}

function collision(one: RuleNode, other: RuleNode): ScopeFault | undefined {
  for (const side of sides) {
    for (const path of one.rule[side]) {
      for (const otherPath of other.rule[side]) {
        if (!pathsCollide(one, path, other, otherPath)) continue;
        const longer = path.length > otherPath.length ? path : otherPath;
        const rules = [writtenRule(one), writtenRule(other)];
        return { ...claimSamePath(path, otherPath, one, other), path: pathText(longer), rules };
      }
    }
  }
  return undefined;
}

/** Tells apart rules that claim the same path (E102) from rules whose patterns may match the same path (E122). */
function claimSamePath(path: Path, otherPath: Path, one: RuleNode, other: RuleNode) {
  const holder = path.length < otherPath.length ? one : other;
  const isPattern =
    path.length !== otherPath.length &&
    holder.rule.steps !== undefined &&
    wholeValueSideOf(holder.rule) === undefined;
  return isPattern
    ? ({ code: "E122", message: "may be claimed by two rules" } as const)
    : ({ code: "E102", message: "is claimed by two rules" } as const);
}

/** The rule as its author wrote it, for messages. */
function writtenRule({ rule, data, children }: RuleNode): RuleData | undefined {
  return rule.claimedBy ?? data ?? children[0]?.data;
}

function pathsCollide(one: RuleNode, path: Path, other: RuleNode, otherPath: Path): boolean {
  if (path.length === otherPath.length) return startsWith(path, otherPath);
  const [outer, inner] = path.length < otherPath.length ? [path, otherPath] : [otherPath, path];
  const holder = path.length < otherPath.length ? one : other;
  // Other rules may claim members of a moved map, but not of a value that a rule names as `.`.
  const leavesMembers = holder.rule.steps?.length === 0 && outer.length > 0;
  return startsWith(inner, outer) && !leavesMembers;
}
