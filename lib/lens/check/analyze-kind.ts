import type { JsonObject } from "../../json/value.ts";
import { structuralForm } from "../../schema/structural/form.ts";
import type { LensData } from "../language/rule.ts";
import type { SchemaNode } from "../language/schema-node.ts";
import { lensFault } from "../ops/analysis/fault-texts.ts";
import type { LensAnalysis, LensFault } from "../ops/analysis/lens-analysis.ts";
import { analyzeLens } from "./analyze-lens.ts";
import { mostSimilar } from "./edit-distance.ts";

/** The facts about a kind that the analysis of its lenses needs. */
export interface AnalyzedKind {
  readonly group: string;
  readonly kind: string;
  /**
   * The versions of the CRD and those that it no longer lists, with their `openAPIV3Schema`. Nothing is checked for a version
   * without a schema.
   */
  readonly versions: readonly { readonly name: string; readonly schema?: JsonObject }[];
  readonly lenses: readonly LensData[];
  /** The pairs of versions that converters join. Those of the lenses may be included. */
  readonly edges?: readonly VersionPair[];
}

/** Two versions that a lens or another converter joins. */
export interface VersionPair {
  readonly from: string;
  readonly to: string;
}

/** The analyses of a kind's lenses, and the faults of the lenses as a whole. */
export interface KindAnalysis {
  /** In the order of the lenses. */
  readonly lenses: readonly LensAnalysis[];
  /** Faults in how the lenses join the versions: E113, E114, E115. */
  readonly faults: readonly LensFault[];
}

/**
 * Analyses all lenses of a kind. Also checks that conversions reach all its versions, that no two are between the same pair,
 * that none joins a version to itself, and that none names an unknown version.
 */
export function analyzeKind(kind: AnalyzedKind): KindAnalysis {
  const { group, versions, lenses } = kind;
  const schemas = new Map(versions.map(({ name, schema }) => [name, nodeOf(schema)]));
  const schemaOf = (version: string): SchemaNode => schemas.get(version) ?? "free";
  return {
    lenses: lenses.map((lens) => {
      const { from, to } = lens;
      return analyzeLens(
        { from, to, schemas: { from: schemaOf(from), to: schemaOf(to) }, group },
        lens,
      );
    }),
    faults: graphFaults(kind),
  };
}

function nodeOf(schema: JsonObject | undefined): SchemaNode {
  return schema === undefined ? "free" : structuralForm(schema);
}

function graphFaults(kind: AnalyzedKind): readonly LensFault[] {
  const names = kind.versions.map(({ name }) => name);
  const others = (kind.edges ?? []).filter(
    (edge) => !kind.lenses.some(({ from, to }) => from === edge.from && to === edge.to),
  );
  const pairs = [...kind.lenses, ...others];
  return [
    ...unknownVersions(kind, names, pairs),
    ...repeatedPairs(pairs),
    ...unreachableVersions(names, pairs),
  ];
}

function graphFault(code: string, path: string, text: string): LensFault {
  return lensFault({ code, path, text, rule: undefined });
}

function unknownVersions(
  { group, kind }: AnalyzedKind,
  names: readonly string[],
  pairs: readonly VersionPair[],
): readonly LensFault[] {
  const named = new Set(pairs.flatMap(({ from, to }) => [from, to]));
  return [...named]
    .filter((version) => !names.includes(version))
    .map((version) =>
      graphFault(
        "E115",
        version,
        `a conversion names ${version}, which is not a version of ${kind}.${group}${suggestionText(version, names)}. If stored objects may still name it, add it to gone`,
      ),
    );
}

function suggestionText(version: string, names: readonly string[]): string {
  const near = mostSimilar(version, names);
  return near === undefined ? "" : ` (did you mean ${near}?)`;
}

function repeatedPairs(pairs: readonly VersionPair[]): readonly LensFault[] {
  const keys = pairs.map(({ from, to }) => [from, to].sort().join(" and "));
  const looped = pairs.filter(({ from, to }) => from === to);
  const repeated = new Set(keys.filter((key, index) => keys.indexOf(key) !== index));
  return [
    ...looped.map(({ from }) =>
      graphFault("E114", from, `a conversion is from ${from} to itself. Remove it`),
    ),
    ...[...repeated].map((key) =>
      graphFault(
        "E114",
        key,
        `there are several conversions between ${key}. Combine them into one`,
      ),
    ),
  ];
}

/**
 * Reports E113 for each version that conversions do not reach from the kind's first version. Without an E113 fault there is a
 * path between any two versions.
 */
function unreachableVersions(
  names: readonly string[],
  pairs: readonly VersionPair[],
): readonly LensFault[] {
  const [start] = names;
  if (start === undefined) return [];
  const reached = new Set([start]);
  for (const version of reached) {
    for (const { from, to } of pairs) {
      if (from === version) reached.add(to);
      if (to === version) reached.add(from);
    }
  }
  return names
    .filter((name) => !reached.has(name))
    .map((name) =>
      graphFault(
        "E113",
        name,
        `${name} cannot be reached from ${start}. Add a lens between it and a version that can be reached`,
      ),
    );
}
