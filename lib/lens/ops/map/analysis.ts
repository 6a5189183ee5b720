import { otherSide, type Side, sides } from "../../../converter/side.ts";
import { equal } from "../../../json/equal.ts";
import type { JsonValue } from "../../../json/value.ts";
import type { MapRule, RuleData } from "../../language/rule.ts";
import type { SchemaNode } from "../../language/schema-node.ts";
import { isAcceptedRefusal } from "../analysis/accepted.ts";
import type { AnalysisContext, OpPlace } from "../analysis/analysis-context.ts";
import { compareNull, noteBothOutcomes } from "../analysis/both-sides.ts";
import { quotedPath, reportFault, valueText } from "../analysis/fault-texts.ts";
import type { FieldOutcome } from "../analysis/lens-analysis.ts";
import type { PlacePair } from "../analysis/place-pair.ts";
import { reportRefusedLiteral } from "../analysis/value-reports.ts";
import { sameWord, undecidedWord, wordCodec, wordPairs } from "./codec.ts";

/** Reports words of either version without a partner in the table or in `else`, and words that a version doesn't have (E106). */
export function walkMap(walk: AnalysisContext, data: MapRule, { pair }: OpPlace): void {
  const first: Side = data.inverted === true ? "to" : "from";
  const codec = wordCodec(data);
  const pairs = wordPairs(data.table);
  const [firstWords, secondWords] = [pairs.map(([word]) => word), pairs.map(([, word]) => word)];
  const listed =
    first === "from"
      ? { from: firstWords, to: secondWords }
      : { from: secondWords, to: firstWords };
  compareNull(walk, pair);
  reportUndecided(walk, pair, first, pairs);
  for (const side of sides) reportUnlisted(walk, { data, pair, side }, listed[side]);
  for (const side of sides) {
    const otherwise = data.else?.[side];
    const own = otherwise === undefined || otherwise === sameWord ? [] : [otherwise];
    reportUnknownWords(walk, pair, side, [...listed[side], ...own]);
  }
  reportUnreturned(walk, { data, pair }, listed);
  const exact = { [first]: codec.exactForward, [otherSide(first)]: codec.exactBackward };
  const outcomeOf = (side: Side): FieldOutcome =>
    exact[side] === true && wordsOf(pair[side].node) !== undefined ? "changed" : "preserved";
  noteBothOutcomes(walk, pair, { from: outcomeOf("from"), to: outcomeOf("to") });
}

/** The words that a schema allows; undefined if it doesn't list them. */
export function wordsOf(node: SchemaNode): readonly JsonValue[] | undefined {
  if (typeof node === "string") return undefined;
  return node.type === "boolean" ? [true, false] : node.validation?.enum;
}

/** A `map` rule with its two paths, and the version whose words are checked. */
interface MapSide {
  readonly data: MapRule;
  readonly pair: PlacePair;
  readonly side: Side;
}

/** Reports E132 for a word whose partner is still `?` in the table. */
function reportUndecided(
  walk: AnalysisContext,
  pair: PlacePair,
  first: Side,
  pairs: ReturnType<typeof wordPairs>,
): void {
  const opposite = otherSide(first);
  const known = wordsOf(pair[opposite].node)?.map(valueText).join(", ");
  for (const [word, image] of pairs) {
    if (image !== undecidedWord) continue;
    const { path } = pair[first];
    const choice = known === undefined ? "" : `: ${known}`;
    reportFault(walk, {
      code: "E132",
      path,
      text: `${valueText(word)} of ${quotedPath(path)} still has the partner \`?\`. Write the word of ${walk.versions[opposite]} that it becomes${choice}`,
      rule: pair.via,
      word,
    });
  }
}

/**
 * Reports E106 for a word that a version allows and neither the table nor `else` has, unless an entry of `accept` accepts that
 * the other version refuses such words.
 */
function reportUnlisted(
  walk: AnalysisContext,
  { data, pair, side }: MapSide,
  listed: readonly JsonValue[],
): void {
  const otherwise = data.else?.[otherSide(side)];
  if (otherwise !== undefined && otherwise !== sameWord) return;
  const others = otherwise === undefined ? [] : wordsOf(pair[otherSide(side)].node);
  // Until every `?` in the table is replaced, any word may turn out to be a partner.
  if (others === undefined || listed.includes(undecidedWord)) return;
  const version = walk.versions[otherSide(side)];
  const place = pair[otherSide(side)].path;
  const refusal = { version, constraint: { path: place, keyword: "enum" } } as const;
  for (const word of wordsOf(pair[side].node) ?? []) {
    if (word === null || [...listed, ...others].some((other) => equal(word, other))) continue;
    if (isAcceptedRefusal(walk, refusal)) return;
    const { path } = pair[side];
    reportFault(walk, {
      code: "E106",
      path,
      text: `${valueText(word)} of ${quotedPath(path)} has no partner in ${version}. Add it to the table`,
      rule: pair.via,
      refusal,
      word,
    });
  }
}

/** Reports E106 for words of the table or of `else` that the version doesn't allow. */
function reportUnknownWords(
  walk: AnalysisContext,
  pair: PlacePair,
  side: Side,
  listed: readonly JsonValue[],
): void {
  const words = wordsOf(pair[side].node);
  if (words === undefined) {
    for (const word of listed)
      if (word !== null && word !== undecidedWord)
        reportRefusedLiteral(walk, pair[side], word, {
          rule: ruleOfPair(pair),
          side,
          what: "word",
        });
    return;
  }
  const unknown = listed.filter(
    (word) => word !== null && word !== undecidedWord && !words.some((other) => equal(word, other)),
  );
  const { path } = pair[side];
  for (const word of unknown) {
    reportFault(walk, {
      code: "E106",
      path,
      text: `${valueText(word)} is not a word of ${quotedPath(path)} in ${walk.versions[side]}, which has ${words.map(valueText).join(", ")}`,
      rule: pair.via,
    });
  }
}

/**
 * Reports E106 for a word of `else` that would not convert back and forth to itself: words that the table does not list could
 * then not be converted.
 */
function reportUnreturned(
  walk: AnalysisContext,
  { data, pair }: Pick<MapSide, "data" | "pair">,
  listed: Readonly<Record<string, readonly JsonValue[]>>,
): void {
  for (const side of sides) {
    const opposite = otherSide(side);
    const word = data.else?.[side];
    if (word === undefined) continue;
    const back = data.else?.[opposite];
    const isListed = listed[side]?.some((each) => equal(each, word)) === true;
    const returns =
      word === sameWord
        ? back === sameWord
        : isListed || (back !== undefined && !listed[opposite]?.some((each) => equal(each, back)));
    if (returns) continue;
    const [thisVersion, otherVersion] = [walk.versions[side], walk.versions[opposite]];
    const text =
      word === sameWord
        ? `else: same for ${thisVersion} needs else: same for ${otherVersion} too, or the word could not be converted back`
        : `${valueText(word)}, which else writes in ${thisVersion}, could not be converted back to ${otherVersion}. Add it to the table`;
    reportFault(walk, { code: "E106", path: pair[side].path, text, rule: pair.via });
  }
}

function ruleOfPair({ via }: PlacePair): RuleData {
  return via ?? { op: "drop", from: ".", reason: "" };
}
