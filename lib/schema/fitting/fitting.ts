import { assertDefined } from "../../json/invariant.ts";
import {
  assign,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from "../../json/value.ts";
import {
  eachItem,
  eachValue,
  type SchemaPath,
  type SchemaStep,
} from "../constraint/schema-path.ts";
import { validateEmbeddedResources } from "../metadata/embedded-resources.ts";
import { keepsNull } from "../pruning/nulls.ts";
import { isMetaField } from "../pruning/prune.ts";
import type { Structural } from "../structural/structural.ts";
import { isUniqueList } from "../validation/list-types.ts";
import type { ValidationNode } from "../validation/schema-node.ts";
import type { FittedMembers, TrimToSchema } from "../validation/validators.ts";
import { isValid } from "../validation/value-check.ts";

/** The two forms of one schema: `node` is compiled for validation, `structural` is the structural form. */
interface Forms {
  readonly node: ValidationNode;
  readonly structural: Structural;
}

/**
 * Returns a function that reduces a value to what the schema allows at a path: it removes members that are undeclared
 * or invalid. That function returns undefined if the rest is still invalid: a wrong type, a list with an invalid item,
 * or a map that lacks a required member without a default or a member that `members` says must be there. Rules
 * (`x-kubernetes-validations`) are not checked. `fittingAt` itself returns undefined if the schema does not have the path.
 */
export function fittingAt(
  root: Forms,
  path: SchemaPath,
  members: FittedMembers,
): TrimToSchema | undefined {
  const forms = path.reduce<Forms | undefined>((at, step) => at && formsBelow(at, step), root);
  if (forms === undefined) return undefined;
  const at = path.reduce<Place | undefined>(
    (outer, step) => ({ outer, key: step, step }),
    undefined,
  );
  const trim = fittingOf(forms, members);
  return (value) => trim(value, at);
}

/** The path of a value, as a linked list from its last step to its first step; undefined for the root. */
interface Place {
  readonly outer: Place | undefined;
  /** Like `step`, but in a map with arbitrary keys the member's own key, if it is known. */
  readonly key: SchemaStep;
  /** The step in the schema. */
  readonly step: SchemaStep;
}

/** Like {@link TrimToSchema}, for any value with one schema. */
type TrimAt = (value: JsonValue, at: Place | undefined) => JsonValue | undefined;

/** True if a test is true for the path of member `key` at a place: with the keys of the object, or as a path in the schema. */
function isNamed(test: (path: SchemaPath) => boolean, at: Place | undefined, key: string): boolean {
  const [keys, steps]: [SchemaStep[], SchemaStep[]] = [[key], [key]];
  for (let place = at; place !== undefined; place = place.outer) {
    keys.push(place.key);
    steps.push(place.step);
  }
  return test(keys.reverse()) || test(steps.reverse());
}

function formsBelow({ node, structural }: Forms, step: SchemaStep): Forms | undefined {
  const { items, additionalProperties } = structural;
  if (step === eachItem) return formsOf(node.items, items);
  const others = formsOf(node.additionalProperties, additionalProperties);
  if (step === eachValue) return others;
  const declared = structural.properties?.get(step);
  return declared === undefined ? others : formsOf(node.properties.get(step), declared);
}

function formsOf(
  node: ValidationNode | false | undefined,
  structural: Structural | boolean | undefined,
): Forms | undefined {
  const isDeclared = typeof structural === "object" && typeof node === "object";
  return isDeclared ? { node, structural } : undefined;
}

function fittingOf(forms: Forms, members: FittedMembers): TrimAt {
  const { properties } = forms.structural;
  // A cache by step of the schema: by key it could grow without limit, because a map may have any keys.
  const below = new Map<SchemaStep, PartFitting | undefined>();
  const fittingBelow: FittingBelow = (key) => {
    const step: SchemaStep =
      typeof key === "string" && properties?.has(key) !== true ? eachValue : key;
    const known = below.get(step);
    if (known !== undefined || below.has(step)) return known;
    const inner = formsBelow(forms, step);
    const made: PartFitting | undefined = inner && { step, trim: fittingOf(inner, members) };
    below.set(step, made);
    return made;
  };
  const takes = ownTest(forms);
  const required = members.mayBeIncomplete ? [] : requiredOf(forms);
  const lacksRequired = (left: JsonObject, given: JsonObject, at: Place | undefined): boolean =>
    required.some(
      (key) =>
        !Object.hasOwn(left, key) &&
        (Object.hasOwn(given, key) || !isNamed(members.mayLack, at, key)),
    );
  const lacksOther = (left: JsonObject, given: JsonObject, at: Place | undefined): boolean =>
    left !== given &&
    Object.keys(given).some(
      (key) => !Object.hasOwn(left, key) && isNamed(members.mustStay, at, key),
    );
  return (value, at) => {
    const left = withoutRefused(value, forms, fittingBelow, at);
    if (left === undefined || !takes(left)) return undefined;
    if (!isObject(left) || !isObject(value)) return left;
    return lacksRequired(left, value, at) || lacksOther(left, value, at) ? undefined : left;
  };
}

/** The required members for which the schema has no default. */
function requiredOf({ structural: { validation, properties } }: Forms): readonly string[] {
  const required = validation?.required ?? [];
  return required.filter((key) => properties?.get(key)?.default === undefined);
}

/** Returns a test of the constraints that a schema declares itself, without those of its members and items. */
function ownTest({ node, structural }: Forms): (value: JsonValue) => boolean {
  const { properties: _, items: __, additionalProperties: ___, ...own } = structural;
  const shallow: ValidationNode = {
    ...node,
    items: undefined,
    properties: new Map(),
    additionalProperties: undefined,
    required: [],
  };
  const isResource = (value: JsonValue): boolean =>
    validateEmbeddedResources(value, own, { isResourceRoot: false }).length === 0;
  return (value) =>
    isValid(shallow, value) &&
    (!isArray(value) || isUniqueList(value, structural)) &&
    (!structural.x.embeddedResource || isResource(value));
}

/** The function that trims a member or an item, and the step in the schema that leads to it. */
interface PartFitting {
  readonly step: SchemaStep;
  readonly trim: TrimAt;
}

/** Returns how to trim the member with a key, or the items (`eachItem`); undefined if the schema does not have them. */
type FittingBelow = (key: SchemaStep) => PartFitting | undefined;

/** The value without its invalid members; undefined if it is a list with an invalid item. */
function withoutRefused(
  value: JsonValue,
  { structural }: Forms,
  fitting: FittingBelow,
  at: Place | undefined,
): JsonValue | undefined {
  if (isArray(value)) return fittedList(value, fitting(eachItem), at);
  return isObject(value) ? fittedMap(value, structural, fitting, at) : value;
}

function fittedList(
  list: readonly JsonValue[],
  inItems: PartFitting | undefined,
  outer: Place | undefined,
): JsonValue | undefined {
  if (inItems === undefined) return list;
  const at: Place = { outer, key: eachItem, step: eachItem };
  let fittedItems: JsonValue[] | undefined;
  for (const [index, item] of list.entries()) {
    const fitted = inItems.trim(item, at);
    if (fitted === undefined) return undefined;
    if (fitted !== item) fittedItems ??= list.slice(0, index);
    fittedItems?.push(fitted);
  }
  return fittedItems ?? list;
}

function fittedMap(
  map: JsonObject,
  { x, properties, additionalProperties }: Structural,
  fitting: FittingBelow,
  outer: Place | undefined,
): JsonObject {
  const keepsUnknown = x.preserveUnknownFields || typeof additionalProperties === "boolean";
  const others = typeof additionalProperties === "object" ? additionalProperties : undefined;
  let fitted: MutableJsonObject | undefined;
  for (const key of Object.keys(map)) {
    const value = assertDefined(map[key], "an own key has a value");
    const inMember = fitting(key);
    const isKept = keepsUnknown || (x.embeddedResource && isMetaField(key));
    const untyped = isKept ? value : undefined;
    const fits = inMember ? inMember.trim(value, { outer, key, step: inMember.step }) : untyped;
    const declared = properties?.get(key) ?? others;
    const own = value === null && declared && !keepsNull(declared) ? undefined : fits;
    if (own === value) continue;
    fitted ??= { ...map };
    if (own === undefined) delete fitted[key];
    else assign(fitted, key, own);
  }
  return fitted ?? map;
}
