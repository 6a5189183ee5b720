import { stashStart } from "../../converter/stash/names.ts";
import { isObject, type JsonValue, member } from "../../json/value.ts";
import type { LensData } from "../../lens/language/rule.ts";
import { namedMetadata } from "../../lens/place/metadata-paths.ts";
import { scopeLens } from "../../lens/place/scope-lens.ts";
import { qualifiedNameFaults } from "../../schema/metadata/names.ts";
import type { LocatedDocument } from "./documents.ts";

/** What the documents set for their whole kind. A document that contradicts an earlier one is a fault. */
interface KindSetting<T> {
  /** Undefined if no document sets it. */
  readonly value: T | undefined;
  readonly faults: readonly string[];
}

/** Whether the conversion guard is on. */
export function declaredGuard(documents: readonly LocatedDocument[]): KindSetting<boolean> {
  return settingIn(documents, {
    name: "conversionGuard",
    what: "the guard",
    read: (value) => (typeof value === "boolean" ? value : undefined),
    faultsOf: () => [],
  });
}

/** The annotation of the webhook before that the lenses read, too. `group` is undefined where it is not known. */
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
      return isNamed
        ? [...faults, "is an annotation that a rule names: take the rule out"]
        : faults;
    },
  });
}

/** What is wrong with the name of an old stash. `group` is undefined where it is not known. */
export function oldStashFaults(annotation: string, group: string | undefined): readonly string[] {
  if (qualifiedNameFaults(annotation.toLowerCase()).length > 0) {
    return ["is not the key of an annotation, such as example.com/conversion-data"];
  }
  return group !== undefined && annotation.startsWith(stashStart(group))
    ? ["is an annotation that Customhouse itself uses for preserved values"]
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
          `${line}:${column}: ${name}: is ${value}, and ${first.value} at line ${first.line}; ${what} is for the whole kind: set it once`,
      ),
    ],
  };
}
