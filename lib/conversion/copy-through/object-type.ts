import type { Allowance } from "../../converter/allowance.ts";
import type { Converter, MembersRead, SparseConverter } from "../../converter/converter.ts";
import { joinedReads } from "../../converter/joined-reads.ts";
import { type Selection, selectionOf, type WantedMember } from "../../json/scan/selection.ts";
import type { SparseObject } from "../../json/sparse.ts";
import { parseApiVersion } from "../../protocol/gvk.ts";
import type { ConversionRegistry } from "../registry.ts";

/** Facts about the converted objects of a review, for the log. */
export interface CopiedFacts {
  /** The kind of the first object: `CronTab.stable.example.com` */
  readonly kind: string;
  /** The source version; several versions as `v1 v1beta1`. */
  readonly from: string;
  /** The target version. */
  readonly to: string;
}

interface TypeName {
  readonly apiVersion: string;
  readonly kind: string;
}

/** A kind and a source version, with the conversion to a target version. */
export interface ObjectType extends TypeName {
  /** The target apiVersion. */
  readonly to: string;
  readonly facts: CopiedFacts;
  /** How to convert objects of this type without parsing them whole; undefined if they must always be parsed whole. */
  readonly sparse: SparseConversion | undefined;
}

/** How to convert objects of one type without parsing them whole. */
interface SparseConversion {
  /** The members that the conversion reads. */
  readonly selection: Selection;
  /** The JSON text of a converted object from its beginning to its metadata. */
  readonly head: Uint8Array;
  /** Runs the sparse converters of all steps. Returns undefined if one of them needs the whole object. */
  convert(body: SparseObject, allowance: Allowance): SparseObject | undefined;
}

/** A cache of object types. There are at most as many types as pairs of versions. */
export class ObjectTypes {
  readonly #registry: ConversionRegistry;
  readonly #known: ObjectType[] = [];
  /**
   * The type that was found last. The first object of the next review is tried with this type: selecting that object's members
   * compares the bytes of its apiVersion and kind.
   */
  last: ObjectType | undefined;

  constructor(registry: ConversionRegistry) {
    this.#registry = registry;
  }

  /** The type of an object with its conversion to the version `to`; undefined if no conversion leads to it. */
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
    const type = { ...name, to, facts, sparse: sparseConversionOf(name, to, path) };
    this.#known.push(type);
    return type;
  }
}

function sparseConversionOf(
  name: TypeName,
  to: string,
  path: readonly Converter[],
): SparseConversion | undefined {
  const steps = path.flatMap(({ sparse }) => sparse ?? []);
  const reads = steps.length < path.length ? undefined : readsOf(steps);
  if (reads === undefined) return undefined;
  const selection = selectionOf([...envelopeOf(name, steps), ...wantedMembers(reads)]);
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
 * The members that at least one step reads. Undefined if a step may read the whole object or a member of {@link
 * envelope}.
 */
function readsOf(steps: readonly SparseConverter[]): MembersRead | undefined {
  let all: MembersRead = new Map();
  for (const step of steps) {
    const reads = step.reads();
    if (reads === undefined || envelope.some((key) => reads.has(key))) return undefined;
    all = joinedReads(all, reads);
  }
  return all;
}

/** Members that no converter may set. If a step names one of them, all objects are converted whole, which reports the fault. */
const envelope = ["apiVersion", "kind", "metadata"];

/** Selects apiVersion, kind and metadata. The selection fails if their values require that the object is parsed whole. */
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

function wantedMembers(reads: MembersRead): readonly WantedMember[] {
  return [...reads].map(([key, below]) =>
    below === "whole"
      ? { key, action: below }
      : { key, action: "part", members: wantedMembers(below) },
  );
}
