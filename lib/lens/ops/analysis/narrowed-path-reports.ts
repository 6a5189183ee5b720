import { otherSide, type Side } from "../../../converter/side.ts";
import type { AnalysisContext } from "./analysis-context.ts";
import { reportNarrowing, reportTypes } from "./carried.ts";
import { quotedPath, reportFault } from "./fault-texts.ts";
import { type NarrowedPath, narrowedPaths } from "./narrowed-paths.ts";
import {
  itemSchemaPlace,
  memberSchemaPlace,
  type PlacePair,
  pairBelow,
  type SchemaPlace,
} from "./place-pair.ts";
import { reportMissing } from "./required-reports.ts";

/**
 * Reports everything that the schema of one version, the target, refuses or prunes of the values that the other allows, at the
 * pair's paths and below them.
 */
export function reportNarrowedPaths(walk: AnalysisContext, pair: PlacePair, target: Side): void {
  const source = otherSide(target);
  for (const narrowed of narrowedPaths(pair[source].node, pair[target].node)) {
    reportNarrowedPath(walk, pair, target, narrowed);
  }
}

function reportNarrowedPath(
  walk: AnalysisContext,
  pair: PlacePair,
  target: Side,
  { path, what }: NarrowedPath,
): void {
  const source = otherSide(target);
  const placeAfterPath = (side: Side): SchemaPlace => path.reduce(placeAtStep, pair[side]);
  const below = pairBelow(pair, placeAfterPath("from"), placeAfterPath("to"));
  switch (what.type) {
    case "type":
      reportTypes(walk, below);
      return;
    case "required": {
      const { path: missing } = below[target];
      reportMissing(walk, { side: target, path: missing, remedy: "a hook", rule: pair.via });
      return;
    }
    case "undeclared": {
      const only = quotedPath(below[source].path);
      const text = `${only} exists only in ${walk.versions[source]}, and this rule does not convert what is inside its values. Use a hook, or an op that takes rules, such as each`;
      reportFault(walk, { code: "E101", path: below[source].path, text, rule: pair.via });
      return;
    }
    default:
      reportNarrowing(walk, below, target, what);
  }
}

function placeAtStep(place: SchemaPlace, step: NarrowedPath["path"][number]): SchemaPlace {
  if (typeof step === "string") return memberSchemaPlace(place, step);
  const isList = typeof place.node !== "string" && place.node.items !== undefined;
  return isList ? itemSchemaPlace(place) : { path: [...place.path, step], node: anyValueOf(place) };
}

function anyValueOf({ node }: SchemaPlace): SchemaPlace["node"] {
  if (typeof node === "string") return node;
  return typeof node.additionalProperties === "object" ? node.additionalProperties : "free";
}
