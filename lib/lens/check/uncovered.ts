import { otherSide, type Side, sides } from "../../converter/side.ts";
import { pathText } from "../language/path.ts";
import type { AnalysisContext } from "../ops/analysis/analysis-context.ts";
import { quotedPath, reportFault } from "../ops/analysis/fault-texts.ts";
import { noteTree } from "../ops/analysis/leaves.ts";
import type { PlacePair, SchemaPlace } from "../ops/analysis/place-pair.ts";
import { reportMissing } from "../ops/analysis/required-reports.ts";
import type { RuleScope, ScopeRule } from "../place/scoped-lens.ts";
import { wholeValueSideIn } from "../place/whole-value.ts";
import { absenceCauseAt } from "./absence-causes.ts";
import type { Counterpart, FindCounterpart } from "./counterparts.ts";

/**
 * A path of one version that no rule covers. The other version has no such path, or a rule claims it in that version
 * ({@link UncoveredPlace.otherClaim}).
 */
export interface UncoveredPlace extends SchemaPlace {
  /** The rule that claims the same path in the other version. */
  readonly otherClaim: ScopeRule | undefined;
}

/** A path that one version requires and that may stay absent. */
export interface MissingRequiredPath {
  readonly side: Side;
  readonly place: SchemaPlace;
}

/** The fields of a scope that no rule covers, and the required ones that may stay absent. */
interface Uncovered {
  readonly walk: AnalysisContext;
  readonly scope: RuleScope;
  readonly pair: PlacePair;
  readonly oneSided: Readonly<Record<Side, readonly UncoveredPlace[]>>;
  readonly unfilled: readonly MissingRequiredPath[];
  readonly counterpartOf: FindCounterpart;
}

/**
 * Reports E104 for required members that may stay absent. Suggests moving the most similar of the fields that only the other
 * version has.
 */
export function reportUnfilled(uncovered: Uncovered): void {
  const { walk, scope, pair, unfilled, counterpartOf } = uncovered;
  for (const { side, place } of unfilled) {
    const candidate = counterpartOf(side, place);
    const remedy =
      candidate === undefined ? "fill" : `fill, or move from ${quotedPath(candidate.place.path)}`;
    const below = place.path.slice(pair[side].path.length);
    const keys = below.filter((step) => typeof step === "string");
    const cause =
      keys.length < below.length ? undefined : absenceCauseAt(scope, side, keys, walk.versions);
    reportMissing(walk, { side, path: place.path, remedy, rule: pair.via, cause });
  }
}

/** Reports E101 for fields that only one version has. Required ones for which E104 was reported are left out. */
export function reportOneSided(uncovered: Uncovered): void {
  const { walk, unfilled, oneSided, counterpartOf } = uncovered;
  // If one member of an item is the whole item in the other version, that version can't represent the members beside it: they
  // are preserved with their item, and not reported.
  const staying = wholeValueSideIn(uncovered.scope);
  const reported = new Set(unfilled.map(({ side, place }) => `${side} ${quotedPath(place.path)}`));
  for (const side of sides) {
    for (const lone of oneSided[side]) {
      noteTree(walk, lone, { side, outcome: "preserved", to: [], rule: undefined });
      // A `keep` of a field that both versions have is reported as E126.
      const isReported =
        reported.has(`${side} ${quotedPath(lone.path)}`) || lone.otherClaim?.data?.op === "keep";
      const stays = staying !== undefined && staying !== side;
      if (!isReported && !stays) reportUncovered(uncovered, side, lone, counterpartOf(side, lone));
    }
  }
}

function reportUncovered(
  { walk, pair }: Uncovered,
  side: Side,
  lone: UncoveredPlace,
  counterpart: Counterpart | undefined,
): void {
  const version = walk.versions[side];
  reportFault(walk, {
    code: "E101",
    path: lone.path,
    text: `${uncoveredText(walk, side, lone)}. ${remedyText(side, counterpart)}`,
    rule: lone.otherClaim?.data ?? pair.via,
    candidate: counterpart && {
      path: pathText(counterpart.place.path),
      reason: counterpart.reason,
      isGuess: counterpart.isGuess,
    },
    onlyIn:
      counterpart === undefined && lone.otherClaim === undefined
        ? { version, isNewer: side === "to" }
        : undefined,
  });
}

function uncoveredText(
  { versions }: AnalysisContext,
  side: Side,
  { path, otherClaim }: UncoveredPlace,
): string {
  const [version, other] = [versions[side], versions[otherSide(side)]];
  return otherClaim === undefined
    ? `${quotedPath(path)} exists only in ${version}, and no rule covers it`
    : `a rule claims ${quotedPath(path)} of ${other}, but no rule covers the same path of ${version}`;
}

function remedyText(side: Side, counterpart: Counterpart | undefined): string {
  if (counterpart === undefined) return "Try keep or drop";
  const { place, op, reason, isGuess } = counterpart;
  const way = `${op} ${side === "from" ? "to" : "from"} ${quotedPath(place.path)}`;
  return isGuess
    ? `Try ${way}, perhaps the same field (${reason}); else keep or drop`
    : `Try keep, drop or ${way}`;
}
