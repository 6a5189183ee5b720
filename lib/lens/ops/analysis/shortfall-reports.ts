import { otherSide, type Side } from "../../../converter/side.ts";
import { reportNarrowing, reportTypes } from "./carried.ts";
import { quotedPath, report } from "./fault-texts.ts";
import { reportMissing } from "./required-reports.ts";
import {
  type AnalysisContext,
  itemSpot,
  memberSpot,
  type Site,
  type Spot,
  siteBelow,
} from "./site.ts";
import { type Shortfall, shortfalls } from "./subsumption.ts";

/** What one place refuses or prunes of what another gives, as faults of the side that takes. */
export function reportShortfalls(walk: AnalysisContext, at: Site, taker: Side): void {
  const giver = otherSide(taker);
  for (const shortfall of shortfalls(at[giver].node, at[taker].node)) {
    reportShortfall(walk, at, taker, shortfall);
  }
}

function reportShortfall(
  walk: AnalysisContext,
  at: Site,
  taker: Side,
  { path, what }: Shortfall,
): void {
  const giver = otherSide(taker);
  const below = (side: Side): Spot => path.reduce(stepSpot, at[side]);
  const site = siteBelow(at, below("from"), below("to"));
  switch (what.type) {
    case "type":
      reportTypes(walk, site);
      return;
    case "required": {
      const { path: missing } = site[taker];
      reportMissing(walk, { side: taker, path: missing, remedy: "a hook", rule: at.via });
      return;
    }
    case "undeclared": {
      const only = quotedPath(site[giver].path);
      const text = `${only} exists only in ${walk.versions[giver]}, and this rule does not convert what is inside its values. Use a hook, or an op that takes rules, such as each`;
      report(walk, { code: "E101", path: site[giver].path, text, rule: at.via });
      return;
    }
    default:
      reportNarrowing(walk, site, taker, what);
  }
}

function stepSpot(spot: Spot, step: Shortfall["path"][number]): Spot {
  if (typeof step === "string") return memberSpot(spot, step);
  const isList = typeof spot.node !== "string" && spot.node.items !== undefined;
  return isList ? itemSpot(spot) : { path: [...spot.path, step], node: anyValueOf(spot) };
}

function anyValueOf({ node }: Spot): Spot["node"] {
  if (typeof node === "string") return node;
  return typeof node.additionalProperties === "object" ? node.additionalProperties : "free";
}
