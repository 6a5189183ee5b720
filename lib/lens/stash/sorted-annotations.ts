import type { StringMap } from "../../converter/converter.ts";
import { holdsStash } from "../../converter/stash/names.ts";
import type { Stash, StashedEntry } from "../../converter/stash/stash.ts";
import { addressText } from "../place/address.ts";
import type { Direction, LensEngine, LensSide } from "../run/engine.ts";
import { isDeclared } from "./declared.ts";
import { readStored, type StoredEntry, sourcesOf } from "./entry-tree.ts";
import { unitOf } from "./folded-entries.ts";

/** The entries preserved for one side. */
export interface SideEntries {
  readonly entries: readonly StoredEntry[];
  /** Of these the ones that are never applied, since the version does not declare them. */
  readonly refused: ReadonlySet<StashedEntry>;
  /** How many entries cannot be parsed or are repeated: they stay where they are. */
  readonly heldBack: number;
}

/** An object's annotations, sorted, with the entries for the target version and for the object's own. */
export interface SortedAnnotations {
  readonly incoming: SideEntries;
  readonly own: SideEntries;
  /** Annotations outside both stashes, which rules can read. */
  readonly plain: StringMap;
  /** Annotations of the two stashes. */
  readonly stashed: StringMap;
}

/** Separates the annotations of the two versions' stashes from all others, and parses them. */
export function sortAnnotations(
  annotations: StringMap,
  { engine, source, target }: Direction,
): SortedAnnotations {
  if (!holdsStash(annotations, engine.group)) {
    return { incoming: nothing, own: nothing, plain: annotations, stashed: {} };
  }
  const isStashed = ([name]: readonly [string, string]): boolean =>
    source.stash.owns(name) || target.stash.owns(name);
  const { stashed = [], plain = [] } = Object.groupBy(Object.entries(annotations), (each) =>
    isStashed(each) ? "stashed" : "plain",
  );
  const held = Object.fromEntries(stashed);
  return {
    incoming: read(held, target, engine),
    own: read(held, source, engine),
    plain: stashed.length === 0 ? annotations : Object.fromEntries(plain),
    stashed: held,
  };
}

const nothing: SideEntries = { entries: [], refused: new Set(), heldBack: 0 };

function read(stashed: StringMap, { schema, stash }: LensSide, engine: LensEngine): SideEntries {
  const content = stash.read(stashed);
  const { parsed, refused } = readStored(content.entries);
  const isApplicable = (entry: StoredEntry): boolean =>
    isDeclared(schema, entry, engine.claimedMetadata);
  const repeats = new Set(repeatsIn(parsed, stash));
  const entries = repeats.size === 0 ? parsed : parsed.filter(({ source }) => !repeats.has(source));
  return {
    entries,
    refused: sourcesOf(entries.filter((entry) => !isApplicable(entry))),
    heldBack: content.unparsed + refused.length + repeats.size,
  };
}

/** Of entries for the same address all but one: that in its own annotation, else the first. */
function repeatsIn(entries: readonly StoredEntry[], stash: Stash): readonly StashedEntry[] {
  const nameOf = stash.namesIn();
  const first = new Map<string, StoredEntry>();
  const repeats: StashedEntry[] = [];
  for (const entry of entries) {
    const position = positionText(entry);
    const before = first.get(position);
    if (before === undefined) first.set(position, entry);
    else if (nameOf(unitOf(before)) === before.source.annotation) repeats.push(entry.source);
    else {
      repeats.push(before.source);
      first.set(position, entry);
    }
  }
  return repeats;
}

/** An address without its required steps: two that differ only in these name the same position. */
function positionText({ text, address }: StoredEntry): string {
  if (!text.includes("?")) return text;
  if (!text.includes("[")) return text.replace("?", "").replace(/^\./, "");
  return addressText({ ...address, requiredSteps: address.steps.length - 1 });
}
