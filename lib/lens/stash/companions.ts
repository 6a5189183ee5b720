import { isArray, type JsonArray, type JsonValue } from "../../json/value.ts";
import { valueAt } from "../language/key-path.ts";
import { otherSide, type Side } from "../language/side.ts";
import { type AddressStep, addressText, resolve } from "../place/address.ts";
import { companionPaths } from "../place/companion-rules.ts";
import { claimOf, innerOf, leadingKeys } from "../place/locate.ts";
import type { RuleScope, ScopedLens } from "../place/scoped-lens.ts";
import { alignFingerprints } from "./align.ts";
import type { Entries } from "./difference.ts";
import type { AddressedEntry } from "./entry-tree.ts";
import { fingerprint } from "./fingerprint.ts";

/** One side's value and what stands beside it on the other side, item by item. */
export interface BothSides {
  readonly lens: ScopedLens;
  /** The side that entries are kept for. */
  readonly side: Side;
  readonly own: JsonValue;
  readonly other: JsonValue;
}

/** The same entries, those of such rules with the print of what they stand beside. */
export function withCompanionPrints(entries: readonly AddressedEntry[], pair: BothSides): Entries {
  const result: Entries = new Map();
  for (const { text, address, entry } of entries) {
    const beside = companionOf(address.steps, pair, sameIndex);
    const marked = beside === undefined ? entry : [...entry.slice(0, 1), printOf(beside.value)];
    result.set(text, entry.length === 1 ? marked : entry);
  }
  return result;
}

/** Entries without those whose neighbour has changed since. */
export function withUnchangedCompanion<Entry extends AddressedEntry>(
  entries: readonly Entry[],
  pair: BothSides,
): readonly Entry[] {
  const prints = new Map(
    entries.flatMap(({ text, address, entry: [list] }) =>
      address.part === "prints" && isArray(list) ? [[text, list.map(String)] as const] : [],
    ),
  );
  const aligned = new Map<string, ReturnType<typeof alignFingerprints>>();
  const today = (steps: readonly AddressStep[], index: number, list: JsonArray) => {
    const text = addressText({ steps, part: "prints", requiredSteps: steps.length - 1 });
    const old = prints.get(text);
    if (old === undefined) return undefined;
    const found = aligned.get(text) ?? alignFingerprints(old, list.map(fingerprint), false);
    aligned.set(text, found);
    return found[index];
  };
  return entries.filter(({ address, entry: [, mark] }) => {
    if (typeof mark !== "string") return true;
    const beside = companionOf(address.steps, pair, today);
    return beside !== undefined && printOf(beside.value) === mark;
  });
}

/** Absence has a print too. */
function printOf(value: JsonValue | undefined): string {
  return value === undefined ? "" : fingerprint(value);
}

/** Where an item that had a place in a list stands now. */
type CurrentIndex = (
  steps: readonly AddressStep[],
  index: number,
  list: JsonArray,
) => number | undefined;

const sameIndex: CurrentIndex = (_, index) => index;

interface CompanionSearch extends BothSides {
  readonly scope: RuleScope;
  readonly steps: readonly AddressStep[];
  /** Steps of the whole address that lead here. */
  readonly above: readonly AddressStep[];
}

/** What a kept value stands beside; undefined where its rule names nothing, or the way there is gone. */
function companionOf(
  steps: readonly AddressStep[],
  pair: BothSides,
  indexNow: CurrentIndex,
): { readonly value: JsonValue | undefined } | undefined {
  return follow({ ...pair, scope: pair.lens.root, steps, above: [] }, indexNow);
}

function follow(way: CompanionSearch, indexNow: CurrentIndex): ReturnType<typeof companionOf> {
  const { lens, side, scope, steps, own, other } = way;
  const found = claimOf(scope, side, leadingKeys(steps));
  if (found === undefined) return undefined;
  const { rule, length } = found;
  const companion = companionPaths(rule);
  if (companion !== undefined) {
    const [path] = companion[otherSide(side)];
    return path === undefined ? undefined : { value: valueAt(other, path) };
  }
  const inner = innerOf(lens, rule);
  const here = valueAt(own, rule[side][0] ?? []);
  const there = valueAt(other, rule[otherSide(side)][0] ?? []);
  if (inner === undefined || here === undefined || there === undefined) return undefined;
  const next = { ...way, scope: inner, own: here, other: there, steps: steps.slice(length) };
  const at = { ...next, above: [...way.above, ...steps.slice(0, length)] };
  if (rule.action.type === "within" || rule.action.type === "named") return follow(at, indexNow);
  return followPart(at, indexNow);
}

/** Goes down into one item of a list, or one value of a map. */
function followPart(way: CompanionSearch, indexNow: CurrentIndex): ReturnType<typeof companionOf> {
  const { own, other, above } = way;
  const [step, ...steps] = way.steps;
  if (step === undefined) return undefined;
  const next = { ...way, steps, above: [...above, step] };
  if (step.type === "key") {
    const [here, there] = [valueAt(own, [step.key]), valueAt(other, [step.key])];
    if (here === undefined || there === undefined) return undefined;
    return follow({ ...next, own: here, other: there }, indexNow);
  }
  if (!isArray(own) || !isArray(other)) return undefined;
  const item = step.type === "item" ? resolve(own, [step]) : undefined;
  const index = step.type === "index" ? indexNow(above, step.index, own) : -1;
  const at = item === undefined ? index : own.indexOf(item);
  const [here, there] = at === undefined ? [] : [own[at], other[at]];
  if (here === undefined || there === undefined) return undefined;
  return follow({ ...next, own: here, other: there }, indexNow);
}
