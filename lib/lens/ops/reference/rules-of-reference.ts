import { otherSide, type Side, sides } from "../../../converter/side.ts";
import { isObject } from "../../../json/value.ts";
import type { AbsenceModifiers, Fill } from "../../language/absence.ts";
import { pathText } from "../../language/path.ts";
import type { AtRule, MoveRule, ReferenceRule, RuleData } from "../../language/rule.ts";
import { type SchemaNode, type SchemaPair, valueNode } from "../../language/schema-node.ts";
import { declaresMember } from "../orientation.ts";

/** The members that identify the referenced object. They are not preserved just because one version lacks them. */
const identifying: ReadonlySet<string> = new Set([
  "apiVersion",
  "apiGroup",
  "group",
  "kind",
  "name",
]);

/** The members of an ObjectReference, if the version with apiVersion allows any member. */
const objectReference = "apiVersion kind name namespace uid resourceVersion fieldPath".split(" ");

/** A reference, with the members that the two schemas declare. */
interface Reference {
  readonly data: ReferenceRule;
  /** The version that has apiVersion, if the other has only the group. */
  readonly first: Side;
  /** The member that holds the group in the other version. */
  readonly group: string;
  readonly members: Readonly<Record<Side, readonly string[]>>;
}

/**
 * The rules for the members of a reference: the apiVersion and the group, if one version has the first and the other the second,
 * and a `keep` for every member that only one version has and that is not in {@link identifying}. The values that it preserves
 * are discarded when the reference changes in the other version, since they belong to one referenced object. A `fill` that is a
 * map fills in each of its members that is absent or "".
 */
export function rulesOfReference(data: ReferenceRule, schemas: SchemaPair): MoveRule | AtRule {
  const reference = referenceIn(data, schemas);
  const { from, to, fail, at } = data;
  const own = {
    from,
    to,
    ...containerModifiers(data),
    ...(at !== undefined && { at }),
    macro: data,
    rules: memberRules(reference).map((rule) => ({
      ...rule,
      ...(fail !== undefined && rule.op === "group" && { fail }),
      ...(at !== undefined && { at }),
    })),
  };
  return from === to ? { op: "at", ...own } : { op: "move", ...own };
}

function referenceIn(data: ReferenceRule, schemas: SchemaPair): Reference {
  const first = firstSide(data, schemas);
  const second = otherSide(first);
  const known = ["apiGroup", "group"].find((key) => declaresMember(schemas[second], key));
  const group = data.group ?? known ?? "apiGroup";
  const firstMembers = declaredMemberNames(schemas[first]) ?? objectReference;
  const secondMembers = declaredMemberNames(schemas[second]) ?? [group, "kind", "name"];
  const members =
    first === "from"
      ? { from: firstMembers, to: secondMembers }
      : { from: secondMembers, to: firstMembers };
  return { data, first, group, members };
}

/** The version with the apiVersion, as the schemas show, or else as `inverted` says. */
function firstSide({ inverted = false, group }: ReferenceRule, schemas: SchemaPair): Side {
  const groups = group === undefined ? ["apiGroup", "group"] : [group];
  for (const side of sides) {
    const [thisSchema, otherSchema] = [schemas[side], schemas[otherSide(side)]];
    if (declaresMember(thisSchema, "apiVersion") && !declaresMember(otherSchema, "apiVersion"))
      return side;
    const hasGroup =
      groups.some((key) => declaresMember(otherSchema, key)) &&
      !declaresMember(otherSchema, "apiVersion");
    if (hasGroup && declaredMemberNames(thisSchema) === undefined) return side;
  }
  return inverted ? "to" : "from";
}

/** The members that a schema declares; undefined if it allows any. */
function declaredMemberNames(node: SchemaNode): readonly string[] | undefined {
  if (node === "free") return undefined;
  if (node === "none") return [];
  if (node.properties === undefined && valueNode(node) === "free") return undefined;
  return [...(node.properties?.keys() ?? [])];
}

function memberRules(reference: Reference): readonly RuleData[] {
  const { data, first, group, members } = reference;
  const second = otherSide(first);
  const names = new Set([...members.from, ...members.to, ...sides.flatMap(filledIn(data))]);
  const isGrouped =
    members[first].includes("apiVersion") &&
    !members[second].includes("apiVersion") &&
    (members[second].includes(group) || data.group !== undefined) &&
    !members[first].includes(group);
  const grouped = isGrouped ? [groupRule(reference)] : [];
  const others = [...names].filter(
    (name) => !isGrouped || (name !== "apiVersion" && name !== group),
  );
  if (data.namespace === "own") others.push(...(names.has("namespace") ? [] : ["namespace"]));
  return [...grouped, ...others.flatMap((name) => memberRule(reference, name) ?? [])];
}

/** Returns a function for the members in the rule's `fill` for a version. */
function filledIn(data: ReferenceRule): (side: Side) => readonly string[] {
  return (side) => {
    const value = memberFills(data.fill?.[side]);
    return value === undefined ? [] : Object.keys(value);
  };
}

/** The members to fill in one by one: a `fill` that is a map, without `where` and `returns`. Else undefined. */
function memberFills(fill: Fill | undefined) {
  const { value, where, returns } = fill ?? {};
  return isObject(value) && where === undefined && returns === undefined ? value : undefined;
}

function groupRule({ data, first, group }: Reference): RuleData {
  const { versions, version } = data;
  const [firstPath, secondPath] = [pathText(["apiVersion"]), pathText([group])];
  const onFirst = modifiersFor(data, first, "apiVersion");
  const onSecond = modifiersFor(data, otherSide(first), group);
  return {
    op: "group",
    ...(first === "from"
      ? { from: firstPath, to: secondPath }
      : { from: secondPath, to: firstPath }),
    inverted: first === "to",
    // A preserved version belongs to one kind and object: it is discarded when the reference changes.
    beside: ".",
    ...(versions !== undefined && { versions }),
    ...(version !== undefined && { version }),
    ...joinedModifiers(onFirst, onSecond),
  };
}

/** The rule for a member other than the apiVersion and group of a grouped reference; undefined if it needs none. */
function memberRule({ data, first, members }: Reference, name: string): RuleData | undefined {
  const path = pathText([name]);
  const modifiers = joinedModifiers(
    modifiersFor(data, "from", name),
    modifiersFor(data, "to", name),
  );
  const isFilled = Object.keys(modifiers).length > 0;
  const isOwn = name === "namespace" && data.namespace === "own";
  const owners = sides.filter((side) => members[side].includes(name));
  const [owner = isOwn ? first : filledSide(data, name), ...others] = owners;
  if (others.length > 0) {
    return isFilled ? { op: "at", from: path, to: path, ...modifiers } : undefined;
  }
  if (identifying.has(name) && !isFilled) return undefined;
  const read: AbsenceModifiers = { fill: { [owner]: { read: "$.metadata.namespace" } } };
  return {
    op: "keep",
    ...(owner === "from" ? { from: path } : { to: path }),
    beside: ".",
    ...(isOwn && !isFilled ? read : modifiers),
  };
}

function filledSide(data: ReferenceRule, name: string): Side {
  return sides.find((side) => filledIn(data)(side).includes(name)) ?? "from";
}

/** The `fill` and `omit` of a member in a version: it is filled in if it is absent or "". */
function modifiersFor(data: ReferenceRule, side: Side, name: string): AbsenceModifiers {
  const fills = memberFills(data.fill?.[side]);
  const value = fills === undefined || !Object.hasOwn(fills, name) ? undefined : fills[name];
  return value === undefined
    ? {}
    : { fill: { [side]: { value } }, omit: { [side]: { equals: "" } } };
}

function joinedModifiers(one: AbsenceModifiers, other: AbsenceModifiers): AbsenceModifiers {
  const [fill, omit] = [
    { ...one.fill, ...other.fill },
    { ...one.omit, ...other.omit },
  ];
  return Object.keys(fill).length === 0 ? {} : { fill, omit };
}

/** The `fill`, `omit` and `beside` that are about the reference as a whole. */
function containerModifiers({ fill = {}, omit, beside }: ReferenceRule) {
  const whole = sides.flatMap((side) => {
    const own = fill[side];
    return own === undefined || memberFills(own) !== undefined ? [] : [[side, own] as const];
  });
  return {
    ...(whole.length > 0 && { fill: Object.fromEntries(whole) }),
    ...(omit !== undefined && { omit }),
    ...(beside !== undefined && { beside }),
  };
}
