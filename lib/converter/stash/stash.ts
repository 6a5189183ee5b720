import { known } from "../../json/invariant.ts";
import type { JsonArray } from "../../json/value.ts";
import type { StringMap } from "../converter.ts";
import {
  entriesOf,
  type ReadEntries,
  readEntryText,
  withEntries,
  withoutEntries,
} from "./entry-texts.ts";
import {
  formatIn,
  holdsVersion,
  idOf,
  type StashFormat,
  stashFormats,
  stashStart,
  versionPrefix,
} from "./names.ts";
import { type PackedVersion, pack, type StashCodec, unpack } from "./packed.ts";

/**
 * Preserved values by their path (`spec.host`): `[]` for an absent value, `[value]` for a value, `[value, mark]` for a
 * value that applies only if the values beside it have that mark.
 */
export type StashEntries = ReadonlyMap<string, JsonArray>;

/** A preserved value in an annotation. */
export interface StashedEntry {
  readonly annotation: string;
  readonly address: string;
  readonly entry: JsonArray;
}

/** The preserved values of one version. */
interface StashContent {
  readonly entries: readonly StashedEntry[];
  /** The number of annotations, or of members in them, that cannot be parsed. They are left as they are. */
  readonly unparsed: number;
}

/**
 * A value to preserve. All values of one unit are written to the same annotation; the values in one atomic list are a
 * unit.
 */
export interface PreservedValue {
  readonly address: string;
  readonly unit: string;
  readonly entry: JsonArray;
  /** The lowest format that can hold all entries of the unit. */
  readonly format: StashFormat;
}

/**
 * Reads and writes the annotations in which a kind preserves, for one of its versions, what the other versions can't
 * represent. The split form is one small annotation for each unit, `<group>/kept.<version>.<id>` with the text
 * `{address: entry}`: server-side apply merges annotations by key. The packed form is one annotation `<group>/kept`
 * with `{version: {address: entry}}`, for kinds that are not applied server-side in two versions.
 * Both forms are read, and an annotation may have several entries. Entries that are not removed keep their bytes and
 * their annotation. An annotation of an unknown format counts as one that cannot be parsed.
 */
export interface Stash {
  read(annotations: StringMap): StashContent;
  /** Returns the annotations without some entries. An annotation is removed with its last entry. */
  remove(annotations: StringMap, entries: readonly StashedEntry[]): StringMap;
  /** Returns the annotations with more values. A value replaces the entry of its address. */
  add(annotations: StringMap, values: readonly PreservedValue[]): StringMap;
  /**
   * Splits annotations, for conversions in code: the entries of the version by address, and the annotations without
   * these entries.
   */
  take(annotations: StringMap): TakenStash;
  /** Returns the annotations with exactly these entries for the version, for conversions in code. */
  put(annotations: StringMap, entries: StashEntries): StringMap;
  /** True if an annotation of this name may hold preserved values of the version, in any format, known or not. */
  owns(annotation: string): boolean;
  /**
   * Returns a function that names the annotation to which {@link Stash.add} adds a value. `annotations` are the
   * existing ones.
   */
  namesIn(annotations: StringMap): NameOf;
  /** True if {@link Stash.add} may write the values of a unit to the annotation of this name, in one of the formats. */
  isOwn(annotation: string, unit: string): boolean;
}

type NameOf = (value: Pick<PreservedValue, "unit" | "format">) => string;

/** All entries of one version by address, and the annotations without them. */
interface TakenStash {
  readonly entries: StashEntries;
  readonly annotations: StringMap;
  /** The number of annotations or members that cannot be parsed, as in {@link StashContent}. */
  readonly unparsed: number;
}

/**
 * How a stash writes: in the packed form or not, and the codec that compresses a packed text. Both forms are read in
 * any case.
 */
interface StashOptions {
  readonly packed?: boolean;
  readonly codec?: StashCodec | undefined;
}

/** The stash of a group's kinds for one version. */
export function stashFor(group: string, version: string, options: StashOptions = {}): Stash {
  const store = new AnnotationStash(group, version, options);
  const take = (annotations: StringMap): TakenStash => {
    const { entries, unparsed } = store.read(annotations);
    return {
      entries: new Map(entries.map(({ address, entry }) => [address, entry])),
      annotations: store.remove(annotations, entries),
      unparsed,
    };
  };
  return {
    read: (annotations) => store.read(annotations),
    remove: (annotations, entries) => store.remove(annotations, entries),
    add: (annotations, values) => store.add(annotations, values),
    owns: (annotation) => store.owns(annotation),
    namesIn: (annotations) => store.namesIn(annotations),
    isOwn: (annotation, unit) => store.isOwn(annotation, unit),
    take,
    put: (annotations, entries) =>
      store.add(
        take(annotations).annotations,
        [...entries].map(([address, entry]) => ({ address, unit: address, entry, format: 1 })),
      ),
  };
}

class AnnotationStash {
  readonly #group: string;
  readonly #version: string;
  readonly #options: StashOptions;

  constructor(group: string, version: string, options: StashOptions) {
    this.#group = group;
    this.#version = version;
    this.#options = options;
  }

  owns(annotation: string): boolean {
    return holdsVersion(annotation, this.#group, [this.#version]);
  }

  read(annotations: StringMap): StashContent {
    const found = Object.keys(annotations)
      .filter((name) => this.owns(name))
      .map((annotation) => ({ annotation, ...this.#readText(annotation, annotations) }));
    return {
      entries: found.flatMap(({ annotation, entries }) =>
        entries.map(([address, entry]) => ({ annotation, address, entry })),
      ),
      unparsed: found.reduce((sum, { unparsed }) => sum + unparsed, 0),
    };
  }

  #readText(name: string, annotations: StringMap): ReadEntries {
    const text = known(annotations[name], "the name is one of an annotation");
    const format = formatIn(name, this.#group);
    if (!stashFormats.some((each) => each === format)) return entriesOf(undefined);
    if (!this.#isPacked(name)) return readEntryText(text);
    const packed = this.#unpack(text);
    if (packed === undefined) return entriesOf(undefined);
    return packed.own === undefined ? { entries: [], unparsed: 0 } : readEntryText(packed.own);
  }

  #isPacked(annotation: string): boolean {
    return stashFormats.some((format) => annotation === stashStart(this.#group, format));
  }

  #unpack(text: string): PackedVersion | undefined {
    return unpack(text, this.#version, this.#options.codec);
  }

  remove(annotations: StringMap, entries: readonly StashedEntry[]): StringMap {
    if (entries.length === 0) return annotations;
    const gone = Map.groupBy(entries, ({ annotation }) => annotation);
    const rest = new Map(Object.entries(annotations));
    for (const [annotation, removed] of gone) {
      const addresses = new Set(removed.map(({ address }) => address));
      const text = this.#changed(annotation, rest.get(annotation), (own) =>
        own === undefined ? undefined : withoutEntries(own, addresses),
      );
      if (text === undefined) rest.delete(annotation);
      else rest.set(annotation, text);
    }
    return Object.fromEntries(rest);
  }

  add(annotations: StringMap, values: readonly PreservedValue[]): StringMap {
    if (values.length === 0) return annotations;
    const nameOf = this.namesIn(annotations);
    const replaced = this.#inOtherFormats(annotations, values, nameOf);
    const all = new Map(Object.entries(this.remove(annotations, replaced)));
    const sorted = values.toSorted((a, b) => (a.address < b.address ? -1 : 1));
    for (const [name, added] of Map.groupBy(sorted, nameOf)) {
      const entries = added.map(({ address, entry }) => [address, entry] as const);
      const text = this.#changed(name, all.get(name), (own) => withEntries(own, entries));
      if (text !== undefined) all.set(name, text);
    }
    return Object.fromEntries(all);
  }

  /**
   * The existing entries with the address of a new value that are in another annotation of its unit, because they have
   * another format.
   */
  #inOtherFormats(
    annotations: StringMap,
    values: readonly PreservedValue[],
    nameOf: NameOf,
  ): readonly StashedEntry[] {
    const written = new Map(values.map((value) => [value.address, value]));
    return this.read(annotations).entries.filter(({ annotation, address }) => {
      const value = written.get(address);
      if (value === undefined || annotation === nameOf(value)) return false;
      return this.isOwn(annotation, value.unit);
    });
  }

  /**
   * Names the annotation for a value. A packed annotation that can't be parsed is not overwritten, because it may hold
   * values of other versions: the value then gets an annotation of its own.
   */
  namesIn(annotations: StringMap): NameOf {
    return ({ unit, format }) => {
      const packedName = stashStart(this.#group, format);
      const packed = annotations[packedName];
      const isPacked =
        this.#options.packed === true &&
        (packed === undefined || this.#unpack(packed) !== undefined);
      return isPacked ? packedName : this.#splitName(unit, format);
    };
  }

  #splitName(unit: string, format: StashFormat): string {
    return `${versionPrefix(this.#group, this.#version, format)}${idOf(unit)}`;
  }

  isOwn(annotation: string, unit: string): boolean {
    if (this.#options.packed === true) return this.#isPacked(annotation);
    return stashFormats.some((format) => annotation === this.#splitName(unit, format));
  }

  /** The text of an annotation after `change` was applied to the entries of this version. */
  #changed(
    name: string,
    text: string | undefined,
    change: (own: string | undefined) => string | undefined,
  ): string | undefined {
    if (!this.#isPacked(name)) return change(text);
    const packed = text === undefined ? undefined : this.#unpack(text);
    const { own, others = new Map<string, string>() } = packed ?? {};
    return pack(this.#version, { own: change(own), others }, this.#options.codec);
  }
}
