import { otherSide, type Side, sides } from "../../converter/side.ts";
import { type Path, pathText } from "../language/path.ts";
import type { AnalysisContext } from "../ops/analysis/analysis-context.ts";
import { quotedPath, report } from "../ops/analysis/fault-texts.ts";
import { noteTree } from "../ops/analysis/leaves.ts";
import type { PlacePair, SchemaPlace } from "../ops/analysis/place-pair.ts";
import { reportMissing } from "../ops/analysis/required-reports.ts";
import type { RuleScope, ScopeRule } from "../place/scoped-lens.ts";
import { wholeSideIn } from "../place/whole-value.ts";
import { likeliest, reachable } from "./nearest.ts";

/** A path that only one version has, without a rule and without a corresponding path. */
export interface UncoveredPlace extends SchemaPlace {
  /** The rule that claims the same path in the other version. */
  readonly otherClaim: ScopeRule | undefined;
}

/** A path that one version requires and that may stay absent. */
export interface Unfilled {
  readonly side: Side;
  readonly place: SchemaPlace;
}

/** The fields of a scope that no rule covers, and the required ones that may stay absent. */
interface Uncovered {
  readonly walk: AnalysisContext;
  readonly scope: RuleScope;
  readonly pair: PlacePair;
  readonly oneSided: Readonly<Record<Side, readonly UncoveredPlace[]>>;
  readonly unfilled: readonly Unfilled[];
}

/**
 * Reports E104 for required members that may stay absent. Suggests to move the most similar of the fields that only the other
 * version has.
 */
export function reportUnfilled({ walk, pair, unfilled, oneSided }: Uncovered): void {
  for (const { side, place } of unfilled) {
    const candidates = oneSided[otherSide(side)].flatMap(reachable);
    const [candidate] = likeliest(place, inSameList(pair, side, place, candidates));
    const remedy =
      candidate === undefined ? "fill" : `fill, or move from ${quotedPath(candidate.place.path)}`;
    reportMissing(walk, { side, path: place.path, remedy, rule: pair.via });
  }
}

/** Reports E101 for fields that only one version has. Required ones for which E104 was reported are left out. */
export function reportOneSided(uncovered: Uncovered): void {
  const { walk, unfilled, oneSided } = uncovered;
  // If a member is the whole value in the other version, the members beside it have no place there: they are preserved with
  // their item.
  const staying = wholeSideIn(uncovered.scope);
  const said = new Set(unfilled.map(({ side, place }) => `${side} ${quotedPath(place.path)}`));
  for (const side of sides) {
    const candidates = oneSided[otherSide(side)].flatMap(reachable);
    for (const lone of oneSided[side]) {
      noteTree(walk, lone, { side, outcome: "preserved", to: [], rule: undefined });
      // A `keep` of a field that both versions have is reported as E126.
      const isSaid =
        said.has(`${side} ${quotedPath(lone.path)}`) || lone.otherClaim?.data?.op === "keep";
      const stays = staying !== undefined && staying !== side;
      if (!isSaid && !stays) reportUncovered(uncovered, side, lone, candidates);
    }
  }
}

function reportUncovered(
  { walk, pair }: Uncovered,
  side: Side,
  lone: UncoveredPlace,
  candidates: readonly SchemaPlace[],
): void {
  const [candidate] = likeliest(lone, inSameList(pair, side, lone, candidates));
  const [version, other] = [walk.versions[side], walk.versions[otherSide(side)]];
  const way = side === "from" ? "move to" : "move from";
  const remedy =
    candidate === undefined
      ? "keep or drop"
      : `keep, drop or ${way} ${quotedPath(candidate.place.path)}`;
  const fact =
    lone.otherClaim === undefined
      ? `${quotedPath(lone.path)} exists only in ${version}, and no rule covers it`
      : `a rule claims ${quotedPath(lone.path)} of ${other}, but no rule covers the same path of ${version}`;
  report(walk, {
    code: "E101",
    path: lone.path,
    text: `${fact}. Try ${remedy}`,
    rule: lone.otherClaim?.data ?? pair.via,
    candidate: candidate && { path: pathText(candidate.place.path), reason: candidate.reason },
    onlyIn:
      candidate === undefined && lone.otherClaim === undefined
        ? { version, isNewer: side === "to" }
        : undefined,
  });
}

/** The paths of the other side that are inside the same list or map with free keys: values can't be moved between lists. */
function inSameList(
  pair: PlacePair,
  side: Side,
  { path }: SchemaPlace,
  candidates: readonly SchemaPlace[],
): readonly SchemaPlace[] {
  const own = pathText(listAround(path.slice(pair[side].path.length)));
  const start = pair[otherSide(side)].path.length;
  return candidates.filter((other) => pathText(listAround(other.path.slice(start))) === own);
}

function listAround(path: Path): Path {
  return path.slice(0, path.findLastIndex((step) => typeof step !== "string") + 1);
}
