import {
  assign,
  isArray,
  isObject,
  type JsonValue,
  type MutableJsonObject,
} from "../../json/value.ts";
import type { KeyPath } from "./path.ts";
import type { Side } from "./placed.ts";
import type { Scope, ScopedLens, ScopeRule } from "./scope.ts";

/** A value without what the rules of one side drop for good. */
export type DropPass = (value: JsonValue) => JsonValue;

/** What takes the dropped places out of a body of one side; undefined where no rule drops anything there. */
export function dropPass(lens: ScopedLens, side: Side): DropPass | undefined {
  const seen = new Map<Scope, boolean>();
  if (!dropsAnything(lens, side, lens.root, seen)) return undefined;
  return (value) => withoutDrops(value, lens, side, lens.root);
}

function dropsAnything(
  lens: ScopedLens,
  side: Side,
  scope: Scope,
  seen: Map<Scope, boolean>,
): boolean {
  if (seen.has(scope)) return false;
  seen.set(scope, true);
  return scope.rules.some((rule) => {
    if (isDrop(rule, side)) return true;
    const inner = innerScope(lens, rule);
    return inner !== undefined && dropsAnything(lens, side, inner, seen);
  });
}

function isDrop({ data, action, ...rule }: ScopeRule, side: Side): boolean {
  return action.type === "op" && data?.op === "drop" && rule[side].length > 0;
}

function innerScope(lens: ScopedLens, { action }: ScopeRule): Scope | undefined {
  if (action.type === "named") return lens.named.get(action.lens);
  return "inner" in action ? action.inner : undefined;
}

function withoutDrops(value: JsonValue, lens: ScopedLens, side: Side, scope: Scope): JsonValue {
  let result = value;
  for (const rule of scope.rules) {
    const inner = innerScope(lens, rule);
    for (const path of rule[side]) {
      if (isDrop(rule, side)) result = changed(result, path, () => undefined);
      else if (inner !== undefined) {
        const strip = (part: JsonValue): JsonValue => withoutDrops(part, lens, side, inner);
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
  for (const key of Object.keys(value)) assign(result, key, strip(value[key] ?? null));
  return result;
}

/** A value with another value at a path, or without it; the same where nothing is there. */
function changed(
  value: JsonValue,
  [key, ...rest]: KeyPath,
  change: (found: JsonValue) => JsonValue | undefined,
): JsonValue {
  if (key === undefined) return change(value) ?? value;
  if (!isObject(value) || !Object.hasOwn(value, key)) return value;
  const result: MutableJsonObject = {};
  for (const name of Object.keys(value)) {
    const own = value[name] ?? null;
    const next = name !== key ? own : rest.length === 0 ? change(own) : changed(own, rest, change);
    if (next !== undefined) assign(result, name, next);
  }
  return result;
}
