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
import { innerOf } from "../place/locate.ts";
import type { RuleScope, ScopedLens, ScopeRule } from "../place/scoped-lens.ts";
import { selectedParts } from "../place/selected-parts.ts";

/** Takes what the rules of one side drop out of a value. */
export type DropPass = (value: JsonValue) => JsonValue;

/** Takes dropped values out of bodies of one side; undefined where no rule drops any. */
export function dropPass(lens: ScopedLens, side: Side): DropPass | undefined {
  return passWithout({ lens, side, removes: isDropped });
}

/** True for a rule that gives up its value, with a reason. */
export function isDropped({ data }: Pick<ScopeRule, "data">): boolean {
  const op = data && opOf(data);
  return op?.kind === "oneSided" && op.reason !== undefined;
}

/** The rules whose values are taken out of bodies of one side. */
interface RemovedRules {
  readonly lens: ScopedLens;
  readonly side: Side;
  /** Called for rules that are an op, not an inner lens. */
  readonly removes: (rule: ScopeRule) => boolean;
}

/** Takes the values that some rules claim out of bodies of one side; undefined where none of them claims any. */
export function passWithout(selection: RemovedRules): DropPass | undefined {
  const { root } = selection.lens;
  return selectsAny(selection, root, new Set())
    ? (value) => without(value, selection, root)
    : undefined;
}

function selectsAny(selection: RemovedRules, scope: RuleScope, visited: Set<RuleScope>): boolean {
  if (visited.has(scope)) return false;
  visited.add(scope);
  return scope.rules.some((rule) => {
    if (isSelected(rule, selection)) return true;
    const inner = innerOf(selection.lens, rule);
    return inner !== undefined && selectsAny(selection, inner, visited);
  });
}

function isSelected(rule: ScopeRule, { side, removes }: RemovedRules): boolean {
  return rule.action.type === "op" && rule[side].length > 0 && removes(rule);
}

function without(value: JsonValue, selection: RemovedRules, scope: RuleScope): JsonValue {
  let result = value;
  for (const rule of scope.rules) {
    const inner = innerOf(selection.lens, rule);
    for (const path of rule[selection.side]) {
      if (isSelected(rule, selection)) result = changed(result, path, () => undefined);
      else if (inner !== undefined) {
        const selects = selectedParts(rule, selection.side);
        const strip = (part: JsonValue): JsonValue =>
          selects?.(part) === false ? part : without(part, selection, inner);
        result = changed(result, path, (found) => eachPart(found, rule, strip));
      }
    }
  }
  return result;
}

function eachPart(
  value: JsonValue,
  { action }: ScopeRule,
  strip: (part: JsonValue) => JsonValue,
): JsonValue {
  if (action.type === "items") return isArray(value) ? value.map(strip) : value;
  if (action.type !== "values" || !isObject(value)) return strip(value);
  const result: MutableJsonObject = {};
  for (const [key, own] of Object.entries(value)) assign(result, key, strip(own));
  return result;
}

/** A value with the value at a path changed, or removed; the same value where the path is absent. */
function changed(
  value: JsonValue,
  [key, ...rest]: KeyPath,
  change: (found: JsonValue) => JsonValue | undefined,
): JsonValue {
  if (key === undefined) return change(value) ?? value;
  if (!isObject(value) || !Object.hasOwn(value, key)) return value;
  const result: MutableJsonObject = {};
  for (const [name, own] of Object.entries(value)) {
    const next = name !== key ? own : rest.length === 0 ? change(own) : changed(own, rest, change);
    if (next !== undefined) assign(result, name, next);
  }
  return result;
}
