import { type Side, sides } from "../../converter/side.ts";
import { equal } from "../../json/equal.ts";
import type { JsonValue } from "../../json/value.ts";
import { bodyNode } from "../check/analyze-lens.ts";
import { type Path, pathText, startsWith } from "../language/path.ts";
import type { RuleData } from "../language/rule.ts";
import type { SchemaNode } from "../language/schema-node.ts";
import { hasAdditionalProperties } from "../ops/analysis/narrowed-paths.ts";
import { narrowings } from "../ops/analysis/narrowings.ts";
import {
  itemSchemaPlace,
  memberSchemaPlace,
  type SchemaPlace,
  valueSchemaPlace,
} from "../ops/analysis/place-pair.ts";
import { deprecatedPairs } from "./deprecated-members.ts";
import { type MatchedPlaces, matchFields, type UnpairedMembers } from "./matching.ts";
import { suggestRule } from "./suggest-rule.ts";
import { suggestSplits } from "./suggest-splits.ts";

/** The rules suggested for two schemas. The compiler reports the fields that they don't cover. */
interface LensDraft {
  /** Rules with paths from the object's root, with `[*]` and `{}` for lists and maps with free keys. */
  readonly rules: readonly RuleData[];
  /** The reasons for each rule, as `path: reason`; none for a rule between fields of the same path if nothing was guessed. */
  readonly reasons: ReadonlyMap<RuleData, readonly string[]>;
}

/**
 * Drafts a lens between two schemas. Containers come first: two maps, or the items of two lists, whose members agree; then fields
 * of the same map, or of a map in it that only one version has. Names must give a reason for a pair: an equal type is not enough.
 * Fields are not paired across lists, or across spec and status. `versions` are the names of the versions.
 */
export function suggestLens(
  from: SchemaNode,
  to: SchemaNode,
  versions: Readonly<Record<Side, string>> = { from: "", to: "" },
): LensDraft {
  const draft: MutableDraft = { rules: [], reasons: new Map(), versions };
  const [one, other] = [bodyNode(from), bodyNode(to)].map((node) => ({ path: [], node }));
  if (one !== undefined && other !== undefined) draftMembers(draft, { from: one, to: other });
  return draft;
}

interface MutableDraft {
  readonly rules: RuleData[];
  readonly reasons: Map<RuleData, readonly string[]>;
  readonly versions: Readonly<Record<Side, string>>;
}

/** Drafts rules for the members of two corresponding maps or lists. */
function draftMembers(draft: MutableDraft, pair: MatchedPlaces): void {
  const known = deprecatedPairs(pair, draft.versions);
  for (const each of known) draftContainers(draft, each, each.reason);
  const taken = { from: known.map(({ from }) => from.path), to: known.map(({ to }) => to.path) };
  const pool: UnpairedMembers = { from: [], to: [], taken };
  for (const key of new Set(sides.flatMap((side) => declaredKeys(pair[side].node)))) {
    const from = unpairedMember(memberSchemaPlace(pair.from, key), taken.from);
    const to = unpairedMember(memberSchemaPlace(pair.to, key), taken.to);
    if (from !== undefined && to !== undefined) draftSame(draft, { from, to });
    else if (from !== undefined) pool.from.push(from);
    else if (to !== undefined) pool.to.push(to);
  }
  draftPool(draft, pool);
  const [items, others] = [itemSchemaPlace(pair.from), itemSchemaPlace(pair.to)];
  if (hasItems(pair.from.node) && hasItems(pair.to.node)) {
    draftMembers(draft, { from: items, to: others });
  }
  if (hasAdditionalProperties(pair.from.node) && hasAdditionalProperties(pair.to.node)) {
    draftMembers(draft, { from: valueSchemaPlace(pair.from), to: valueSchemaPlace(pair.to) });
  }
}

/** A member that exists and is not in a pair; else undefined. */
function unpairedMember(place: SchemaPlace, taken: readonly Path[]): SchemaPlace | undefined {
  const isTaken = place.node === "none" || taken.some((path) => startsWith(place.path, path));
  return isTaken ? undefined : place;
}

/** Drafts rules for fields whose path only one version has. */
function draftPool(draft: MutableDraft, pool: UnpairedMembers): void {
  const splits = suggestSplits(pool);
  for (const { rule, reason } of splits) addRule(draft, rule, [reason]);
  const spent = splits.flatMap(({ places }) => places);
  const rest: UnpairedMembers = {
    from: pool.from.filter((place) => !spent.includes(place)),
    to: pool.to.filter((place) => !spent.includes(place)),
    taken: pool.taken,
  };
  for (const match of matchFields(rest)) {
    if (match.rule === undefined) draftContainers(draft, match, match.reason);
    else addRule(draft, match.rule, [`${pathText(match.from.path)}: ${match.reason}`]);
  }
}

/** Drafts a rule for a field that both versions have at the same path, if it needs one. */
function draftSame(draft: MutableDraft, pair: MatchedPlaces): void {
  const { from, to } = pair;
  if (typeof from.node === "string" || typeof to.node === "string") return;
  const lacks = [...narrowings(from.node, to.node), ...narrowings(to.node, from.node)];
  const isOther = lacks.some(({ type }) => type === "type") || hasOtherWords(pair);
  if (!isOther && !isOtherList(pair)) {
    draftMembers(draft, pair);
    return;
  }
  const found = suggestRule(from, to);
  if (found === undefined) return;
  const { rule, reason } = found;
  addRule(draft, rule, reason === undefined ? [] : [`${pathText(from.path)}: ${reason}`]);
}

/** Drafts one rule for two maps or lists with different paths, with inner rules for what differs in them. */
function draftContainers(draft: MutableDraft, { from, to }: MatchedPlaces, reason: string): void {
  const paths = { from: pathText(from.path), to: pathText(to.path) };
  const isList = hasItems(from.node) && hasItems(to.node);
  const root = (node: SchemaNode): SchemaPlace => ({ path: [], node });
  const inner: MutableDraft = { rules: [], reasons: new Map(), versions: draft.versions };
  draftMembers(inner, {
    from: root(isList ? itemSchemaPlace(from).node : from.node),
    to: root(isList ? itemSchemaPlace(to).node : to.node),
  });
  const { rules } = inner;
  const rule: RuleData =
    rules.length === 0
      ? { op: "move", ...paths }
      : { op: isList ? "each" : "move", ...paths, rules };
  const start = `${paths.from}${isList ? "[*]" : ""}`;
  const reasons = rules.flatMap((each) => inner.reasons.get(each) ?? []);
  addRule(draft, rule, [`${paths.from}: ${reason}`, ...reasons.map((text) => `${start}.${text}`)]);
}

function addRule(draft: MutableDraft, rule: RuleData, reasons: readonly string[]): void {
  draft.rules.push(rule);
  if (reasons.length > 0) draft.reasons.set(rule, reasons);
}

/** True for two fields with an enum of which one lacks words of the other. */
function hasOtherWords({ from, to }: MatchedPlaces): boolean {
  const [words, others] = [from, to].map(({ node }) =>
    typeof node === "string" ? undefined : node.validation?.enum,
  );
  if (words === undefined || others === undefined) return false;
  const lacksValue = (known: readonly JsonValue[], given: readonly JsonValue[]): boolean =>
    given.some((word) => word !== null && !known.some((other) => equal(word, other)));
  return lacksValue(words, others) || lacksValue(others, words);
}

/** True for two lists whose items differ in type, such as strings and maps. */
function isOtherList({ from, to }: MatchedPlaces): boolean {
  const [item, other] = [itemSchemaPlace(from).node, itemSchemaPlace(to).node];
  return narrowings(item, other).some(({ type }) => type === "type");
}

function declaredKeys(node: SchemaNode): readonly string[] {
  return typeof node === "string" ? [] : [...(node.properties?.keys() ?? [])];
}

function hasItems(node: SchemaNode): boolean {
  return typeof node !== "string" && node.items !== undefined;
}
