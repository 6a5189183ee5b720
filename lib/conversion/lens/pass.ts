import { isObject, type JsonObject, type JsonValue } from "../../json/value.ts";
import { claimTree } from "./claims.ts";
import { type One, unreadable } from "./codec.ts";
import type { KeyPath } from "./path.ts";
import { otherSide, type Side } from "./placed.ts";
import { put, valueAt, withValue } from "./places.ts";
import type { SchemaPair } from "./schema-node.ts";
import type { Scope } from "./scoped.ts";
import { comesBack, stepsOf } from "./steps.ts";
import { type Outcome, readClaims, takeClaims } from "./take.ts";
import type { Wired, WiredOne } from "./wired.ts";

/** Makes ready one direction of a scope: from a value of the source's to one of the target's. */
export function passOf(
  scope: Scope,
  source: Side,
  schemas: SchemaPair,
  rules: readonly Wired[],
): One {
  const target = otherSide(source);
  const [only] = rules;
  if (only?.type === "one" && only.source.length === 0 && only.target.length === 0) {
    return wholePass(only);
  }
  const tree = claimTree(scope, source, schemas);
  const targets = scope.rules.flatMap((rule) => rule[target]);
  const steps = stepsOf(scope, source, rules);
  const fills = rules.flatMap(fillsOf);
  return (value, run) => {
    if (!isObject(value)) return unreadable;
    const outcome: Outcome = { values: [], hits: [], slots: [], moved: [], unfilled: [] };
    const isHit = readClaims(value, tree, outcome);
    for (const step of steps) {
      step(value, run, outcome);
      if (run.fault !== undefined) return unreadable;
    }
    let image = isHit ? takeClaims(value, tree, outcome, run) : value;
    for (let slot = 0; slot < targets.length; slot++) {
      const given = outcome.slots[slot];
      if (given !== undefined) image = put(image, value, targets[slot] ?? [], given, run);
    }
    for (const fill of fills) {
      if (!isFillable(image, fill)) continue;
      if (fill.isResidual) run.residual = true;
      image = withValue(image, value, fill.target, 0, fill.value) ?? image;
    }
    return image;
  };
}

interface Fill {
  readonly target: KeyPath;
  readonly value: JsonValue;
  /** True where what is filled in does not go away by itself on the way back. */
  readonly isResidual: boolean;
}

function fillsOf(rule: Wired): readonly Fill[] {
  if (rule.type === "fill") return [{ ...rule, isResidual: false }];
  if (rule.type !== "many" || rule.fill === undefined) return [];
  return rule.targets
    .slice(0, 1)
    .map((target) => ({ target, value: rule.fill ?? null, isResidual: true }));
}

/** A scope whose one rule reads the whole value, scalar or not. */
function wholePass({ run: one, inverse, isExact }: WiredOne): One {
  return (value, run) => {
    const image = one(value, run);
    if (image === unreadable) run.residual = true;
    else if (!isExact && !comesBack(value, image, inverse, run)) run.residual = true;
    return image;
  };
}

/** True where the place of a fill is free, and the map above it there. */
function isFillable(image: JsonObject, { target }: Fill): boolean {
  const parent = valueAt(image, target.slice(0, -1));
  return isObject(parent) && !Object.hasOwn(parent, target.at(-1) ?? "");
}
