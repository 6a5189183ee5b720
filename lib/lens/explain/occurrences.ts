import type { Side } from "../../converter/side.ts";
import { isArray, isObject, type JsonObject, type JsonValue } from "../../json/value.ts";
import { keyText } from "../language/path.ts";
import type { RuleData } from "../language/rule.ts";
import type { ValuePredicate } from "../ops/value-test.ts";
import type { AddressStep } from "../place/address.ts";
import { locateRule } from "../place/locate-rule.ts";
import type { ScopedLens, ScopeRule } from "../place/scoped-lens.ts";
import { partSelector, selectedIndexes } from "../place/selected-parts.ts";

/** The values of an object that one rule claims within the same list items; or one value that no rule claims. */
export interface Occurrence {
  /** Identifies the rule and the list items; the same for corresponding values of both versions. */
  readonly id: string;
  readonly rule: RuleData | undefined;
  /** The rule for the list or map that contains the value. */
  readonly container: RuleData | undefined;
  readonly values: readonly LocatedValue[];
}

/** A value with its path. */
interface LocatedValue {
  readonly steps: readonly AddressStep[];
  readonly value: JsonValue;
}

/** The occurrences in an object, by id. Values below a claimed value, or below a list without a rule, are not listed. */
export function occurrencesIn(
  lens: ScopedLens,
  side: Side,
  object: JsonObject,
): ReadonlyMap<string, Occurrence> {
  const found = new Map<string, Occurrence>();
  walk({ steps: [], binding: [], value: object }, { lens, side, found }, undefined);
  return found;
}

/**
 * A value with its path, and a path in which each item has its position among the converted items (`binding`), so that it is the
 * same in both versions.
 */
interface BoundValue extends LocatedValue {
  readonly binding: readonly AddressStep[];
}

interface OccurrenceSearch {
  readonly lens: ScopedLens;
  readonly side: Side;
  readonly found: Map<string, Occurrence>;
}

function walk(
  { binding, ...placed }: BoundValue,
  at: OccurrenceSearch,
  container: ScopeRule | undefined,
): void {
  const { id, rule, isAbove } = locateRule(at.lens, at.side, binding);
  const isContainer = rule === undefined ? isObject(placed.value) : isAbove;
  const selects = rule && partSelector(rule, at.side);
  const inner = isContainer ? boundValuesBelow({ ...placed, binding }, selects) : [];
  if (inner.length > 0) {
    for (const child of inner) walk(child, at, rule ?? container);
    return;
  }
  if (placed.steps.length === 0) return;
  const values = [...(at.found.get(id)?.values ?? []), placed];
  at.found.set(id, { id, rule: rule?.data, container: container?.data, values });
}

function boundValuesBelow(
  { steps, binding, value }: BoundValue,
  selects: ValuePredicate | undefined,
): readonly BoundValue[] {
  if (isArray(value)) {
    const numbers = new Map(selectedIndexes(value, selects).map((index, nth) => [index, nth]));
    return value.map((item, index) => ({
      steps: [...steps, { type: "index", index }],
      // An item that is not converted gets a negative position, which no item of the other version has.
      binding: [...binding, { type: "index", index: numbers.get(index) ?? index - value.length }],
      value: item,
    }));
  }
  if (!isObject(value)) return [];
  return Object.entries(value).map(([key, member]) => {
    const step: AddressStep = { type: "key", key };
    return { steps: [...steps, step], binding: [...binding, step], value: member };
  });
}

/** The text of an address's steps: `spec.items[0].name`. */
export function stepsText(steps: readonly AddressStep[]): string {
  return steps
    .map((step) =>
      step.type === "index" ? `[${step.index}]` : step.type === "key" ? keyText(step.key) : "[…]",
    )
    .join("")
    .replace(/^\./, "");
}
