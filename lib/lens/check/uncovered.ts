import { otherSide, type Side, sides } from "../../converter/side.ts";
import { type Path, pathText } from "../language/path.ts";
import type { AnalysisContext } from "../ops/analysis/analysis-context.ts";
import { quotedPath, report } from "../ops/analysis/fault-texts.ts";
import { noteTree } from "../ops/analysis/leaves.ts";
import type { PlacePair, SchemaPlace } from "../ops/analysis/place-pair.ts";
import { reportMissing } from "../ops/analysis/required-reports.ts";
import type { RuleScope, ScopeRule } from "../place/scoped-lens.ts";
import { wholeSideIn } from "../place/whole-value.ts";
import { absenceCauseAt } from "./absence-causes.ts";
import { likeliest, reachable } from "./nearest.ts";

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
export function reportUnfilled({ walk, scope, pair, unfilled, oneSided }: Uncovered): void {
  for (const { side, place } of unfilled) {
    const candidates = oneSided[otherSide(side)].flatMap(reachable);
    const [candidate] = likeliest(place, inSameList(pair, side, place, candidates));
    const remedy =
      candidate === undefined ? "fill" : `fill, or move from ${quotedPath(candidate.place.path)}`;
    const below = place.path.slice(pair[side].path.length);
    const keys = below.filter((step) => typeof step === "string");
    const cause =
      keys.length < below.length ? undefined : absenceCauseAt(scope, side, keys, walk.versions);
    reportMissing(walk, { side, path: place.path, remedy, rule: pair.via, cause });
  }
}

/** E101, except for required places: E104 was reported for them. */
export function reportOneSided(uncovered: Uncovered): void {
  const { walk, unfilled, oneSided } = uncovered;
  // Where a member is the other version's whole value, its neighbours have no place there: they are preserved with their
  // item.
  const staying = wholeSideIn(uncovered.scope);
  const said = new Set(unfilled.map(({ side, place }) => `${side} ${quotedPath(place.path)}`));
  for (const side of sides) {
    const candidates = oneSided[otherSide(side)].flatMap(reachable);
    for (const lone of oneSided[side]) {
      noteTree(walk, lone, { side, outcome: "preserved", to: [], rule: undefined });
      // A keep of what both versions have is reported as E126.
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
      : `a rule claims ${quotedPath(lone.path)} of ${other}, but no rule covers that of ${version}`;
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

/** The places of the other side that are in the same list or map of any key: nothing moves from one list to another. */
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
