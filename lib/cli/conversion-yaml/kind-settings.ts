import { stashStart } from "../../converter/stash/names.ts";
import { isObject, type JsonValue, member } from "../../json/value.ts";
import type { LensData } from "../../lens/language/rule.ts";
import { namedMetadata } from "../../lens/place/metadata-paths.ts";
import { scopeLens } from "../../lens/place/scope-lens.ts";
import { qualifiedNameFaults } from "../../schema/metadata/names.ts";
import type { LocatedDocument } from "./documents.ts";

/**
 * A setting in the documents of a conversion.yaml that applies to the whole kind. Two documents with different values are a
 * fault.
 */
interface KindSetting<T> {
  /** Undefined if no document sets it. */
  readonly value: T | undefined;
  readonly faults: readonly string[];
}

/** The setting `conversionGuard`. */
export function declaredGuard(documents: readonly LocatedDocument[]): KindSetting<boolean> {
  return settingIn(documents, {
    name: "conversionGuard",
    what: "the guard",
    read: (value) => (typeof value === "boolean" ? value : undefined),
    faultsOf: () => [],
  });
}

/**
 * The setting `oldStash`: an annotation with values that a former webhook preserved. `group` is undefined if the kind is not
 * known.
 */
export function declaredOldStash(
  documents: readonly LocatedDocument[],
  { group, lenses }: { readonly group: string | undefined; readonly lenses: readonly LensData[] },
): KindSetting<string> {
  return settingIn(documents, {
    name: "oldStash",
    what: "the annotation",
    read: (value) => (typeof value === "string" ? value : undefined),
    faultsOf: (annotation) => {
      const faults = oldStashFaults(annotation, group);
      const isNamed = lenses.some((lens) =>
        namedMetadata(scopeLens(lens)).some(
          ([, map, key]) => map === "annotations" && key === annotation,
        ),
      );
      return isNamed ? [...faults, "is an annotation that a rule names: remove that rule"] : faults;
    },
  });
}

/** The faults of the annotation key in `oldStash`. `group` is undefined if the kind is not known. */
export function oldStashFaults(annotation: string, group: string | undefined): readonly string[] {
  if (qualifiedNameFaults(annotation.toLowerCase()).length > 0) {
    return ["is not a valid annotation key: write one such as example.com/conversion-data"];
  }
  return group !== undefined && annotation.startsWith(stashStart(group))
    ? [
        "is an annotation that Customhouse itself uses for preserved values: name that of the former webhook",
      ]
    : [];
}

interface SettingForm<T> {
  readonly name: string;
  /** What the setting is, for messages. */
  readonly what: string;
  /** Undefined for a value of another type, which the schema refuses. */
  readonly read: (value: JsonValue | undefined) => T | undefined;
  readonly faultsOf: (value: T) => readonly string[];
}

function settingIn<T extends boolean | string>(
  documents: readonly LocatedDocument[],
  { name, what, read, faultsOf }: SettingForm<T>,
): KindSetting<T> {
  const settings = documents.flatMap(({ value: document, positionOf }) => {
    const value = isObject(document) ? read(member(document, name)) : undefined;
    return value === undefined ? [] : [{ value, ...positionOf([name]) }];
  });
  const [first] = settings;
  if (first === undefined) return { value: undefined, faults: [] };
  const others = settings.filter(({ value }) => value !== first.value);
  return {
    value: first.value,
    faults: [
      ...faultsOf(first.value).map((fault) => `${first.line}:${first.column}: ${name}: ${fault}`),
      ...others.map(
        ({ value, line, column }) =>
          `${line}:${column}: ${name}: is ${value}, but ${first.value} at line ${first.line}; ${what} applies to the whole kind: set it once`,
      ),
    ],
  };
}
