import { otherSide, type Side, sides } from "../../../converter/side.ts";
import { equal } from "../../../json/equal.ts";
import { isArray, isObject, type JsonObject, type JsonValue, member } from "../../../json/value.ts";
import {
  eachItem,
  type Path,
  parsePath,
  pathText,
  startsWith,
} from "../../../lens/language/path.ts";
import { seededSource } from "../../draw/draw.ts";
import type { FieldFlow, FieldFlows } from "../field-flows.ts";
import { bodyWith } from "../fresh-bodies.ts";
import { valuesAtPlace } from "../leaf-values.ts";
import type { LearnedVersions } from "../learned-versions.ts";
import { declaredBody, observeBodies } from "../observed-bodies.ts";
import type { JointCandidate, JointRuleBuilder } from "./joint-candidate.ts";

/** `entry` rules for each list whose items have the values of fields of the other version, each with a name. */
export function entryCandidates(
  versions: LearnedVersions,
  flows: FieldFlows,
): readonly JointCandidate[] {
  return sides.flatMap((side) =>
    [...fieldsByList(flows, side)].flatMap(([text, own]) => {
      const list = versions[otherSide(side)].places.get(text);
      const entries =
        list?.form === "list"
          ? entriesIn(versions, side, { list: list.path, flows: own })
          : undefined;
      const candidate = entries === undefined ? undefined : candidateOf(side, entries);
      return candidate === undefined ? [] : [candidate];
    }),
  );
}

/** Key: the path of a list of the other version. Value: the fields of the version `side` that change only the list's items. */
function fieldsByList(flows: FieldFlows, side: Side): ReadonlyMap<string, readonly FieldFlow[]> {
  const inItems = [...flows[side].values()].flatMap((flow) => {
    const [first = [], ...others] = [...flow.targets].map((text) => parsePath(text) ?? []);
    const list = first.slice(0, Math.max(0, first.lastIndexOf(eachItem)));
    const isInItems = (path: Path): boolean => startsWith(path, [...list, eachItem]);
    const isDeeper = flow.place.path.includes(eachItem);
    if (list.length === 0 || isDeeper || ![first, ...others].every(isInItems)) return [];
    return [{ flow, list: pathText(list) }];
  });
  const groups = Map.groupBy(inItems, ({ list }) => list);
  return new Map([...groups].map(([list, group]) => [list, group.map(({ flow }) => flow)]));
}

/** A list whose items are converted from fields of the other version. */
interface EntryList extends Omit<OwnItem, "name"> {
  readonly list: Path;
  /** The path of each field by the name of its item, in the order of the items. */
  readonly fields: ReadonlyMap<string, Path>;
  /** The names of the items that exist without their field, if any do. */
  readonly always: readonly string[];
  /** The further members of the items, by name. */
  readonly members: Readonly<Record<string, JsonObject>>;
}

/** A field of the other version, and the converted list for each object in which the field was tried alone. */
interface EntryField extends OwnItem {
  readonly path: Path;
  readonly lists: readonly (readonly JsonObject[])[];
}

function entriesIn(
  versions: LearnedVersions,
  side: Side,
  { list, flows }: { readonly list: Path; readonly flows: readonly FieldFlow[] },
): EntryList | undefined {
  const itemsOf = (converted: JsonObject | undefined): readonly JsonObject[] =>
    converted === undefined
      ? []
      : itemsAt(declaredBody(converted, versions[otherSide(side)]), list);
  const own = flows.flatMap(({ place, trials }): readonly EntryField[] => {
    const lists = trials.map(({ converted }) => itemsOf(converted));
    const found = ownItem(trials.map(({ value }, index) => ({ value, items: lists[index] ?? [] })));
    return found === undefined ? [] : [{ path: place.path, lists, ...found }];
  });
  const [first] = own;
  if (first === undefined || own.length < flows.length) return undefined;
  const { nameMember, valueMember } = first;
  const paths = own.map(({ path }) => path);
  const whole = bodyWith(versions, side, { paths, source: seededSource(29) });
  const observed = whole === undefined ? [] : observeBodies(versions, side, [whole]);
  const items = observed.flatMap(({ converted }) => itemsOf(converted));
  const names = items.map((item) => String(member(item, nameMember)));
  return {
    ...{ list, nameMember, valueMember },
    fields: new Map(
      names.flatMap((name) =>
        own.flatMap((field) => (field.name === name ? [[name, field.path] as const] : [])),
      ),
    ),
    always: names.filter((name) => own.some((field) => isBeside(field, name))),
    members: Object.fromEntries(
      items.flatMap((item, index) => {
        const { [nameMember]: _, [valueMember]: __, ...more } = item;
        return Object.keys(more).length === 0 ? [] : [[names[index] ?? "", more] as const];
      }),
    ),
  };
}

/** True if the list for each trial of a field has an item of this name, and it is not the field's item. */
function isBeside({ name: own, nameMember, lists }: EntryField, name: string): boolean {
  const hasName = (item: JsonObject): boolean => member(item, nameMember) === name;
  return own !== name && lists.every((items) => items.some(hasName));
}

function itemsAt(body: JsonObject, list: Path): readonly JsonObject[] {
  const [items] = valuesAtPlace(body, list);
  return isArray(items) ? items.filter(isObject) : [];
}

/** The item that a field is converted to: the members that hold a name and the field's value, and this name. */
interface OwnItem {
  readonly nameMember: string;
  readonly valueMember: string;
  readonly name: string;
}

/** The item that has the tried value in the list of each trial, and the same text in another member; undefined for none. */
function ownItem(
  lists: readonly { readonly value: JsonValue; readonly items: readonly JsonObject[] }[],
): OwnItem | undefined {
  const [first, ...others] = lists;
  for (const item of first?.items ?? []) {
    const [valueMember] = Object.entries(item).find(([, each]) => equal(each, first?.value)) ?? [];
    if (valueMember === undefined) continue;
    for (const [nameMember, name] of Object.entries(item)) {
      if (nameMember === valueMember || typeof name !== "string") continue;
      const isOwn = others.every(({ value, items }) =>
        items.some(
          (each) => member(each, nameMember) === name && equal(member(each, valueMember), value),
        ),
      );
      if (isOwn) return { nameMember, valueMember, name };
    }
  }
  return undefined;
}

function candidateOf(
  side: Side,
  { list, nameMember, valueMember, fields, always, members }: EntryList,
): JointCandidate | undefined {
  const names = [...fields.keys()];
  const [first, ...more] = fields.values();
  if (first === undefined) return undefined;
  const opposite = otherSide(side);
  const ruleAt: JointRuleBuilder = (texts) => {
    const named = Object.fromEntries(names.map((name, index) => [name, texts[side][index] ?? ""]));
    const [single = ""] = texts[opposite];
    return {
      op: "entry",
      ...(side === "from" ? { from: named, to: single } : { from: single, to: named }),
      ...(nameMember !== "name" && { name: nameMember }),
      ...(valueMember !== "value" && { value: valueMember }),
      ...(Object.keys(members).length > 0 && { members }),
      ...(always.length > 0 && { fill: { [opposite]: { value: always } } }),
    };
  };
  const ends = { [side]: [first, ...more], [opposite]: [list] };
  return { paths: { from: [first], to: [list], ...ends }, rules: [ruleAt] };
}
