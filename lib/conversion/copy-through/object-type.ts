import type { Allowance } from "../../converter/allowance.ts";
import type { Converter, Reads, SparseConverter } from "../../converter/converter.ts";
import { joinedReads } from "../../converter/joined-reads.ts";
import { type Selection, selectionOf, type WantedMember } from "../../json/scan/selection.ts";
import type { SparseObject } from "../../json/sparse.ts";
import { parseApiVersion } from "../../protocol/gvk.ts";
import type { ConversionRegistry } from "../registry.ts";

/** Facts about the objects of a review, for the log. */
export interface CopiedFacts {
  /** The kind of the first object: `CronTab.stable.example.com` */
  readonly kind: string;
  /** The source version; several as `v1 v1beta1`. */
  readonly from: string;
  /** The target version. */
  readonly to: string;
}

interface TypeName {
  readonly apiVersion: string;
  readonly kind: string;
}

/** A kind at its source version, with its conversion to a target version. */
export interface ObjectType extends TypeName {
  /** The target apiVersion. */
  readonly to: string;
  readonly facts: CopiedFacts;
  /**
   * How objects of this type are converted without being parsed whole; undefined if they always must be parsed whole.
   */
  readonly way: SparseWay | undefined;
}

/** How objects of a type are converted without being parsed whole. */
interface SparseWay {
  /** The members that the conversion reads. */
  readonly selection: Selection;
  /** The start of a converted object, up to its metadata. */
  readonly head: Uint8Array;
  /** Runs the sparse conversions of all steps in turn; undefined if one of them needs the whole object. */
  convert(body: SparseObject, allowance: Allowance): SparseObject | undefined;
}

/** The types of a registry's objects, each prepared once. There are at most as many as pairs of versions. */
export class ObjectTypes {
  readonly #registry: ConversionRegistry;
  readonly #known: ObjectType[] = [];
  /**
   * The type that was found last. It is tried first for the next object: its selection compares the bytes of apiVersion
   * and kind.
   */
  last: ObjectType | undefined;

  constructor(registry: ConversionRegistry) {
    this.#registry = registry;
  }

  /** The type of an object with its conversion to the version `to`; undefined if no conversion leads there. */
  find({ apiVersion, kind }: TypeName, to: string): ObjectType | undefined {
    const known = this.#known.find(
      (type) => type.apiVersion === apiVersion && type.kind === kind && type.to === to,
    );
    this.last = known ?? this.#prepare({ apiVersion, kind }, to);
    return this.last;
  }

  #prepare(name: TypeName, to: string): ObjectType | undefined {
    const [source, target] = [parseApiVersion(name.apiVersion), parseApiVersion(to)];
    if (source === undefined || target === undefined || source.group !== target.group) {
      return undefined;
    }
    const path = this.#registry
      .graph(source.group, name.kind)
      ?.path(source.version, target.version);
    if (path === undefined) return undefined;
    const kind = `${name.kind}.${source.group}`;
    const facts = { kind, from: source.version, to: target.version };
    const type = { ...name, to, facts, way: wayOf(name, to, path) };
    this.#known.push(type);
    return type;
  }
}

function wayOf(name: TypeName, to: string, path: readonly Converter[]): SparseWay | undefined {
  const steps = path.flatMap(({ sparse }) => sparse ?? []);
  const reads = steps.length < path.length ? undefined : readsOf(steps);
  if (reads === undefined) return undefined;
  const selection = selectionOf([...envelopeOf(name, steps), ...wanted(reads)]);
  if (selection === undefined) return undefined;
  const [apiVersion, kind] = [to, name.kind].map((text) => JSON.stringify(text));
  return {
    selection,
    head: encoder.encode(`{"apiVersion":${apiVersion},"kind":${kind},"metadata":`),
    convert: (body, allowance) => {
      let current: SparseObject | undefined = body;
      for (const step of steps) current = current && step.convert(current, allowance);
      return current;
    },
  };
}

const encoder = new TextEncoder();

/**
 * The members that at least one step reads; undefined if a step may read the whole object or a member of {@link
 * envelope}.
 */
function readsOf(steps: readonly SparseConverter[]): Reads | undefined {
  let all: Reads = new Map();
  for (const step of steps) {
    const reads = step.reads();
    if (reads === undefined || envelope.some((key) => reads.has(key))) return undefined;
    all = joinedReads(all, reads);
  }
  return all;
}

/**
 * Members that no conversion may change. If a conversion tries to, the object is converted whole, and that reports the
 * fault.
 */
const envelope = ["apiVersion", "kind", "metadata"];

/** The apiVersion, kind and metadata that an object must have to be converted without being parsed whole. */
function envelopeOf(
  { apiVersion, kind }: TypeName,
  steps: readonly SparseConverter[],
): readonly WantedMember[] {
  const maps = [
    { key: "labels", without: [] },
    { key: "annotations", without: steps.map(({ annotations }) => annotations) },
  ];
  return [
    { key: "apiVersion", action: "exactly", text: JSON.stringify(apiVersion) },
    { key: "kind", action: "exactly", text: JSON.stringify(kind) },
    { key: "metadata", action: "copy", maps },
  ];
}

function wanted(reads: Reads): readonly WantedMember[] {
  return [...reads].map(([key, below]) =>
    below === "whole" ? { key, action: below } : { key, action: "part", members: wanted(below) },
  );
}
