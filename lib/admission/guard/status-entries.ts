import { annotationsOf } from "../../conversion/convert-object.ts";
import { holdsStash, nearestGroup } from "../../converter/stash/names.ts";
import type { StashedEntry } from "../../converter/stash/stash.ts";
import type { JsonObject } from "../../json/value.ts";
import { firstAddress } from "../../lens/place/address.ts";
import { canonicalText } from "../../lens/stash/fingerprint.ts";
import { stashOf } from "../../lens/stash/preservation.ts";
import type { Refusal } from "../refusal.ts";
import type { GuardedKind, GuardedVersion } from "./guarded-kind.ts";

/**
 * Refuses a write of the main resource that adds or changes preserved values of the status or of scale fields: only
 * users with access to these subresources may set them. A conversion does not know which subresource is written and so
 * can't check this.
 */
export function statusEntriesIn(
  object: JsonObject,
  oldObject: JsonObject | undefined,
  guard: GuardedKind,
): readonly Refusal[] {
  return guard.versions.flatMap((version) => {
    if (version.subresourcePaths.length === 0) return [];
    const before = oldObject === undefined ? [] : entriesOf(oldObject, version, guard);
    const known = new Set(before.map(entryKey));
    return entriesOf(object, version, guard)
      .filter((entry) => !known.has(entryKey(entry)))
      .slice(0, maxEntryRefusals)
      .map((entry) => refusalOf(entry, version));
  });
}

/**
 * The most entries of one version for which a denial gives a refusal. The number is a choice: annotations can hold thousands of
 * entries, each refusal is a cause with a message, and the remedy is the same for all.
 */
const maxEntryRefusals = 10;

function entriesOf(
  object: JsonObject,
  { name, subresourcePaths }: GuardedVersion,
  { group }: GuardedKind,
): readonly StashedEntry[] {
  const annotations = annotationsOf(object);
  return [group, nearestGroup(group)]
    .filter((each) => holdsStash(annotations, each))
    .flatMap((each) => stashOf(each, name).read(annotations).entries)
    .filter(({ address }) => subresourcePaths.some((path) => leadsTo(address, path)));
}

/** True if the address is equal to a path, above it or below it. */
function leadsTo(address: string, path: readonly string[]): boolean {
  const first = firstAddress(address);
  if (first === undefined) return false;
  return first.steps
    .slice(0, path.length)
    .every((step, at) => step.type === "key" && step.key === path[at]);
}

/**
 * A key that is equal for entries with the same address and value. Comparing all pairs would take too long for
 * thousands of forged entries.
 */
function entryKey({ address, entry }: StashedEntry): string {
  return canonicalText([address, entry]);
}

function refusalOf({ annotation, address }: StashedEntry, { name }: GuardedVersion): Refusal {
  const message = `metadata.annotations[${annotation}]: preserves ${address.slice(0, 200)} of ${name}, which only a write of the status or scale subresource may set; remove that annotation`;
  return {
    message,
    faults: [
      {
        type: "FieldValueForbidden",
        field: "metadata.annotations",
        detail: message,
        origin: "preserved",
      },
    ],
  };
}
