import { type Side, sides } from "../../converter/side.ts";
import { stashStart } from "../../converter/stash/names.ts";
import type { JsonValue } from "../../json/value.ts";
import { labelValueFaults, qualifiedNameFaults } from "../../schema/metadata/names.ts";
import { objectPathIn, pathsReadByFill } from "../language/absence.ts";
import type { KeyPath } from "../language/path.ts";
import type { LensData, RuleData } from "../language/rule.ts";
import { rulesWithin } from "../ops/registry.ts";
import type { RuleScope, ScopedLens, ScopeRule } from "./scoped-lens.ts";

/** The labels and annotations that the rules of a scope claim, on either side. */
export function claimedMetadata({ rules }: RuleScope): readonly KeyPath[] {
  return rules.flatMap(({ from, to }) => [...from, ...to]).filter(isMetadata);
}

/**
 * All metadata that the rules for the object claim or read, on either side, and the labels and annotations that any `fill` reads.
 */
export function namedMetadata({ root, data }: ScopedLens): readonly KeyPath[] {
  const own = root.rules.flatMap((rule) =>
    sides.flatMap((side) => [...rule[side], ...unclaimedKeyReads(rule, side)]),
  );
  const ofFills = objectReadsIn(data).filter((path) => !isNameOrNamespace(path));
  return [...own.filter(isMetadata), ...ofFills];
}

/** True for the path of the object's name or namespace, which no conversion changes. */
export function isNameOrNamespace(path: KeyPath): boolean {
  return isMetadata(path) && path.length === 2;
}

function objectReadsIn({ rules, lenses = {} }: LensData): readonly KeyPath[] {
  const readsOfRule = (rule: RuleData): readonly KeyPath[] => [
    ...objectReads(rule),
    ...rulesWithin(rule).flatMap(readsOfRule),
  ];
  return [rules, ...Object.values(lenses)].flat().flatMap(readsOfRule);
}

/** The paths from the object's root (`$.`) that the fills of a rule read. */
export function objectReads({ fill }: RuleData): readonly KeyPath[] {
  return sides.flatMap((side) =>
    pathsReadByFill(fill?.[side]).flatMap((text) => {
      const path = objectPathIn(text);
      return path === undefined ? [] : [path];
    }),
  );
}

/** The faults of the paths from the object's root (`$.`) that the fills of a lens read. */
export function objectReadFaults(data: LensData, group: string | undefined): MetadataFault[] {
  return objectReadsIn(data).flatMap((path) => objectReadFault(path, group) ?? []);
}

/** The fault of one path from the object's root that a fill reads: it is not metadata, or metadata that a fill can't read. */
export function objectReadFault(
  path: KeyPath,
  group: string | undefined,
): MetadataFault | undefined {
  const message = isMetadata(path)
    ? faultOf(path, group, true)
    : "can't be read by a fill: a path that starts with $. can only name metadata";
  return message === undefined ? undefined : { path, message };
}

function unclaimedKeyReads({ reads, beside }: ScopeRule, side: Side): readonly KeyPath[] {
  return [...reads[side], ...beside[side]];
}

function isMetadata([first]: KeyPath): boolean {
  return first === "metadata";
}

/** A path that a rule may not name or read, and why: a clause that follows the path in a message. */
interface MetadataFault {
  readonly path: KeyPath;
  readonly message: string;
}

/**
 * The metadata that a rule for the object names but may not. Allowed are labels and annotations by their keys, and, for reading,
 * name and namespace. A rule can't name annotations of preserved values, since anybody can forge them. If `group` is undefined,
 * those of any group count.
 */
export function metadataFaults(rule: ScopeRule, group: string | undefined): MetadataFault[] {
  return sides.flatMap((side) => [
    ...rule[side].flatMap((path) => faultAt(path, group, false)),
    ...unclaimedKeyReads(rule, side).flatMap((path) => faultAt(path, group, true)),
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
    return 'can\'t be named by a rule. Of metadata, rules can name labels and annotations (`metadata.labels["example.com/tier"]`), and hooks and fills can read name and namespace';
  }
  if (map === "annotations" && isStashKey(key, group)) {
    return "is reserved for preserved values. Use another key";
  }
  const [fault] = qualifiedNameFaults(map === "annotations" ? key.toLowerCase() : key);
  return fault === undefined ? undefined : `is not a valid key: ${fault}`;
}

function isStashKey(key: string, group: string | undefined): boolean {
  return group === undefined ? key.includes("/kept") : key.startsWith(stashStart(group));
}

/** Returns a test of whether a label or annotation can hold a value; undefined for a path outside metadata. */
export function metadataTest([first, map]: KeyPath): ((value: JsonValue) => boolean) | undefined {
  if (first !== "metadata") return undefined;
  return map === "labels" ? isLabelValue : (value) => typeof value === "string";
}

function isLabelValue(value: JsonValue): boolean {
  return typeof value === "string" && labelValueFaults(value).length === 0;
}
