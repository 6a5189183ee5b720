import type { JsonObject, JsonValue } from "../../json/value.ts";
import type { KeySchema } from "../place/key-schema.ts";
import type { ObjectPath } from "../place/object-path.ts";
import type { Disagreements } from "./entry-groups.ts";
import type { AddressedEntry } from "./entry-tree.ts";

/** The checks that decide whether preserved values still fit and may be applied. */
export interface EntryChecks<Entry extends AddressedEntry> {
  readonly keySchema: KeySchema;
  /** Takes one more trial of the whole object from the budget; false once it is used up. */
  readonly mayTry: () => boolean;
  /** True where a completed image contradicts nothing in the object that was converted. */
  readonly agrees: (completed: JsonObject) => boolean;
  /** Where it contradicts the object: for each rule all the paths that it reads; undefined where that is not known. */
  readonly disagreements: (completed: JsonObject) => Disagreements | undefined;
  /** The paths of a completed object's schema faults that the base lacks. */
  readonly faultsBeyond: (base: JsonObject) => (completed: JsonObject) => readonly ObjectPath[];
  /** Identifies the entries that are accepted or refused together: those of a rule and binding, of a hook for each path. */
  readonly idOf: (entry: Entry) => string;
  /** Identifies the rule and binding of an entry; the order of a list has an id of its own. */
  readonly ruleOf: (entry: Entry) => string;
  /** True for the order of a list that is not a list in the other version: no edit there contradicts it. */
  readonly isHiddenOrder: (entry: Entry) => boolean;
  /** True for an entry that is never applied, whatever the object is. */
  readonly isRefused: (entry: Entry) => boolean;
  /** True for an entry in the annotation to which a conversion writes it. */
  readonly isInOwnAnnotation: (entry: Entry) => boolean;
  /** True where one entry's address is above a path that the rule of another reads: they are held back together. */
  readonly isAboveRuleOf: (outer: Entry, inner: Entry) => boolean;
  /** The current value merged with what fits of the preserved one, for rules that can merge. */
  readonly merge: (entry: AddressedEntry, base: JsonObject) => JsonValue | undefined;
}
