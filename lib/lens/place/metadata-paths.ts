import { type Side, sides } from "../../converter/side.ts";
import { stashStart } from "../../converter/stash/names.ts";
import type { JsonValue } from "../../json/value.ts";
import { labelValueFaults, qualifiedNameFaults } from "../../schema/metadata/names.ts";
import { objectPathIn, readsOfFill } from "../language/absence.ts";
import type { KeyPath } from "../language/path.ts";
import type { LensData, RuleData } from "../language/rule.ts";
import { rulesWithin } from "../ops/registry.ts";
import type { RuleScope, ScopedLens, ScopeRule } from "./scoped-lens.ts";

/** The labels and annotations that the rules of an object claim, on either side. */
export function claimedMetadata({ rules }: RuleScope): readonly KeyPath[] {
  return rules.flatMap(({ from, to }) => [...from, ...to]).filter(isMetadata);
}

/** All metadata that the rules of an object claim or read, on either side, and the labels and annotations that fills anywhere read. */
export function namedMetadata({ root, data }: ScopedLens): readonly KeyPath[] {
  const own = root.rules.flatMap((rule) =>
    sides.flatMap((side) => [...rule[side], ...besides(rule, side)]),
  );
  const ofFills = objectReadsIn(data).filter((path) => !isIdentity(path));
  return [...own.filter(isMetadata), ...ofFills];
}

/** True for the path of the name or the namespace, which no conversion changes. */
export function isIdentity(path: KeyPath): boolean {
  return isMetadata(path) && path.length === 2;
}

function objectReadsIn({ rules, lenses = {} }: LensData): readonly KeyPath[] {
  const within = (rule: RuleData): readonly KeyPath[] => [
    ...objectReads(rule),
    ...rulesWithin(rule).flatMap(within),
  ];
  return [rules, ...Object.values(lenses)].flat().flatMap(within);
}

/** What the fills of a rule read of the object itself. */
export function objectReads({ fill }: RuleData): readonly KeyPath[] {
  return sides.flatMap((side) =>
    readsOfFill(fill?.[side]).flatMap((text) => {
      const path = objectPathIn(text);
      return path === undefined ? [] : [path];
    }),
  );
}

/** What is wrong with what a lens's fills read of the object itself, as {@link metadataFaults}. */
export function objectReadFaults(data: LensData, group: string | undefined): MetadataFault[] {
  return objectReadsIn(data).flatMap((path) => objectReadFault(path, group) ?? []);
}

/** The fault of one such path: it names other metadata, or no metadata at all. */
export function objectReadFault(
  path: KeyPath,
  group: string | undefined,
): MetadataFault | undefined {
  const message = isMetadata(path)
    ? faultOf(path, group, true)
    : "is not for fills: of the object they may read only metadata";
  return message === undefined ? undefined : { path, message };
}

function besides({ reads, beside }: ScopeRule, side: Side): readonly KeyPath[] {
  return [...reads[side], ...beside[side]];
}

function isMetadata([first]: KeyPath): boolean {
  return first === "metadata";
}

/** What is wrong with a path of an object's metadata, as a sentence after the path; undefined for any other path. */
interface MetadataFault {
  readonly path: KeyPath;
  readonly message: string;
}

/**
 * The metadata that a rule of an object names and may not: all but labels and annotations by their keys, and name and namespace
 * where they are only read. No rule may name an annotation of the stash, whose content anybody may forge. Without a group the
 * annotations of all stashes count.
 */
export function metadataFaults(rule: ScopeRule, group: string | undefined): MetadataFault[] {
  return sides.flatMap((side) => [
    ...rule[side].flatMap((path) => faultAt(path, group, false)),
    ...besides(rule, side).flatMap((path) => faultAt(path, group, true)),
  ]);
}

function faultAt(path: KeyPath, group: string | undefined, isRead: boolean): MetadataFault[] {
  if (!isMetadata(path)) return [];
  const message = faultOf(path, group, isRead);
  return message === undefined ? [] : [{ path, message }];
}

function faultOf(
  [, map, key, ...more]: KeyPath,
  group: string | undefined,
  isRead: boolean,
): string | undefined {
  if (key === undefined && isRead && (map === "name" || map === "namespace")) return undefined;
  if (key === undefined || more.length > 0 || (map !== "labels" && map !== "annotations")) {
    return 'is not for rules: they may name a label or an annotation (`metadata.labels["example.com/tier"]`), and hooks and fills the name and the namespace';
  }
  if (map === "annotations" && isStashKey(key, group)) {
    return "belongs to the stash. Take another key";
  }
  const [fault] = qualifiedNameFaults(map === "annotations" ? key.toLowerCase() : key);
  return fault === undefined ? undefined : `is not a valid key: ${fault}`;
}

function isStashKey(key: string, group: string | undefined): boolean {
  return group === undefined ? key.includes("/kept") : key.startsWith(stashStart(group));
}

/** Whether a label or an annotation can hold a value; undefined for a path of the body, which can hold any. */
export function metadataTest([first, map]: KeyPath): ((value: JsonValue) => boolean) | undefined {
  if (first !== "metadata") return undefined;
  return map === "labels" ? isLabelValue : isText;
}

function isText(value: JsonValue): boolean {
  return typeof value === "string";
}

function isLabelValue(value: JsonValue): boolean {
  return typeof value === "string" && labelValueFaults(value).length === 0;
}
