import type { Side } from "../../../converter/side.ts";
import type { FillBySide, OmitBySide } from "../../language/absence.ts";
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

/** A path in one version and its schema. For anything below a `free` schema, it is the path of the `free` schema. */
export interface SchemaPlace {
  readonly path: Path;
  readonly node: SchemaNode;
  /** True for a member that the schema does not require. */
  readonly mayBeAbsent?: boolean;
}

/** Two paths that correspond, one in each version, with their schemas: those of a scope, or of a value. */
export interface PlacePair {
  readonly from: SchemaPlace;
  readonly to: SchemaPlace;
  /** The rule that converts the value; undefined if it is copied without a rule. */
  readonly via: RuleData | undefined;
  /** By version, the first of the outcomes (in the order of `fieldOutcomes`) that values at the path and below it can have. */
  readonly weakestOutcome: Readonly<Record<Side, FieldOutcome>>;
  /** True inside an item of an atomic list: server-side apply never sends fragments of these. */
  readonly isWhole: boolean;
  /** True for the object itself, whose apiVersion, kind and metadata the analysis passes over. */
  readonly isBody: boolean;
  /** True inside a value that an op converts as a whole: empty containers and null values are not left out there. */
  readonly isConverted?: boolean;
  /** The values at the path that count as absent, by the rule's `omit`. */
  readonly omits?: OmitBySide | undefined;
  /** What the rule fills in at the path where it is absent. */
  readonly fills?: FillBySide | undefined;
}

/** The path of a member with its schema. */
export function memberSchemaPlace({ path, node }: SchemaPlace, key: string): SchemaPlace {
  if (node === "free") return { path, node };
  const mayBeAbsent = !isRequired(node, [key]);
  return { path: [...path, key], node: memberNode(node, key), mayBeAbsent };
}

/** The path of a list's items with their schema. */
export function itemSchemaPlace({ path, node }: SchemaPlace): SchemaPlace {
  return node === "free" ? { path, node } : { path: [...path, eachItem], node: itemNode(node) };
}

/** The path of the values of a map with free keys, with their schema. */
export function valueSchemaPlace({ path, node }: SchemaPlace): SchemaPlace {
  if (node === "free") return { path, node };
  return { path: [...path, eachValue], node: valueNode(node), mayBeAbsent: true };
}

/** The path that a path of keys leads to from a scope in one version, with its schema. At the object, `metadata` is included. */
export function placeAt(pair: PlacePair, side: Side, path: KeyPath): SchemaPlace {
  const [first] = path;
  const start = pair[side];
  const isMetadata = pair.isBody && first === "metadata";
  const from = isMetadata ? { path: start.path, node: metadataHolder } : start;
  return path.reduce(memberSchemaPlace, from);
}

/** The same pair for two paths below: without `omits` and `fills`, and no longer the object itself. */
export function pairBelow(pair: PlacePair, from: SchemaPlace, to: SchemaPlace): PlacePair {
  return { ...pair, from, to, isBody: false, omits: undefined, fills: undefined };
}
