import { otherSide, type Side, sides } from "../../../converter/side.ts";
import { pathText } from "../../language/path.ts";
import type { SchemaNode } from "../../language/schema-node.ts";
import type { AnalysisContext } from "./analysis-context.ts";
import { quotedPath, reportFault } from "./fault-texts.ts";
import type { PlacePair } from "./place-pair.ts";

/**
 * Reports E118: a map or list that server-side apply replaces as a whole in one version, and merges in the other. Not inside the
 * items of an atomic list: server-side apply never sends fragments of these.
 */
export function reportMergeStrategies(walk: AnalysisContext, pair: PlacePair): void {
  if (pair.isWhole) return;
  const side = sides.find((each) => isOneValue(pair[each].node));
  if (side === undefined) return;
  const merge = mergeOf(pair[otherSide(side)].node);
  if (merge === undefined) return;
  reportFault(walk, {
    code: "E118",
    path: pair[side].path,
    text: ownersText(walk, pair, side, merge),
    rule: pair.via,
  });
}

function ownersText(
  walk: AnalysisContext,
  pair: PlacePair,
  side: Side,
  { by, member, whole }: Merge,
): string {
  const opposite = otherSide(side);
  const [path, otherPath] = [quotedPath(pair[side].path), quotedPath(pair[opposite].path)];
  const [version, otherVersion] = [walk.versions[side], walk.versions[opposite]];
  const isSame = pathText(pair.from.path) === pathText(pair.to.path);
  const places = isSame
    ? `${path} is one value in ${version} and merged by ${by} in ${otherVersion}`
    : `${path} is one value in ${version}, and ${otherPath} is merged by ${by} in ${otherVersion}`;
  return `${places}: a manager that applies ${member} at ${otherVersion} owns the whole ${whole} at ${version}. Give both versions the same list or map type`;
}

/** How server-side apply merges a map or list, in words for messages. */
interface Merge {
  /** What identifies a member or item: `member`, `value`, or the names of the keys. */
  readonly by: string;
  readonly member: string;
  readonly whole: string;
}

function isOneValue(node: SchemaNode): boolean {
  if (typeof node === "string") return false;
  const { listType = "atomic", mapType } = node.x;
  return node.type === "array" ? listType === "atomic" : mapType === "atomic";
}

function mergeOf(node: SchemaNode): Merge | undefined {
  if (typeof node === "string" || isOneValue(node)) return undefined;
  if (node.type === "object") return { by: "member", member: "a member", whole: "map" };
  if (node.type !== "array") return undefined;
  const { listType, listMapKeys = [] } = node.x;
  const by = listType === "set" ? "value" : listMapKeys.join(" and ");
  return { by, member: "an item", whole: "list" };
}
