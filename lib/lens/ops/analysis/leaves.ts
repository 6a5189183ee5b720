import type { Side } from "../../../converter/side.ts";
import type { Path } from "../../language/path.ts";
import type { RuleData } from "../../language/rule.ts";
import type { SchemaNode } from "../../language/schema-node.ts";
import type { AnalysisContext } from "./analysis-context.ts";
import type { FieldOutcome } from "./lens-analysis.ts";
import { hasAdditionalProperties } from "./narrowed-paths.ts";
import {
  itemSchemaPlace,
  memberSchemaPlace,
  type SchemaPlace,
  valueSchemaPlace,
} from "./place-pair.ts";

/** True for a schema that declares nothing below its value. */
export function isLeaf(node: SchemaNode): boolean {
  if (typeof node === "string") return true;
  return (
    (node.properties?.size ?? 0) === 0 && node.items === undefined && !hasAdditionalProperties(node)
  );
}

/** The paths one step below a path: members, items and values of a map, with their schemas. */
export function placesBelow(place: SchemaPlace): readonly SchemaPlace[] {
  const { node } = place;
  if (typeof node === "string") return [];
  return [
    ...[...(node.properties?.keys() ?? [])].map((key) => memberSchemaPlace(place, key)),
    ...(node.items === undefined ? [] : [itemSchemaPlace(place)]),
    ...(hasAdditionalProperties(node) ? [valueSchemaPlace(place)] : []),
  ];
}

/** What happens to the value at a path and to everything below it. */
interface TreeOutcome {
  readonly side: Side;
  readonly outcome: FieldOutcome;
  readonly to: readonly Path[];
  readonly rule: RuleData | undefined;
  readonly reason?: string;
  readonly silent?: string;
}

/** Notes the same outcome for a path and for every leaf below it. */
export function noteTree(walk: AnalysisContext, place: SchemaPlace, outcome: TreeOutcome): void {
  if (place.node === "none") return;
  walk.findings.note({ ...outcome, path: place.path });
  noteLeaves(walk, place, outcome);
}

function noteLeaves(walk: AnalysisContext, place: SchemaPlace, outcome: TreeOutcome): void {
  for (const below of placesBelow(place)) {
    if (isLeaf(below.node)) walk.findings.note({ ...outcome, path: below.path });
    else noteLeaves(walk, below, outcome);
  }
}
