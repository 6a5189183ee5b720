import { otherSide, type Side, sides } from "../../converter/side.ts";
import { pathText } from "../language/path.ts";
import type { AnalysisContext } from "../ops/analysis/analysis-context.ts";
import { quotedPath, report } from "../ops/analysis/fault-texts.ts";
import { noteTree } from "../ops/analysis/leaves.ts";
import type { PlacePair, SchemaPlace } from "../ops/analysis/place-pair.ts";
import { reportMissing } from "../ops/analysis/required-reports.ts";
import type { RuleScope, ScopeRule } from "../place/scoped-lens.ts";
import { wholeSideIn } from "../place/whole-value.ts";
import { type Counterpart, counterpartsAmong } from "./counterparts.ts";

/** A place that one version has and no rule covers, without a counterpart. */
export interface UncoveredPlace extends SchemaPlace {
  /** The rule that claims the same path of the other side. */
  readonly otherClaim: ScopeRule | undefined;
}

/** A place that one side requires and nothing fills. */
export interface Unfilled {
  readonly side: Side;
  readonly place: SchemaPlace;
}

/** What of a scope neither its rules nor identity cover. */
interface Uncovered {
  readonly walk: AnalysisContext;
  readonly scope: RuleScope;
  readonly pair: PlacePair;
  readonly oneSided: Readonly<Record<Side, readonly UncoveredPlace[]>>;
  readonly unfilled: readonly Unfilled[];
}

/** E104, with the likeliest counterpart among the places that the other version alone has. */
export function reportUnfilled(uncovered: Uncovered): void {
  const { walk, pair, unfilled, oneSided } = uncovered;
  const counterpartOf = counterpartsAmong(oneSided, pair);
  for (const { side, place } of unfilled) {
    const candidate = counterpartOf(side, place);
    const remedy =
      candidate === undefined ? "fill" : `fill, or move from ${quotedPath(candidate.place.path)}`;
    reportMissing(walk, { side, path: place.path, remedy, rule: pair.via });
  }
}

/** E101, except for required places: E104 was reported for them. */
export function reportOneSided(uncovered: Uncovered): void {
  const { walk, unfilled, oneSided } = uncovered;
  // Where a member is the other version's whole value, its neighbours have no place there: they are preserved with their
  // item.
  const staying = wholeSideIn(uncovered.scope);
  const said = new Set(unfilled.map(({ side, place }) => `${side} ${quotedPath(place.path)}`));
  const counterpartOf = counterpartsAmong(oneSided, uncovered.pair);
  for (const side of sides) {
    for (const lone of oneSided[side]) {
      noteTree(walk, lone, { side, outcome: "preserved", to: [], rule: undefined });
      // A keep of what both versions have is reported as E126.
      const isSaid =
        said.has(`${side} ${quotedPath(lone.path)}`) || lone.otherClaim?.data?.op === "keep";
      const stays = staying !== undefined && staying !== side;
      if (!isSaid && !stays) reportUncovered(uncovered, side, lone, counterpartOf(side, lone));
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
  report(walk, {
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
    : `a rule claims ${quotedPath(path)} of ${other}, but no rule covers that of ${version}`;
}

function remedyText(side: Side, counterpart: Counterpart | undefined): string {
  if (counterpart === undefined) return "Try keep or drop";
  const { place, op, reason, isGuess } = counterpart;
  const way = `${op} ${side === "from" ? "to" : "from"} ${quotedPath(place.path)}`;
  return isGuess
    ? `Try ${way}, perhaps the same field (${reason}); else keep or drop`
    : `Try keep, drop or ${way}`;
}
