import { type Selection, selectionOf, type Wanted } from "../../json/scan/selection.ts";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import { apiVersionOf, type GroupVersion, parseApiVersion } from "../../protocol/gvk.ts";
import type { Reads } from "../converter.ts";
import type { ConversionRegistry } from "../registry.ts";
import { type SparseRoute, sparseRoute } from "./route.ts";

/** A kind at a version, with its way to the wanted version. */
export interface ObjectType {
  readonly type: ReviewObject;
  /** What is looked at in objects of this type. */
  readonly selection: Selection;
  /** Absent where the object is there already. */
  readonly route: SparseRoute | undefined;
  /** How a converted object begins, up to its metadata. */
  readonly head: string;
}

const known = new WeakMap<ConversionRegistry, Map<string, ObjectType | "none">>();

/** The type of objects; undefined where they cannot be converted here, or only as a whole. Looked up once. */
export function objectType(
  registry: ConversionRegistry,
  type: ReviewObject,
  desired: GroupVersion,
): ObjectType | undefined {
  const types = known.get(registry) ?? new Map<string, ObjectType | "none">();
  known.set(registry, types);
  const name = `${type.apiVersion} ${type.kind} ${desired.version}`;
  const found = types.get(name) ?? typeOf(registry, type, desired);
  if (found !== undefined) types.set(name, found);
  return found === "none" ? undefined : found;
}

/** Undefined for what is not served: there is no end of such names. */
function typeOf(
  registry: ConversionRegistry,
  type: ReviewObject,
  { group, version }: GroupVersion,
): ObjectType | "none" | undefined {
  const source = parseApiVersion(type.apiVersion);
  const graph = registry.graph(group, type.kind);
  if (source?.group !== group || graph === undefined) return undefined;
  if (!graph.has(source.version) || !graph.has(version)) return undefined;
  const path = graph.path(source.version, version) ?? [];
  const route = path.length === 0 ? undefined : sparseRoute(path);
  if (path.length > 0 && route === undefined) return "none";
  const selection = selectionOf([...envelope(type, route), ...wanted(route?.reads)]);
  if (selection === undefined) return "none";
  const apiVersion = JSON.stringify(apiVersionOf({ group, version }));
  const kind = JSON.stringify(type.kind);
  const head = `{"apiVersion":${apiVersion},"kind":${kind},"metadata":`;
  return { type, selection, route, head };
}

/** What must be so of every object of a type that is not read as a whole. */
function envelope(
  { apiVersion, kind }: ReviewObject,
  route: SparseRoute | undefined,
): readonly Wanted[] {
  const maps = [
    { key: "labels", without: [] },
    { key: "annotations", without: route?.annotations ?? [] },
  ];
  return [
    { key: "apiVersion", action: "exactly", text: JSON.stringify(apiVersion) },
    { key: "kind", action: "exactly", text: JSON.stringify(kind) },
    { key: "metadata", action: "passing", maps },
  ];
}

function wanted(reads: Reads = new Map()): readonly Wanted[] {
  return [...reads].map(([key, below]) =>
    below === "whole" ? { key, action: below } : { key, action: "part", members: wanted(below) },
  );
}
