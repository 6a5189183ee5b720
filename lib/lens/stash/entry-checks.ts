import type { JsonObject, JsonValue } from "../../json/value.ts";
import type { KeySchema } from "../place/key-schema.ts";
import type { ObjectPath } from "../place/object-path.ts";
import type { DisagreeingPaths } from "./entry-groups.ts";
import type { AddressedEntry } from "./entry-tree.ts";

/** The checks that decide whether preserved values still fit and may be applied. */
export interface EntryChecks<Entry extends AddressedEntry> {
  readonly keySchema: KeySchema;
  /** Takes one more trial of the whole object from the budget. False once the budget is used up. */
  readonly mayTry: () => boolean;
  /** True if a completed image contradicts nothing in the object that was converted. */
  readonly agrees: (completed: JsonObject) => boolean;
  /** Where a completed image contradicts the object: for each rule all the paths that it reads. Undefined if not known. */
  readonly disagreements: (completed: JsonObject) => DisagreeingPaths | undefined;
  /**
   * Returns a function from a completed object to the paths of its schema faults, without the faults of `before` and those that the
   * server's defaults mend.
   */
  readonly faultsBeyond: (before: JsonObject) => (completed: JsonObject) => readonly ObjectPath[];
  /**
   * Identifies entries that are accepted or refused together: those of one rule for the same list items; for a hook each path is
   * separate.
   */
  readonly idOf: (entry: Entry) => string;
  /** Identifies the rule of an entry, for the same list items. The order of a list has an id of its own. */
  readonly ruleOf: (entry: Entry) => string;
  /** True for the order of a list that is not a list in the other version, where no edit can contradict it. */
  readonly isHiddenOrder: (entry: Entry) => boolean;
  /** True for an entry that is never applied, since the version's schema does not declare its address. */
  readonly isRefused: (entry: Entry) => boolean;
  /** True for an entry in the annotation to which a conversion would write it. */
  readonly isInOwnAnnotation: (entry: Entry) => boolean;
  /** True if the address of `outer` is above a path that the rule of `inner` claims: if `inner` is held back, so is `outer`. */
  readonly isAboveRuleOf: (outer: Entry, inner: Entry) => boolean;
  /** Merges the preserved value with the current one, for rules that can do so. Undefined for others. */
  readonly merge: (entry: AddressedEntry) => JsonValue | undefined;
}
