import { isArray, isObject, type JsonObject, type JsonValue } from "../../json/value.ts";
import { keyText } from "../language/path.ts";
import type { RuleData } from "../language/rule.ts";
import type { Side } from "../language/side.ts";
import type { AddressStep } from "../place/address.ts";
import { locate } from "../place/locate.ts";
import type { ScopedLens, ScopeRule } from "../place/scoped-lens.ts";

/** The values of one object that a rule claims for one binding, or a value that no rule claims. */
export interface Occurrence {
  /** Identifies rule and binding, alike on both sides. */
  readonly id: string;
  readonly rule: RuleData | undefined;
  /** The rule of the enclosing list or map, which converts its items or members. */
  readonly container: RuleData | undefined;
  readonly values: readonly PlacedValue[];
}

/** A value with its path. */
export interface PlacedValue {
  readonly steps: readonly AddressStep[];
  readonly value: JsonValue;
}

/** All values of an object, down to claims, scalars and lists, by the rule that claims them. */
export function occurrencesIn(
  lens: ScopedLens,
  side: Side,
  object: JsonObject,
): ReadonlyMap<string, Occurrence> {
  const found = new Map<string, Occurrence>();
  walk({ steps: [], value: object }, { lens, side, found }, undefined);
  return found;
}

interface OccurrenceSearch {
  readonly lens: ScopedLens;
  readonly side: Side;
  readonly found: Map<string, Occurrence>;
}

function walk(placed: PlacedValue, at: OccurrenceSearch, container: ScopeRule | undefined): void {
  const { id, rule, isAbove } = locate(at.lens, at.side, placed.steps);
  const isContainer = rule === undefined ? isObject(placed.value) : isAbove;
  const inner = isContainer ? childrenOf(placed) : [];
  if (inner.length > 0) {
    for (const child of inner) walk(child, at, rule ?? container);
    return;
  }
  if (placed.steps.length === 0) return;
  const values = [...(at.found.get(id)?.values ?? []), placed];
  at.found.set(id, { id, rule: rule?.data, container: container?.data, values });
}

function childrenOf({ steps, value }: PlacedValue): readonly PlacedValue[] {
  if (isArray(value)) {
    return value.map((item, index) => ({
      steps: [...steps, { type: "index", index }],
      value: item,
    }));
  }
  if (!isObject(value)) return [];
  return Object.entries(value).map(([key, member]) => ({
    steps: [...steps, { type: "key", key }],
    value: member,
  }));
}

/** The text of steps: `spec.items[0].name`. */
export function stepsText(steps: readonly AddressStep[]): string {
  return steps
    .map((step) =>
      step.type === "index" ? `[${step.index}]` : step.type === "key" ? keyText(step.key) : "[…]",
    )
    .join("")
    .replace(/^\./, "");
}
