import { isArray, isObject, type JsonObject, type JsonValue } from "../../json/value.ts";
import { keyText } from "../language/path.ts";
import type { RuleData } from "../language/rule.ts";
import type { Side } from "../language/side.ts";
import type { AddressStep } from "../place/address.ts";
import { locate } from "../place/locate.ts";
import type { ScopedLens, ScopeRule } from "../place/scoped-lens.ts";

/** The places of one object that one rule claims for one binding, or a value that no rule claims. */
export interface Occurrence {
  /** Names rule and binding: the same on both sides. */
  readonly id: string;
  readonly rule: RuleData | undefined;
  /** The rule of the list or map around, whose items or members are carried along. */
  readonly container: RuleData | undefined;
  readonly places: readonly PlacedValue[];
}

/** A value with where it stands. */
export interface PlacedValue {
  readonly steps: readonly AddressStep[];
  readonly value: JsonValue;
}

/** Everything that stands in an object, down to claims, scalars and lists, by the rule that it belongs to. */
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

function walk(place: PlacedValue, at: OccurrenceSearch, around: ScopeRule | undefined): void {
  const { id, rule, isAbove } = locate(at.lens, at.side, place.steps);
  const isContainer = rule === undefined ? isObject(place.value) : isAbove;
  const inner = isContainer ? childrenOf(place) : [];
  if (inner.length > 0) {
    for (const child of inner) walk(child, at, rule ?? around);
    return;
  }
  if (place.steps.length === 0) return;
  const places = [...(at.found.get(id)?.places ?? []), place];
  at.found.set(id, { id, rule: rule?.data, container: around?.data, places });
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

/** A place's text: `spec.items[0].name`. */
export function placeText(steps: readonly AddressStep[]): string {
  return steps
    .map((step) =>
      step.type === "index" ? `[${step.index}]` : step.type === "key" ? keyText(step.key) : "[…]",
    )
    .join("")
    .replace(/^\./, "");
}
