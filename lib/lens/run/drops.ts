import type { Side } from "../../converter/side.ts";
import {
  assign,
  isArray,
  isObject,
  type JsonValue,
  type MutableJsonObject,
} from "../../json/value.ts";
import type { KeyPath } from "../language/path.ts";
import { opOf } from "../ops/registry.ts";
import { innerScopeOf } from "../place/locate-rule.ts";
import type { RuleScope, ScopedLens, ScopeRule } from "../place/scoped-lens.ts";
import { partSelector } from "../place/selected-parts.ts";

/** Removes from a value of one version the values that some rules claim, such as those of `drop`. */
export type RemovalPass = (value: JsonValue) => JsonValue;

/** Returns a function that removes dropped values from objects of one side; undefined if no rule drops any. */
export function dropPass(lens: ScopedLens, side: Side): RemovalPass | undefined {
  return removalPass({ lens, side, removes: isDropped });
}

/** True for a `drop` rule. */
export function isDropped({ data }: Pick<ScopeRule, "data">): boolean {
  const op = data && opOf(data);
  return op?.kind === "oneSided" && op.reason !== undefined;
}

/** Which rules' values are removed from objects of one side. */
interface RemovedRules {
  readonly lens: ScopedLens;
  readonly side: Side;
  /** True if `value` at the rule's path is to be removed; without `value`, if any value may be. Not called for excluded rules. */
  readonly removes: (rule: ScopeRule, value?: JsonValue) => boolean;
}

/**
 * Returns a function that removes the values that some rules claim from objects of one side; undefined if these rules claim none.
 */
export function removalPass(selection: RemovedRules): RemovalPass | undefined {
  const { root } = selection.lens;
  return selectsAny(selection, root, new Set())
    ? (value) => withoutRuledValues(value, selection, root)
    : undefined;
}

function selectsAny(selection: RemovedRules, scope: RuleScope, visited: Set<RuleScope>): boolean {
  if (visited.has(scope)) return false;
  visited.add(scope);
  return scope.rules.some((rule) => {
    if (isSelected(rule, selection)) return true;
    const inner = scopeWithin(selection.lens, rule);
    return inner !== undefined && selectsAny(selection, inner, visited);
  });
}

function isSelected(rule: ScopeRule, { side, removes }: RemovedRules, value?: JsonValue): boolean {
  return rule.action.type !== "excluded" && rule[side].length > 0 && removes(rule, value);
}

function withoutRuledValues(
  value: JsonValue,
  selection: RemovedRules,
  scope: RuleScope,
): JsonValue {
  let result = value;
  for (const rule of scope.rules) {
    const inner = scopeWithin(selection.lens, rule);
    if (inner === undefined && !isSelected(rule, selection)) continue;
    const takes = partSelector(rule, selection.side);
    const strip = (part: JsonValue): JsonValue =>
      inner === undefined || takes?.(part) === false
        ? part
        : withoutRuledValues(part, selection, inner);
    for (const path of rule[selection.side]) {
      result = changedAt(result, path, (found) =>
        isSelected(rule, selection, found) ? undefined : eachPart(found, rule, strip),
      );
    }
  }
  return result;
}

/** The rules inside a rule: for the value it claims, its items or values, or the parts that its op converts. */
function scopeWithin(lens: ScopedLens, rule: ScopeRule): RuleScope | undefined {
  const { action } = rule;
  return action.type === "op" ? action.parts?.inner : innerScopeOf(lens, rule);
}

function eachPart(
  value: JsonValue,
  { action }: ScopeRule,
  strip: (part: JsonValue) => JsonValue,
): JsonValue {
  const parts = action.type === "op" ? action.parts : undefined;
  if (action.type === "items") return isArray(value) ? value.map(strip) : value;
  if (parts !== undefined && isArray(value)) {
    return value.map((item) => changedAt(item, parts.inItem, strip));
  }
  const areValues = action.type === "values" || parts?.key !== undefined;
  if (!areValues || !isObject(value)) return strip(value);
  const result: MutableJsonObject = {};
  for (const [key, own] of Object.entries(value)) assign(result, key, strip(own));
  return result;
}

/** A copy of the value in which the value at a path is changed or removed; the same value if the path is absent. */
function changedAt(
  value: JsonValue,
  [key, ...rest]: KeyPath,
  change: (found: JsonValue) => JsonValue | undefined,
): JsonValue {
  if (key === undefined) return change(value) ?? value;
  if (!isObject(value) || !Object.hasOwn(value, key)) return value;
  const result: MutableJsonObject = {};
  for (const [name, own] of Object.entries(value)) {
    const next =
      name !== key ? own : rest.length === 0 ? change(own) : changedAt(own, rest, change);
    if (next !== undefined) assign(result, name, next);
  }
  return result;
}
