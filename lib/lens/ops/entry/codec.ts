import { isArray, isObject, type JsonObject, type JsonValue, member } from "../../../json/value.ts";
import type { EntryRule } from "../../language/rule.ts";
import {
  type ConversionRun,
  isLate,
  type JointCodec,
  type Unparsable,
  unparsable,
} from "../codec.ts";
import type { ValuePredicate } from "../value-test.ts";

/** What an `entry` rule says, made ready to run. */
interface EntryParameters extends Pick<EntryRule, "name" | "value" | "members"> {
  /** The items' names, in the order of the fields' paths. */
  readonly names: readonly string[];
  /** Names whose item is always there. */
  readonly always?: readonly string[];
}

/** The names that a rule fills its list with. */
export function filledNames({ from, fill }: Pick<EntryRule, "from" | "fill">): readonly string[] {
  const list = fill?.[typeof from === "string" ? "from" : "to"]?.value;
  return isArray(list) ? list.map(String) : [];
}

/**
 * Fields as a list of named items, in the order of the fields: `{cpu: 1}` as `[{name: cpu, value: 1}]`. A field that is
 * absent has no item, but for names in `always`, whose item then has no value; names in `always` that no field has come
 * first. Null is a value. Back, the first item of a name counts.
 *
 * A list with an item that is not a map or whose name is not a string cannot be parsed; null for the list counts as absent.
 * Lossy: order, repeats, names that are no field's, further members of the items.
 */
export function entryCodec(entry: EntryParameters): JointCodec {
  const { names, name = "name", value: valueKey = "value", always = [] } = entry;
  const first = always.filter((own) => !names.includes(own)).map((own) => itemOf(entry, own));
  return {
    forward: (values) => {
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
      return names.map((own) => valueIn(items.get(own), valueKey));
    },
    exactForward: true,
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

/** The list where no field is there: the items that are always there. Undefined without such. */
export function filledList(data: EntryRule): JsonValue | undefined {
  const always = filledNames(data);
  const fields = namesOf(data);
  const first = always.filter((own) => !fields.includes(own));
  const items = [...first, ...fields.filter((own) => always.includes(own))];
  return items.length === 0 ? undefined : items.map((own) => itemOf(data, own));
}

/** The items that the rule reads or writes: those of a field's name, and those that are always there. */
export function claimedItems(data: EntryRule): ValuePredicate {
  const names = new Set<JsonValue | undefined>([...namesOf(data), ...filledNames(data)]);
  const { name = "name" } = data;
  return (item) => isObject(item) && names.has(member(item, name));
}

/** The names of the fields. */
export function namesOf({ from, to }: EntryRule): readonly string[] {
  return Object.keys(typeof from === "string" ? to : from);
}

function itemsByName(
  list: JsonValue,
  name: string,
  run: ConversionRun,
): ReadonlyMap<string, JsonObject> | Unparsable {
  if (!isArray(list) || isLate(run, list.length)) return unparsable;
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
