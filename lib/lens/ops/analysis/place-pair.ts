import type { Side } from "../../../converter/side.ts";
import type { Omits } from "../../language/absence.ts";
import { metadataHolder } from "../../language/metadata-node.ts";
import { eachItem, eachValue, type KeyPath, type Path } from "../../language/path.ts";
import type { RuleData } from "../../language/rule.ts";
import {
  isRequired,
  itemNode,
  memberNode,
  type SchemaNode,
  valueNode,
} from "../../language/schema-node.ts";
import type { FieldOutcome } from "./lens-analysis.ts";

/** A path in one version and its schema. Below a field without a schema the path is that of the field. */
export interface SchemaPlace {
  readonly path: Path;
  readonly node: SchemaNode;
  /** True for a member that the schema does not require. */
  readonly mayBeAbsent?: boolean;
}

/** The two places that a scope, or a value that is carried over, stands at. */
export interface PlacePair {
  readonly from: SchemaPlace;
  readonly to: SchemaPlace;
  /** The rule that converts the value at this place; undefined where it is copied as it is. */
  readonly via: RuleData | undefined;
  /** What happens at least to the values of a side. */
  readonly floor: Readonly<Record<Side, FieldOutcome>>;
  /** True inside an item of an atomic list, which server-side apply never sends as fragments. */
  readonly isWhole: boolean;
  /** True for the object itself: apiVersion, kind and metadata are not the author's business. */
  readonly isBody: boolean;
  /** True within a value that an op makes of another, and not of its parts: there no empty container or null is left out by itself. */
  readonly isConverted?: boolean;
  /** Values of this place that count as absent, by the rule that converts them. */
  readonly omits?: Omits | undefined;
}

/** The place of a member, which may be absent where the schema does not require it. */
export function memberSchemaPlace({ path, node }: SchemaPlace, key: string): SchemaPlace {
  if (node === "free") return { path, node };
  const mayBeAbsent = !isRequired(node, [key]);
  return { path: [...path, key], node: memberNode(node, key), mayBeAbsent };
}

/** The place of a list's items. */
export function itemSchemaPlace({ path, node }: SchemaPlace): SchemaPlace {
  return node === "free" ? { path, node } : { path: [...path, eachItem], node: itemNode(node) };
}

/** The place of the values of a map of any key. */
export function valueSchemaPlace({ path, node }: SchemaPlace): SchemaPlace {
  if (node === "free") return { path, node };
  return { path: [...path, eachValue], node: valueNode(node), mayBeAbsent: true };
}

/** The place that a path of keys leads to on a side. */
export function placeAt(pair: PlacePair, side: Side, path: KeyPath): SchemaPlace {
  const [first] = path;
  const start = pair[side];
  const isMetadata = pair.isBody && first === "metadata";
  const from = isMetadata ? { path: start.path, node: metadataHolder } : start;
  return path.reduce(memberSchemaPlace, from);
}

/** A pair of places further down, carried by the same rule. */
export function pairBelow(pair: PlacePair, from: SchemaPlace, to: SchemaPlace): PlacePair {
  return { ...pair, from, to, isBody: false, omits: undefined };
}
