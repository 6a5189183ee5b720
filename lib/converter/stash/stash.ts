import { assertDefined } from "../../json/invariant.ts";
import type { JsonArray } from "../../json/value.ts";
import type { StringMap } from "../converter.ts";
import {
  parsedEntries,
  type ReadEntries,
  readEntryText,
  withEntries,
  withoutEntries,
} from "./entry-texts.ts";
import {
  hashId,
  mayHoldVersion,
  type StashFormat,
  stashFormatOf,
  stashFormats,
  stashStart,
  versionPrefix,
} from "./names.ts";
import { type PackedVersion, pack, type StashCodec, unpack } from "./packed.ts";

/**
 * Preserved values by address, which is a path such as `spec.host`. An entry is `[]` for an absent value, `[value]`, or
 * `[value, mark]` for a value that is valid only while the values beside it have that mark.
 */
export type StashEntries = ReadonlyMap<string, JsonArray>;

/** An entry with a preserved value, its address and the name of its annotation. */
export interface StashedEntry {
  readonly annotation: string;
  readonly address: string;
  readonly entry: JsonArray;
}

/** The preserved values for one version. */
interface StashContent {
  readonly entries: readonly StashedEntry[];
  /** The number of annotations, or of members in annotations, that can't be parsed. They are left unchanged. */
  readonly unparsed: number;
}

/**
 * A value to preserve. All values of one unit are written to the same annotation. All values within one atomic list
 * belong to one unit.
 */
export interface PreservedValue {
  readonly address: string;
  readonly unit: string;
  readonly entry: JsonArray;
  /** The lowest format that supports all entries of the unit. */
  readonly format: StashFormat;
}

/**
 * Reads and writes the annotations in which a kind preserves the values of one version that other versions can't
 * represent.
 *
 * The split form has one small annotation for each unit, `<group>/kept.<version>.<id>` with the text `{address:
 * entry}`, because server-side apply merges annotations by key. The packed form has one annotation `<group>/kept` with
 * `{version: {address: entry}}`, for kinds that are not applied server-side in two versions. Both forms are always
 * read, and an annotation may have several entries. Removing or adding entries does not change the text of the others.
 * An annotation of an unknown format counts as one that can't be parsed.
 */
export interface Stash {
  read(annotations: StringMap): StashContent;
  /** Returns the annotations without `entries`. An annotation that has no entries left is removed. */
  remove(annotations: StringMap, entries: readonly StashedEntry[]): StringMap;
  /** Returns the annotations with added values. A value replaces the existing entry with its address. */
  add(annotations: StringMap, values: readonly PreservedValue[]): StringMap;
  /**
   * Returns the entries for the version, by address, and the annotations without these entries. For conversions in
   * code.
   */
  take(annotations: StringMap): TakenStash;
  /** Returns the annotations with `entries` as the only entries for the version. For conversions in code. */
  put(annotations: StringMap, entries: StashEntries): StringMap;
  /**
   * True if the annotation with this name may hold preserved values for the version, in any format, even an unknown
   * one.
   */
  owns(annotation: string): boolean;
  /**
   * Returns a function that gives the name of the annotation to which {@link Stash.add} would add a value.
   * `annotations` are the existing ones.
   */
  namesIn(annotations: StringMap): NameOf;
  /** True for the annotation that has the values of the unit in the form that this stash writes, in any known format. */
  isOwn(annotation: string, unit: string): boolean;
}

type NameOf = (value: Pick<PreservedValue, "unit" | "format">) => string;

/** All entries for one version by address, and the annotations without these entries. */
interface TakenStash {
  readonly entries: StashEntries;
  readonly annotations: StringMap;
  /** The number of annotations, or of members in annotations, that can't be parsed. */
  readonly unparsed: number;
}

/** Whether to write the packed form, and the codec that compresses it. Both forms are always read. */
interface StashOptions {
  readonly packed?: boolean;
  readonly codec?: StashCodec | undefined;
}

/** Creates the stash for one version of a group's kinds. */
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
    return mayHoldVersion(annotation, this.#group, [this.#version]);
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
    const text = assertDefined(annotations[name], "an annotation has this name");
    const format = stashFormatOf(name, this.#group);
    if (!stashFormats.some((each) => each === format)) return parsedEntries(undefined);
    if (!this.#isPacked(name)) return readEntryText(text);
    const packed = this.#unpack(text);
    if (packed === undefined) return parsedEntries(undefined);
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
   * Existing entries that new values replace but that are in another annotation, because their format is another one.
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
   * Returns a function that gives the name of a value's annotation. A packed annotation that can't be parsed may hold
   * values of other versions and must not be overwritten: the value then gets an annotation in the split form.
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
    return `${versionPrefix(this.#group, this.#version, format)}${hashId(unit)}`;
  }

  isOwn(annotation: string, unit: string): boolean {
    if (this.#options.packed === true) return this.#isPacked(annotation);
    return stashFormats.some((format) => annotation === this.#splitName(unit, format));
  }

  /** The text of an annotation after `change` was applied to its entries for this version. */
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
