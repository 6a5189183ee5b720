import { bodyNode } from "../check/analyze-lens.ts";
import { nameStem } from "../check/like-names.ts";
import { lastKey, reachable } from "../check/nearest.ts";
import { type Path, pathText, startsWith } from "../language/path.ts";
import type { RuleData } from "../language/rule.ts";
import type { SchemaNode } from "../language/schema-node.ts";
import { otherSide, type Side, sides } from "../language/side.ts";
import { isLeaf, spotsBelow } from "../ops/analysis/leaves.ts";
import { narrowings } from "../ops/analysis/narrowings.ts";
import { itemSpot, memberSpot, type Spot, valueSpot } from "../ops/analysis/site.ts";
import { hasValues } from "../ops/analysis/subsumption.ts";
import { typeText } from "../ops/analysis/type-text.ts";
import { type Suggestion, suggestMove, suggestRule } from "./suggest-rule.ts";

/** The rules that two schemas suggest, and open questions. */
export interface LensDraft {
  /** Rules with paths from the object's root, with `[*]` and `{}` where they pass through lists and maps. */
  readonly rules: readonly RuleData[];
  /** What was guessed in the rules, each as `path: what to review`. */
  readonly guesses: readonly string[];
  /** What an author has to decide, each as `path: question`. */
  readonly undecided: readonly string[];
}

/**
 * Drafts a lens between two schemas: renamed fields, enum values in another spelling, strings and numbers with the same
 * unit, lists and maps with the same content. Fields whose names have no words in common are left undecided.
 */
export function suggestLens(from: SchemaNode, to: SchemaNode): LensDraft {
  const draft: MutableDraft = { rules: [], guesses: [], undecided: [] };
  draftScope(draft, { path: [], node: bodyNode(from) }, { path: [], node: bodyNode(to) });
  return draft;
}

interface MutableDraft {
  readonly rules: RuleData[];
  readonly guesses: string[];
  readonly undecided: string[];
}

type OneSided = Readonly<Record<Side, Spot[]>>;

/** Drafts rules for two fields and all below them. Names are matched within the same list item or map value. */
function draftScope(draft: MutableDraft, from: Spot, to: Spot): void {
  const oneSided: OneSided = { from: [], to: [] };
  draftPair(draft, from, to, oneSided);
  draftSplits(draft, oneSided);
  const pairs = matched(oneSided);
  for (const pair of pairs) draftRule(draft, pair, pair.suggestion);
  for (const side of sides) {
    const taken = pairs.map((pair) => pair[side].path);
    const left = oneSided[side].flatMap((spot) => rest(spot, taken));
    noteOneSided(draft, side, left);
  }
}

function noteOneSided(draft: MutableDraft, side: Side, spots: readonly Spot[]): void {
  const version = side === "from" ? "older" : "newer";
  for (const { path } of spots) {
    draft.undecided.push(`${pathText(path)}: only the ${version} version has it; keep or drop`);
  }
}

function draftPair(draft: MutableDraft, from: Spot, to: Spot, oneSided: OneSided): void {
  if (from.node === "none" || to.node === "none") {
    if (from.node !== "none") oneSided.from.push(from);
    if (to.node !== "none") oneSided.to.push(to);
    return;
  }
  if (typeof from.node === "string" || typeof to.node === "string") return;
  const lacks = [...narrowings(from.node, to.node), ...narrowings(to.node, from.node)];
  if (lacks.some(({ type }) => type === "type" || type === "word") || isOtherList(from, to)) {
    draftSame(draft, from, to);
    return;
  }
  noteBounds(draft, from, to);
  draftBelow(draft, from, to, oneSided);
}

/** True for two lists whose items differ in type, such as strings and maps. */
function isOtherList(from: Spot, to: Spot): boolean {
  const [item, other] = [itemSpot(from).node, itemSpot(to).node];
  return narrowings(item, other).some(({ type }) => type === "type");
}

function noteBounds(draft: MutableDraft, from: Spot, to: Spot): void {
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

function draftBelow(draft: MutableDraft, from: Spot, to: Spot, oneSided: OneSided): void {
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

/** Drafts the rule for a field that both versions have in different forms. */
function draftSame(draft: MutableDraft, from: Spot, to: Spot): void {
  const found = suggestRule(from, to);
  if (found !== undefined) draftRule(draft, { from, to }, found);
  else draft.undecided.push(`${pathText(from.path)}: of another type in the newer version`);
}

/** Adds the rule between two fields, and drafts what lies below them where the rule is a move. */
function draftRule(draft: MutableDraft, { from, to }: SpotPair, found: Suggestion): void {
  draft.rules.push(found.rule);
  if (found.guess !== undefined) draft.guesses.push(`${pathText(from.path)}: ${found.guess}`);
  if (found.rule.op !== "move" || isLeaf(from.node) || isLeaf(to.node)) return;
  const oneSided: OneSided = { from: [], to: [] };
  draftBelow(draft, from, to, oneSided);
  for (const side of sides) noteOneSided(draft, side, oneSided[side]);
}

/** Drafts splits of strings whose name consists of other strings' names (`hostPort`: `host`, `port`), and removes them. */
function draftSplits(draft: MutableDraft, oneSided: OneSided): void {
  for (const side of sides) {
    const [whole, others] = [oneSided[side], oneSided[otherSide(side)]];
    for (const [index, spot] of whole.entries()) {
      const parts = others.filter((other) => isPart(spot, other));
      const name = parts.map(({ path }) => lastKey(path)).join("");
      if (!areSiblings(parts) || name.toLowerCase() !== lastKey(spot.path).toLowerCase()) continue;
      draft.rules.push(splitRule(side, spot, parts));
      draft.guesses.push(`${pathText(spot.path)}: guessed ":" between its parts`);
      whole.splice(index, 1);
      others.splice(0, others.length, ...others.filter((other) => !parts.includes(other)));
      draftSplits(draft, oneSided);
      return;
    }
  }
}

/** True for several fields of one parent. */
function areSiblings(parts: readonly Spot[]): boolean {
  const parents = new Set(parts.map(({ path }) => pathText(path.slice(0, -1))));
  return parts.length > 1 && parents.size === 1;
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

interface SpotPair {
  readonly from: Spot;
  readonly to: Spot;
}

/** Two fields that correspond to each other. */
interface Match extends SpotPair {
  readonly suggestion: Suggestion;
}

/**
 * Fields of the two sides that correspond: by similar names below one parent, or by paths with the same words in total
 * (`storageSize` and `storage.size`). A field that is similar to several is left open, and so is one that moved to another
 * parent, since the name alone doesn't tell which field it is.
 */
function matched(oneSided: OneSided): readonly Match[] {
  const renames = matchedBy(stemKey, oneSided, suggestRule);
  const below = { from: oneSided.from.flatMap(reachable), to: oneSided.to.flatMap(reachable) };
  const moves = matchedBy(wordsKey, below, suggestMove);
  return [...renames, ...moves.filter((move) => renames.every((pair) => isDisjoint(move, pair)))];
}

/** The pairs of fields that share a key with no other field. */
function matchedBy(
  keyOf: (spot: Spot) => string,
  spots: OneSided,
  suggest: (from: Spot, to: Spot) => Suggestion | undefined,
): readonly Match[] {
  const tos = Map.groupBy(spots.to, keyOf);
  return [...Map.groupBy(spots.from, keyOf)].flatMap(([key, froms]) => {
    const [from, ...otherFroms] = froms;
    const [to, ...otherTos] = tos.get(key) ?? [];
    if (from === undefined || to === undefined) return [];
    const suggestion = suggest(from, to);
    const isOnly = otherFroms.length + otherTos.length === 0;
    return isOnly && suggestion !== undefined ? [{ from, to, suggestion }] : [];
  });
}

function stemKey({ path }: Spot): string {
  return `${pathText(path.slice(0, -1))} ${nameStem(lastKey(path))}`;
}

function wordsKey({ path }: Spot): string {
  return pathText(path)
    .replaceAll(/[^\p{L}\p{N}*{}[\]]/gu, "")
    .toLowerCase();
}

function isDisjoint(one: SpotPair, other: SpotPair): boolean {
  return sides.every(
    (side) =>
      !startsWith(one[side].path, other[side].path) &&
      !startsWith(other[side].path, one[side].path),
  );
}

/** The part of a field that is in no pair: the field itself, or of a map the members that are in no pair. */
function rest(spot: Spot, taken: readonly Path[]): readonly Spot[] {
  if (taken.some((path) => startsWith(spot.path, path))) return [];
  if (!taken.some((path) => startsWith(path, spot.path))) return [spot];
  return spotsBelow(spot).flatMap((below) => rest(below, taken));
}
