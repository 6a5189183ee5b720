import { annotationsOf } from "../conversion/convert-object.ts";
import { stashFor } from "../converter/stash/stash.ts";
import { objectValidators } from "../crd/validator/object-validators.ts";
import type { JsonObject } from "../json/value.ts";
import {
  declaresValue,
  itemNode,
  memberNode,
  type SchemaNode,
} from "../lens/language/schema-node.ts";
import { firstAddress } from "../lens/place/address.ts";
import { type ObjectPath, valueAtObjectPath } from "../lens/place/object-path.ts";
import type { ReviewObject } from "../protocol/conversion-review.ts";
import type { FieldError } from "../schema/field-error/field-error.ts";
import { pathOfFault } from "../schema/validation/path-of-field.ts";
import { bodySchema } from "./body-schema.ts";
import { bodyOf } from "./samples/object-body.ts";
import type { Direction } from "./subject.ts";

/** An object before and after a round trip. */
interface ReturnedObject {
  readonly before: ReviewObject;
  readonly returned: ReviewObject;
  /** True if a server may have pruned the converted object before it was converted back. */
  readonly isPruned: boolean;
}

/**
 * Returns a function that tells whether a path of `before` (in body, labels or annotations) may differ in `returned`. It may if
 * the schema of `from` does not declare the path (with `isPruned`: or the value), or if an annotation holds the value back because
 * that schema refuses this value or another one that is held back. An invalid value must not be restored from an annotation, and
 * all values that one rule writes are held back together.
 */
export function heldBackTest(
  { subject, from, to }: Direction,
  { before, returned, isPruned }: ReturnedObject,
): (place: ObjectPath) => boolean {
  const { group, crd, gone = [] } = subject.kind;
  const root = bodySchema(from.schema);
  const body = bodyOf(before);
  const isDeclared = (place: ObjectPath): boolean => {
    const value = valueAtObjectPath(body, place);
    return value === undefined || declaresValue(nodeOf(root, place), value);
  };
  const annotations = annotationsOf(returned);
  const heldFor = (version: string): readonly ObjectPath[] =>
    stashFor(group, version)
      .read(annotations)
      .entries.flatMap(({ address }) => placesOf(address));
  const isOneStep = subject.steps(from.name, to.name).length === 1;
  const held = isOneStep ? heldFor(from.name) : subject.kind.versions.flatMap(heldFor);
  const schema = [...crd.versions, ...gone].find(({ name }) => name === from.name)?.schema;
  const faults = (schema && objectValidators.of(schema)?.everyFault(before)) ?? [];
  const faulty = faults.map((fault) => stepsBeforeList(refusedPlace(before, fault)));
  const isRefused = (place: ObjectPath): boolean =>
    !isDeclared(place) || faulty.some((fault) => isRelated(stepsBeforeList(place), fault));
  const isAnyRefused = held.some(isRefused);
  return (place) => {
    if (place[0] === "metadata") return isAnyRefused && held.some((each) => isRelated(place, each));
    if (nodeOf(root, place) === "none" || (isPruned && !isDeclared(place))) return true;
    if (!isAnyRefused && !isRefused(place)) return false;
    return held.some((other) => !isOneStep || isRelated(stepsBeforeList(place), other));
  };
}

/** The path of the refused value; for a missing member, the path of the map that lacks it. */
function refusedPlace(object: JsonObject, { type, field }: FieldError): ObjectPath {
  const place = pathOfFault(object, field);
  return type === "FieldValueRequired" ? place.slice(0, -1) : place;
}

/** The schema node for a path in an object. */
function nodeOf(root: SchemaNode, place: ObjectPath): SchemaNode {
  return place.reduce<SchemaNode>(
    (node, step) => (typeof step === "string" ? memberNode(node, step) : itemNode(node)),
    root,
  );
}

/** The path in an object that the address of a preserved value names, cut at the first list; empty for a malformed address. */
function placesOf(address: string): readonly ObjectPath[] {
  const first = firstAddress(address);
  if (first === undefined) return [];
  const end = first.steps.findIndex(({ type }) => type !== "key");
  const keys = end < 0 ? first.steps : first.steps.slice(0, end);
  return [keys.flatMap((step) => (step.type === "key" ? [step.key] : []))];
}

function stepsBeforeList(place: ObjectPath): ObjectPath {
  const end = place.findIndex((step) => typeof step === "number");
  return end < 0 ? place : place.slice(0, end);
}

function isRelated(one: ObjectPath, other: ObjectPath): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.every((step, at) => long[at] === step);
}
