import { isArray, isObject, type JsonObject, type JsonValue, member } from "../../../json/value.ts";
import type { EntryRule } from "../../language/rule.ts";
import {
  type ConversionRun,
  exceedsDeadline,
  type JointCodec,
  type Unparsable,
  unparsable,
} from "../codec.ts";
import type { ValuePredicate } from "../value-test.ts";

/** The parameters of {@link entryCodec}. */
interface EntryParameters extends Pick<EntryRule, "name" | "value" | "members"> {
  /** The names of the items, in the order of the fields' paths. */
  readonly names: readonly string[];
  /** Names of items that are always in the list. */
  readonly always?: readonly string[];
  /** For each name, true if only one of the versions keeps null as the value: then null counts as absent. Left out: false. */
  readonly areNullsLost?: readonly boolean[];
}

/** The names in a rule's `fill`: their items are always in the list. */
export function filledNames({ from, fill }: Pick<EntryRule, "from" | "fill">): readonly string[] {
  const list = fill?.[typeof from === "string" ? "from" : "to"]?.value;
  return isArray(list) ? list.map(String) : [];
}

/**
 * Converts fields to a list of named items, in the order of the fields: `{cpu: 1}` becomes `[{name: cpu, value: 1}]`. An absent
 * field has no item, unless its name is in `always`: then its item has no value. Names in `always` without a field come first.
 * Null is a value unless it is lost in one of the versions. Back, the first item of each name counts.
 *
 * A list cannot be parsed if an item is not a map or its name is not a string; null instead of the list counts as absent. Lossy:
 * the order, repeated names, names without a field, further members of the items.
 */
export function entryCodec(entry: EntryParameters): JointCodec {
  const { names, name = "name", value: valueKey = "value", always = [], areNullsLost = [] } = entry;
  const kept = (value: JsonValue | undefined, index: number): JsonValue | undefined =>
    value === null && areNullsLost[index] === true ? undefined : value;
  const first = always.filter((own) => !names.includes(own)).map((own) => itemOf(entry, own));
  return {
    forward: (given) => {
      const values = given.map(kept);
      if (values.every((value) => value === undefined)) return [undefined];
      const items = names.flatMap((own, index) =>
        values[index] === undefined && !always.includes(own)
          ? []
          : [itemOf(entry, own, values[index])],
      );
      return [[...first, ...items]];
    },
    backward: ([list], run) => {
      if (list === undefined || list === null) return names.map(() => undefined);
      const items = itemsByName(list, name, run);
      if (items === unparsable) return unparsable;
      return names.map((own, index) => kept(valueIn(items.get(own), valueKey), index));
    },
    exactForward: !areNullsLost.includes(true),
    exactBackward: false,
  };
}

function itemOf(
  { name = "name", value: valueKey = "value", members = {} }: Omit<EntryParameters, "names">,
  own: string,
  value?: JsonValue,
): JsonObject {
  return {
    [name]: own,
    ...(value === undefined ? {} : { [valueKey]: value }),
    ...(Object.hasOwn(members, own) ? members[own] : {}),
  };
}

/** The list for an object in which every field is absent: the items that are always in the list. Undefined if there are none. */
export function filledList(data: EntryRule): JsonValue | undefined {
  const always = filledNames(data);
  const fields = entryItemNames(data);
  const first = always.filter((own) => !fields.includes(own));
  const items = [...first, ...fields.filter((own) => always.includes(own))];
  return items.length === 0 ? undefined : items.map((own) => itemOf(data, own));
}

/** A test for the items that the rule reads or writes: those with a field, and those that are always in the list. */
export function claimedItems(data: EntryRule): ValuePredicate {
  const names = new Set<JsonValue | undefined>([...entryItemNames(data), ...filledNames(data)]);
  const { name = "name" } = data;
  return (item) => isObject(item) && names.has(member(item, name));
}

/** The names of the items whose values are fields of the other version. */
export function entryItemNames({ from, to }: EntryRule): readonly string[] {
  return Object.keys(typeof from === "string" ? to : from);
}

function itemsByName(
  list: JsonValue,
  name: string,
  run: ConversionRun,
): ReadonlyMap<string, JsonObject> | Unparsable {
  if (!isArray(list) || exceedsDeadline(run, list.length)) return unparsable;
  const items = new Map<string, JsonObject>();
  for (const item of list) {
    const own = isObject(item) ? member(item, name) : undefined;
    if (!isObject(item) || typeof own !== "string") return unparsable;
    if (!items.has(own)) items.set(own, item);
  }
  return items;
}

function valueIn(item: JsonObject | undefined, key: string): JsonValue | undefined {
  return item === undefined ? undefined : member(item, key);
}
