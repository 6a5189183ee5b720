import type { JsonObject, JsonValue } from "../../json/value.ts";
import type { KeySchema } from "../place/key-schema.ts";
import type { ObjectPath } from "../place/object-path.ts";
import type { Disagreements } from "./entry-groups.ts";
import type { AddressedEntry } from "./entry-tree.ts";

/** What decides whether preserved values still fit, and may be applied. */
export interface EntryChecks<Entry extends AddressedEntry> {
  readonly keySchema: KeySchema;
  /** Pays for one more trial of the whole object; false once there is nothing left to pay with. */
  readonly mayTry: () => boolean;
  /** True where an object, sent over and back, comes back as exactly what was converted. */
  readonly agrees: (completed: JsonObject) => boolean;
  /** Where in such an object it would not, of each rule all that it reads; undefined where that is not known. */
  readonly disagreements: (completed: JsonObject) => Disagreements | undefined;
  /** Tells where a completed object has faults that another lacks. */
  readonly faultsBeyond: (base: JsonObject) => (completed: JsonObject) => readonly ObjectPath[];
  /** Names the rule and the binding that an entry belongs to; the order of a list is one for itself. */
  readonly idOf: (entry: Entry) => string;
  /** True for an entry that is not to be applied whatever the object is. */
  readonly isRefused: (entry: Entry) => boolean;
  /** True for an entry in the annotation that a conversion would write it to. */
  readonly isInOwnAnnotation: (entry: Entry) => boolean;
  /** True where one entry stands above what the rule of another reads: it says nothing without it. */
  readonly isAboveRuleOf: (outer: Entry, inner: Entry) => boolean;
  /** A value that says what is there today and keeps what it can of the old one, where a rule has such a thing. */
  readonly merge: (entry: AddressedEntry, base: JsonObject) => JsonValue | undefined;
}
