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
 * Preserved values by their path (`spec.host`): `[]` for an absent value, `[value]` for a value, `[value, print]` for one
 * that applies only to a value with that print.
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
  /** The number of annotations, or members of them, that cannot be parsed: they stay as they are. */
  readonly unparsed: number;
}

/** A value to preserve. Values of one unit share an annotation: all values in an atomic list are one unit. */
export interface PreservedValue {
  readonly address: string;
  readonly unit: string;
  readonly entry: JsonArray;
  /** The first format that has all entries of the unit. */
  readonly format: StashFormat;
}

/**
 * The annotations in which a kind preserves, for one of its versions, what the other versions can't represent: one small
 * annotation for each value, `<group>/kept.<version>.<id>` with the text `{address: entry}`, because server-side apply
 * merges annotations by key. The packed form is one annotation `<group>/kept` with `{version: {address: entry}}`, which
 * is for kinds that are not applied server-side in two versions. Both forms are read, and an annotation may hold several
 * entries. Entries that are not removed keep their bytes and their annotation. An annotation of a format that is not known
 * cannot be parsed.
 */
export interface Stash {
  read(annotations: StringMap): StashContent;
  /** The annotations without these entries; an annotation is removed with its last entry. */
  remove(annotations: StringMap, entries: readonly StashedEntry[]): StringMap;
  /** The annotations with more values, each replacing the one of its address. */
  add(annotations: StringMap, values: readonly PreservedValue[]): StringMap;
  /** For conversions in code: all entries by address, and the annotations without them. */
  take(annotations: StringMap): TakenStash;
  /** For conversions in code: the annotations with these entries for the version, and no others. */
  put(annotations: StringMap, entries: StashEntries): StringMap;
  /** True for the name of an annotation that this stash may have written, also in a format that is not known. */
  owns(annotation: string): boolean;
  /** The name of the annotation to which {@link Stash.add} adds a value; `annotations` are the existing ones. */
  namesIn(annotations: StringMap): NameOf;
  /** True where a unit's values stand in the annotation that {@link Stash.add} writes them to, in any format. */
  isOwn(annotation: string, unit: string): boolean;
}

type NameOf = (value: Pick<PreservedValue, "unit" | "format">) => string;

/** All entries of one version by address, and the annotations without them. */
interface TakenStash {
  readonly entries: StashEntries;
  readonly annotations: StringMap;
  /** As {@link StashContent.unparsed}. */
  readonly unparsed: number;
}

/** How a stash writes: the packed form, and the codec of its text. Both forms are read in any case. */
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

  /** The entries that values replace, though they are of another format. */
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

  /** A packed text that cannot be parsed may hold values of other versions, and is not overwritten. */
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

  /** An annotation's text with the entries of this version changed. */
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
