import { type Path, pathText, startsWith } from "../lens/path.ts";
import { otherSide, type Side, sides } from "../lens/placed.ts";
import type { RuleData } from "../lens/rule.ts";
import type { SchemaNode } from "../lens/schema-node.ts";
import { bodyNode } from "./analyze-lens.ts";
import { isLeaf, spotsBelow } from "./leaves.ts";
import { narrowings } from "./narrowings.ts";
import { keyDistance, lastKey, maxCompared, maxDistance, reachable } from "./nearest.ts";
import { sameForm } from "./same-form.ts";
import { itemSpot, memberSpot, type Spot, valueSpot } from "./site.ts";
import { hasValues } from "./subsumption.ts";
import { suggestRule, withoutUnit } from "./suggest-rule.ts";
import { typeText } from "./type-text.ts";

/** A lens as far as two schemas tell it. */
export interface LensDraft {
  /** With paths from the object's root; the compiler puts those with `[*]` and `{}` at their places. */
  readonly rules: readonly RuleData[];
  /** What an author has to decide, or look over, a path with its question each. */
  readonly undecided: readonly string[];
}

/**
 * Drafts a lens between two schemas: moves and renames (a moved parent once), words of which several have one partner,
 * texts and numbers that measure one thing, lists and maps in two forms. What has no likely partner is undecided.
 */
export function suggestLens(from: SchemaNode, to: SchemaNode): LensDraft {
  const draft: Draft = { rules: [], undecided: [] };
  draftScope(draft, { path: [], node: bodyNode(from) }, { path: [], node: bodyNode(to) });
  return draft;
}

interface Draft {
  readonly rules: RuleData[];
  readonly undecided: string[];
}

type OneSided = Readonly<Record<Side, Spot[]>>;

/** A pair of places and all below them; names are matched among what lies in the same list item or map value. */
function draftScope(draft: Draft, from: Spot, to: Spot): void {
  const oneSided: OneSided = { from: [], to: [] };
  draftPair(draft, from, to, oneSided);
  draftSplits(draft, oneSided);
  const pairs = matched(oneSided);
  for (const { from: one, to: other } of pairs) draftRule(draft, one, other);
  for (const side of sides) {
    const taken = pairs.map((pair) => pair[side].path);
    for (const spot of oneSided[side]) {
      for (const { path } of rest(spot, taken)) {
        const version = side === "from" ? "older" : "newer";
        draft.undecided.push(`${pathText(path)}: only the ${version} version has it; keep or drop`);
      }
    }
  }
}

function draftPair(draft: Draft, from: Spot, to: Spot, oneSided: OneSided): void {
  if (from.node === "none" || to.node === "none") {
    for (const [side, spot] of [
      ["from", from],
      ["to", to],
    ] as const) {
      if (spot.node !== "none") oneSided[side].push(spot);
    }
    return;
  }
  if (typeof from.node === "string" || typeof to.node === "string") return;
  const lacks = [...narrowings(from.node, to.node), ...narrowings(to.node, from.node)];
  if (lacks.some(({ type }) => type === "type" || type === "word")) {
    draftRule(draft, from, to);
    return;
  }
  if (isOtherList(from, to)) {
    draftRule(draft, from, to);
    return;
  }
  noteBounds(draft, from, to);
  draftBelow(draft, from, to, oneSided);
}

/** Two lists, one of scalars and one of maps. */
function isOtherList(from: Spot, to: Spot): boolean {
  const [item, other] = [itemSpot(from).node, itemSpot(to).node];
  return narrowings(item, other).some(({ type }) => type === "type");
}

function noteBounds(draft: Draft, from: Spot, to: Spot): void {
  for (const [version, one, other] of [
    ["newer", from, to],
    ["older", to, from],
  ] as const) {
    for (const what of narrowings(one.node, other.node)) {
      if (what.type !== "bound") continue;
      const path = pathText(other.path);
      draft.undecided.push(
        `${path}: the ${version} version allows less (${what.text}); move it to itself with narrow and a reason`,
      );
    }
  }
}

function draftBelow(draft: Draft, from: Spot, to: Spot, oneSided: OneSided): void {
  const keys = new Set([from, to].flatMap(({ node }) => keysOf(node)));
  for (const key of keys) draftPair(draft, memberSpot(from, key), memberSpot(to, key), oneSided);
  if (hasItems(from.node) && hasItems(to.node)) draftScope(draft, itemSpot(from), itemSpot(to));
  if (hasValues(from.node) && hasValues(to.node)) {
    draftScope(draft, valueSpot(from), valueSpot(to));
  }
}

function keysOf(node: SchemaNode): readonly string[] {
  return typeof node === "string" ? [] : [...(node.properties?.keys() ?? [])];
}

function hasItems(node: SchemaNode): boolean {
  return typeof node !== "string" && node.items !== undefined;
}

/** The rule between two places, and what lies below them where it is carried over. */
function draftRule(draft: Draft, from: Spot, to: Spot): void {
  const found = suggestRule(from, to);
  if (found === undefined) {
    draft.undecided.push(`${pathText(from.path)}: of another type in the newer version`);
    return;
  }
  draft.rules.push(found.rule);
  if (found.guess !== undefined) draft.undecided.push(`${pathText(from.path)}: ${found.guess}`);
  if (found.rule.op !== "move" || isLeaf(from.node) || isLeaf(to.node)) return;
  const oneSided: OneSided = { from: [], to: [] };
  draftBelow(draft, from, to, oneSided);
  for (const side of sides) {
    for (const { path } of oneSided[side]) {
      draft.undecided.push(
        `${pathText(path)}: ${side === "from" ? "only the older" : "only the newer"} version has it; keep or drop`,
      );
    }
  }
}

/** Texts whose name is made of the names of texts beside: `hostPort` of `host` and `port`. They are taken out. */
function draftSplits(draft: Draft, oneSided: OneSided): void {
  for (const side of sides) {
    const [whole, others] = [oneSided[side], oneSided[otherSide(side)]];
    for (const [index, spot] of whole.entries()) {
      const parts = others.filter((other) => isPart(spot, other));
      const name = parts.map(({ path }) => lastKey(path)).join("");
      if (parts.length < 2 || name.toLowerCase() !== lastKey(spot.path).toLowerCase()) continue;
      draft.rules.push(splitRule(side, spot, parts));
      draft.undecided.push(`${pathText(spot.path)}: guessed ":" between its parts`);
      whole.splice(index, 1);
      others.splice(0, others.length, ...others.filter((other) => !parts.includes(other)));
      draftSplits(draft, oneSided);
      return;
    }
  }
}

function isPart(whole: Spot, part: Spot): boolean {
  const [key, own] = [lastKey(whole.path), lastKey(part.path)].map((text) => text.toLowerCase());
  const isText = [whole, part].every(({ node }) => typeText(node) === "string");
  return isText && key !== undefined && own !== undefined && key !== own && key.includes(own);
}

function splitRule(side: Side, whole: Spot, parts: readonly Spot[]): RuleData {
  const named = Object.fromEntries(parts.map(({ path }) => [lastKey(path), pathText(path)]));
  const template = Object.keys(named)
    .map((name) => `{${name}}`)
    .join(":");
  const text = pathText(whole.path);
  return side === "from"
    ? { op: "split", from: text, to: named, template }
    : { op: "split", from: named, to: text, template };
}

interface Match {
  readonly from: Spot;
  readonly to: Spot;
}

interface Ranked extends Match {
  readonly isSameKey: boolean;
  readonly isSameSchema: boolean;
  readonly distance: number;
  readonly isSameParent: boolean;
}

/** Places of the two sides that became each other, the likeliest pairs first; no place twice, nor one below it. */
function matched(oneSided: OneSided): readonly Match[] {
  const [froms, tos] = [oneSided.from.flatMap(reachable), oneSided.to.flatMap(reachable)];
  const isFew = Math.max(froms.length, tos.length) <= maxCompared;
  const ranked = froms
    .flatMap((from) => tos.flatMap((to) => rankOf(from, to, isFew) ?? []))
    .sort(byRank);
  const pairs: Match[] = [];
  for (const pair of ranked) {
    const isFree = pairs.every((other) =>
      sides.every((side) => !overlaps(pair[side].path, other[side].path)),
    );
    if (isFree) pairs.push(pair);
  }
  return pairs;
}

function rankOf(from: Spot, to: Spot, isFew: boolean): Ranked | undefined {
  const [key, other] = [lastKey(from.path), lastKey(to.path)];
  const isSameKey = key === other;
  if (!isSameKey && !isFew) return undefined;
  const distance = isSameKey ? 0 : keyDistance(withoutUnit(key), withoutUnit(other));
  if (!isSameKey && distance > maxDistance) return undefined;
  if (suggestRule(from, to) === undefined) return undefined;
  return {
    from,
    to,
    isSameKey,
    isSameSchema: sameForm(from.node, to.node, ["description", "title", "default"]),
    distance,
    isSameParent: pathText(from.path.slice(0, -1)) === pathText(to.path.slice(0, -1)),
  };
}

function byRank(one: Ranked, other: Ranked): number {
  return (
    Number(other.isSameKey) - Number(one.isSameKey) ||
    Number(other.isSameSchema) - Number(one.isSameSchema) ||
    one.distance - other.distance ||
    Number(other.isSameParent) - Number(one.isSameParent) ||
    one.from.path.length - other.from.path.length
  );
}

function overlaps(one: Path, other: Path): boolean {
  return startsWith(one, other) || startsWith(other, one);
}

/** What of a place no pair has taken: itself, or of a map that was taken in part its other members. */
function rest(spot: Spot, taken: readonly Path[]): readonly Spot[] {
  if (taken.some((path) => startsWith(spot.path, path))) return [];
  if (!taken.some((path) => startsWith(path, spot.path))) return [spot];
  return spotsBelow(spot).flatMap((below) => rest(below, taken));
}
