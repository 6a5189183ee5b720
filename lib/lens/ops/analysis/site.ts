import type { Side } from "../../../converter/side.ts";
import type { Omits } from "../../language/absence.ts";
import { metadataHolder } from "../../language/metadata-node.ts";
import { eachItem, eachValue, type KeyPath, type Path } from "../../language/path.ts";
import type { LensData, RuleData } from "../../language/rule.ts";
import {
  isRequired,
  itemNode,
  memberNode,
  type SchemaNode,
  valueNode,
} from "../../language/schema-node.ts";
import type { Findings } from "./findings.ts";
import type { Refused, Verdict } from "./lens-analysis.ts";

/** A path in one version and its schema. Below a field without a schema the path is that of the field. */
export interface Spot {
  readonly path: Path;
  readonly node: SchemaNode;
  /** True for a member that the schema does not require. */
  readonly mayBeAbsent?: boolean;
}

/** The two places that a scope, or a value that is carried over, stands at. */
export interface Site {
  readonly from: Spot;
  readonly to: Spot;
  /** The rule that converts the value at this place; undefined where it is copied as it is. */
  readonly via: RuleData | undefined;
  /** What happens at least to the values of a side. */
  readonly floor: Readonly<Record<Side, Verdict>>;
  /** True inside an item of an atomic list, which server-side apply never sends as fragments. */
  readonly isWhole: boolean;
  /** True for the object itself: apiVersion, kind and metadata are not the author's business. */
  readonly isBody: boolean;
  /** True within a value that an op makes of another, and not of its parts: there no empty container or null is left out by itself. */
  readonly isConverted?: boolean;
  /** Values of this place that count as absent, by the rule that converts them. */
  readonly omits?: Omits | undefined;
}

/** One analysis under way. */
export interface AnalysisContext {
  readonly findings: Findings;
  readonly data: LensData;
  readonly versions: Readonly<Record<Side, string>>;
  readonly group: string | undefined;
  /** True where the schema of a version is not known: what meets it cannot be compared. */
  readonly isUnverified: boolean;
  /** True for a constraint of a version that only gets values which pass it: the other leaves the place free. */
  readonly isFitted: (refused: Refused) => boolean;
  /** Analyses an inner lens: its rules, and what they leave to identity. */
  readonly scope: (walk: AnalysisContext, rules: readonly RuleData[], site: Site) => void;
  /** Analyses rules alone. */
  readonly rules: (walk: AnalysisContext, rules: readonly RuleData[], site: Site) => void;
  /** E104 for maps that some of an op's rules write into, of members that only these maps have or that any of its rules names. */
  readonly required: (
    walk: AnalysisContext,
    rules: readonly RuleData[],
    site: Site,
    all: readonly RuleData[],
  ) => void;
  /** Analyses another op's rule. */
  readonly op: (walk: AnalysisContext, data: RuleData, place: OpPlace) => void;
}

/** Where a rule's values stand, and where its scope does. */
export interface OpPlace {
  readonly site: Site;
  /** The first places of either side, carried by the rule. */
  readonly at: Site;
  readonly spots: RuleSpots;
  /** The rule's paths within its scope. */
  readonly rule: {
    readonly from: readonly KeyPath[];
    readonly to: readonly KeyPath[];
    readonly reads: Readonly<Record<Side, readonly KeyPath[]>>;
    readonly fillReads: Readonly<Record<Side, readonly KeyPath[]>>;
  };
  /** True where a rule of the scope claims a path, or one above it. */
  readonly isClaimed: (side: Side, path: KeyPath) => boolean;
}

/** The places that a rule names. */
export interface RuleSpots {
  readonly from: readonly Spot[];
  readonly to: readonly Spot[];
}

/** The place of a member. */
export function memberSpot({ path, node }: Spot, key: string): Spot {
  if (node === "free") return { path, node };
  const mayBeAbsent = !isRequired(node, [key]);
  return { path: [...path, key], node: memberNode(node, key), mayBeAbsent };
}

/** The place of a list's items. */
export function itemSpot({ path, node }: Spot): Spot {
  return node === "free" ? { path, node } : { path: [...path, eachItem], node: itemNode(node) };
}

/** The place of the values of a map of any key. */
export function valueSpot({ path, node }: Spot): Spot {
  if (node === "free") return { path, node };
  return { path: [...path, eachValue], node: valueNode(node), mayBeAbsent: true };
}

/** The place that a path of keys leads to on a side. */
export function spotAt(site: Site, side: Side, path: KeyPath): Spot {
  const [first] = path;
  const start = site[side];
  const isMetadata = site.isBody && first === "metadata";
  const from = isMetadata ? { path: start.path, node: metadataHolder } : start;
  return path.reduce(memberSpot, from);
}

/** A site further down, carried by the same rule. */
export function siteBelow(site: Site, from: Spot, to: Spot): Site {
  return { ...site, from, to, isBody: false, omits: undefined };
}
