import type { Converter, Reads } from "../../converter/converter.ts";
import { type Selection, selectionOf, type Wanted } from "../../json/scan/selection.ts";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import { parseApiVersion } from "../../protocol/gvk.ts";
import type { ConversionRegistry } from "../registry.ts";
import { type SparseRoute, sparseRoute } from "./route.ts";

/** A kind at a version, with its way to the wanted version. */
export interface ObjectType {
  readonly named: ReviewObject;
  /** The wanted apiVersion. */
  readonly to: string;
  /** Absent where such objects are always converted whole. */
  readonly way: SparseWay | undefined;
}

/** How objects of a type are converted where they stand. */
export interface SparseWay {
  /** What is looked at in the object. */
  readonly selection: Selection;
  /** Absent where the object is there already. */
  readonly route: SparseRoute | undefined;
  /** How a converted object begins, up to its metadata. */
  readonly head: string;
}

/** The types of a registry's objects, each laid out once: there are no more than pairs of versions. */
export class ObjectTypes {
  readonly #registry: ConversionRegistry;
  readonly #known: ObjectType[] = [];
  /** What was found last: most often what is wanted next. */
  last: ObjectType | undefined;

  constructor(registry: ConversionRegistry) {
    this.#registry = registry;
  }

  /** Undefined for what cannot be converted here. */
  find(named: ReviewObject, to: string): ObjectType | undefined {
    this.last = this.#known.find((type) => isType(type, named, to)) ?? this.#layOut(named, to);
    return this.last;
  }

  #layOut({ apiVersion, kind }: ReviewObject, to: string): ObjectType | undefined {
    const [source, target] = [parseApiVersion(apiVersion), parseApiVersion(to)];
    if (source === undefined || target === undefined || source.group !== target.group) {
      return undefined;
    }
    const path = this.#registry.graph(target.group, kind)?.path(source.version, target.version);
    if (path === undefined) return undefined;
    const named = { apiVersion, kind };
    const type = { named, to, way: wayOf(named, to, path) };
    this.#known.push(type);
    return type;
  }
}

const known = new WeakMap<ConversionRegistry, ObjectTypes>();

export function objectTypes(registry: ConversionRegistry): ObjectTypes {
  const types = known.get(registry);
  if (types !== undefined) return types;
  const made = new ObjectTypes(registry);
  known.set(registry, made);
  return made;
}

function isType(type: ObjectType, { apiVersion, kind }: ReviewObject, to: string): boolean {
  return type.named.apiVersion === apiVersion && type.named.kind === kind && type.to === to;
}

function wayOf(named: ReviewObject, to: string, path: readonly Converter[]): SparseWay | undefined {
  const route = path.length === 0 ? undefined : sparseRoute(path);
  if (path.length > 0 && route === undefined) return undefined;
  const selection = selectionOf([...envelope(named, route), ...wanted(route?.reads)]);
  if (selection === undefined) return undefined;
  const [apiVersion, kind] = [to, named.kind].map((text) => JSON.stringify(text));
  return { selection, route, head: `{"apiVersion":${apiVersion},"kind":${kind},"metadata":` };
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
