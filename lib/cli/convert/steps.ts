import type { Kind } from "../../admission/kind.ts";
import type { Converter, Convertible } from "../../conversion/converter.ts";
import type { VersionEdge } from "../../conversion/kind.ts";
import type { Side } from "../../conversion/lens/placed.ts";
import type { LensData } from "../../conversion/lens/rule.ts";
import { versionGraph } from "../../conversion/version-graph.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";

/** One conversion on the way from a version to another. */
export interface Step {
  readonly from: string;
  readonly to: string;
  readonly edge: VersionEdge;
  readonly convert: Converter;
  /** Absent where the conversion is written by hand. */
  readonly lens: LensData | undefined;
  /** The side of the lens that the way starts from. */
  readonly side: Side;
}

/** The conversions that lead from a version to another, in order; none where a step of the way is not known. */
export function stepsBetween(kind: Kind, from: string, to: string): readonly Step[] {
  const path = versionGraph(kind).path(from, to) ?? [];
  return path.flatMap((convert) => stepOf(kind, convert) ?? []);
}

function stepOf(kind: Kind, convert: Converter): Step | undefined {
  const byHand = kind.edges.length - kind.lenses.length;
  for (const [index, edge] of kind.edges.entries()) {
    const lens = kind.lenses[index - byHand];
    if (edge.forward === convert) {
      return { from: edge.from, to: edge.to, edge, convert, lens, side: "from" };
    }
    if (edge.backward === convert) {
      return { from: edge.to, to: edge.from, edge, convert, lens, side: "to" };
    }
  }
  return undefined;
}

/** What a converter gets of an object whose labels and annotations are maps of strings. */
export function convertibleOf(object: JsonObject): Convertible {
  const { apiVersion: _, kind: __, metadata = {}, ...body } = object;
  const of = (field: string): JsonValue | undefined =>
    isObject(metadata) ? member(metadata, field) : undefined;
  return {
    body,
    labels: stringsOf(of("labels")),
    annotations: stringsOf(of("annotations")),
    name: textOf(of("name")),
    namespace: textOf(of("namespace")),
  };
}

function stringsOf(map: JsonValue | undefined): Readonly<Record<string, string>> {
  if (!isObject(map)) return {};
  return Object.fromEntries(
    Object.entries(map).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}
