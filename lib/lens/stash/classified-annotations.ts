import type { StringMap } from "../../converter/converter.ts";
import { stashFormatOf } from "../../converter/stash/names.ts";
import type { Stash, StashedEntry } from "../../converter/stash/stash.ts";
import { addressText } from "../place/address.ts";
import { isDeclaredEntry } from "./declared-entry.ts";
import { readStoredEntries, type StoredEntry, storedEntriesOf } from "./entry-tree.ts";
import { stashUnitOf } from "./folded-entries.ts";
import type { PreservingDirection, PreservingSide } from "./preserving-direction.ts";

/** The values preserved for one side. */
export interface SideEntries {
  readonly entries: readonly StoredEntry[];
  /** Those of the entries that are never applied, since the version's schema does not declare them. */
  readonly refused: ReadonlySet<StashedEntry>;
  /** How many entries cannot be parsed or are repeated. They stay in their annotations. */
  readonly heldBack: number;
}

/**
 * An object's annotations, separated into preserved values and others. `incoming` are the values preserved for the target
 * version, `own` those for the object's own version.
 */
export interface ClassifiedAnnotations {
  readonly incoming: SideEntries;
  readonly own: SideEntries;
  /** The annotations without preserved values of the two versions, which rules can read. */
  readonly plain: StringMap;
  /** The annotations with preserved values of the two versions. */
  readonly stashed: StringMap;
}

/** Separates the annotations with preserved values of the two versions from all others, and parses them. */
export function classifyAnnotations(
  annotations: StringMap,
  direction: PreservingDirection,
): ClassifiedAnnotations {
  const { source, target } = direction;
  const isStashed = ([name]: readonly [string, string]): boolean =>
    source.stash.owns(name) || target.stash.owns(name);
  const { stashed = [], plain = [] } = Object.groupBy(Object.entries(annotations), (each) =>
    isStashed(each) ? "stashed" : "plain",
  );
  const held = Object.fromEntries(stashed);
  return {
    incoming: readSide(held, target, direction),
    own: readSide(held, source, direction),
    plain: stashed.length === 0 ? annotations : Object.fromEntries(plain),
    stashed: held,
  };
}

/** Annotations of which none holds preserved values of the two versions. */
export function plainAnnotations(annotations: StringMap): ClassifiedAnnotations {
  return { incoming: noSideEntries, own: noSideEntries, plain: annotations, stashed: {} };
}

const noSideEntries: SideEntries = { entries: [], refused: new Set(), heldBack: 0 };

function readSide(
  stashed: StringMap,
  { schema, stash }: PreservingSide,
  { claimedMetadata, engine }: PreservingDirection,
): SideEntries {
  const content = stash.read(stashed);
  const { parsed, refused } = readStoredEntries(content.entries);
  const isApplicable = (entry: StoredEntry): boolean =>
    isDeclaredEntry(schema, entry, claimedMetadata);
  const repeats = new Set(repeatsIn(parsed, stash, engine.group));
  const entries = repeats.size === 0 ? parsed : parsed.filter(({ source }) => !repeats.has(source));
  return {
    entries,
    refused: storedEntriesOf(entries.filter((entry) => !isApplicable(entry))),
    heldBack: content.unparsed + refused.length + repeats.size,
  };
}

/**
 * Of several entries for the same address, all but the one that counts: the one of the oldest format, since only an older release
 * would write it beside a newer one; of several of these, the one in the annotation to which a conversion would write it, else
 * the last.
 */
function repeatsIn(
  entries: readonly StoredEntry[],
  stash: Stash,
  group: string,
): readonly StashedEntry[] {
  const chosen = new Map<string, StoredEntry>();
  const repeats: StashedEntry[] = [];
  const formatOf = ({ source }: StoredEntry) => stashFormatOf(source.annotation, group) ?? 1;
  const isBetter = (one: StoredEntry, other: StoredEntry): boolean => {
    const newer = formatOf(one) - formatOf(other);
    return newer === 0 ? stash.isOwn(one.source.annotation, stashUnitOf(one)) : newer < 0;
  };
  for (const entry of entries) {
    const position = positionText(entry);
    const before = chosen.get(position);
    const isKept = before !== undefined && isBetter(before, entry);
    if (before !== undefined) repeats.push(isKept ? entry.source : before.source);
    if (!isKept) chosen.set(position, entry);
  }
  return repeats;
}

/** The text of an address without its mark of required steps: two addresses that differ only in this are the same. */
function positionText({ text, address }: StoredEntry): string {
  if (!text.includes("?")) return text;
  if (!text.includes("[")) return text.replace("?", "").replace(/^\./, "");
  return addressText({ ...address, requiredSteps: address.steps.length - 1 });
}
