import { otherSide, type Side } from "../../../converter/side.ts";
import type { RuleData } from "../../language/rule.ts";
import type { SchemaNode } from "../../language/schema-node.ts";
import { isInverted } from "../registry.ts";
import type { AnalysisContext } from "./analysis-context.ts";
import { noteBothOutcomes, reportWrongTypes } from "./both-sides.ts";
import { reportNarrowing } from "./carried.ts";
import { quotedPath, reportFault } from "./fault-texts.ts";
import { strongerOutcome } from "./findings.ts";
import { noteTree, placesBelow } from "./leaves.ts";
import type { FieldOutcome } from "./lens-analysis.ts";
import { narrowings } from "./narrowings.ts";
import { memberSchemaPlace, type PlacePair, pairBelow, type SchemaPlace } from "./place-pair.ts";
import { reportMissing } from "./required-reports.ts";

/** A rule with its two paths, and which version is the op's first side. */
export interface OrientedPair {
  readonly walk: AnalysisContext;
  readonly pair: PlacePair;
  readonly first: Side;
  readonly second: Side;
}

/** Determines which version is the first side of a rule's op. */
export function orientPair(walk: AnalysisContext, data: RuleData, pair: PlacePair): OrientedPair {
  const first: Side = isInverted(data, { from: pair.from.node, to: pair.to.node }) ? "to" : "from";
  return { walk, pair, first, second: otherSide(first) };
}

/** Two paths below those of a rule, in the order of the op's sides. Their values have at least the given outcomes. */
export function orientedPairBelow(
  oriented: OrientedPair,
  first: SchemaPlace,
  second: SchemaPlace,
  outcomes: readonly [FieldOutcome, FieldOutcome],
): PlacePair {
  const { pair } = oriented;
  const isFrom = oriented.first === "from";
  const below = pairBelow(pair, isFrom ? first : second, isFrom ? second : first);
  const [firstOutcome, secondOutcome] = isFrom ? outcomes : [outcomes[1], outcomes[0]];
  return {
    ...below,
    weakestOutcome: {
      from: strongerOutcome(firstOutcome, pair.weakestOutcome.from),
      to: strongerOutcome(secondOutcome, pair.weakestOutcome.to),
    },
  };
}

/** Reports E105 if a path has another type than the op reads. True if there is one. */
export function reportsOtherType(
  { walk, pair, first }: OrientedPair,
  op: string,
  own: string,
  other: string,
): boolean {
  const [from, to] = first === "from" ? [own, other] : [other, own];
  return reportWrongTypes(walk, pair, { op, from: [from], to: [to] });
}

/** Notes the outcome `preserved` for the rule's paths of both versions. */
export function noteBothPreserved({ walk, pair }: OrientedPair): void {
  noteBothOutcomes(walk, pair, { from: "preserved", to: "preserved" });
}

/** True for a list whose items are identified by keys (`x-kubernetes-list-type: map`). */
export function isMapList(node: SchemaNode): boolean {
  return typeof node !== "string" && node.x.listType === "map";
}

/**
 * Notes that members of the second side's items which the op does not write are preserved. Reports E104 for those that are
 * required.
 */
export function noteOtherMembers(
  oriented: OrientedPair,
  item: SchemaPlace,
  known: readonly string[] | undefined,
): void {
  const { walk, pair, second } = oriented;
  if (known === undefined || typeof item.node === "string") return;
  for (const place of placesBelow(item)) {
    const key = place.path.at(-1);
    if (typeof key !== "string" || known.includes(key)) continue;
    noteTree(walk, place, { side: second, outcome: "preserved", to: [], rule: pair.via });
    reportRequiredMember(oriented, item, key);
  }
}

/** Reports E104 for a required member without a default in a value that an op writes to its second side. */
export function reportRequiredMember(
  { walk, pair, second: side }: OrientedPair,
  parent: SchemaPlace,
  key: string,
): void {
  if (typeof parent.node === "string") return;
  const isFilled = parent.node.properties?.get(key)?.default !== undefined;
  if (isFilled || parent.node.validation?.required?.includes(key) !== true) return;
  const { path } = memberSchemaPlace(parent, key);
  reportMissing(walk, { side, path, remedy: "a hook", rule: pair.via });
}

/** Reports E103 if the schema doesn't have a member that the op writes. True if so. */
export function reportsUndeclared(
  { walk, pair, second }: OrientedPair,
  place: SchemaPlace,
): boolean {
  if (place.node !== "none") return false;
  const text = `no ${quotedPath(place.path)} in ${walk.versions[second]}`;
  reportFault(walk, { code: "E103", path: place.path, text, rule: pair.via });
  return true;
}

/** Reports what the schema of `place` refuses of the values that the op writes to it. `written` is the schema of these values. */
export function reportRefusedWrites(
  { walk, pair }: OrientedPair,
  side: Side,
  written: SchemaNode,
  place: SchemaPlace,
): void {
  const placePair: PlacePair = { ...pair, [side]: place };
  for (const what of narrowings(written, place.node)) {
    if (what.type === "type") {
      reportWrongTypes(walk, placePair, {
        op: pair.via?.op ?? "",
        from: anyType,
        to: anyType,
        [side]: [declaredTypeOf(written)],
      });
    } else reportNarrowing(walk, placePair, side, what);
  }
}

const anyType = ["", "object", "array", "string", "integer", "number", "boolean", "int-or-string"];

/** The type that the schema declares; empty if it declares none. */
export function declaredTypeOf(node: SchemaNode): string {
  return typeof node === "string" ? "" : node.type;
}
