import { annotationsOf } from "../conversion/convert-object.ts";
import { stashFor } from "../converter/stash/stash.ts";
import { preparedValidators } from "../crd/validator/object-validator.ts";
import { admits, itemNode, memberNode, type SchemaNode } from "../lens/language/schema-node.ts";
import { firstAddress } from "../lens/place/address.ts";
import { changesIn, type ObjectPath, valueAtObjectPath } from "../lens/place/object-path.ts";
import type { ReviewObject } from "../protocol/conversion-review.ts";
import { bodySchema } from "./body-schema.ts";
import { bodyOf } from "./samples/objects.ts";
import type { Pair } from "./subject.ts";

/**
 * True where the returned object differs only in fields that its schema does not declare, or in values that the schema
 * refuses and that are held back in annotations: an invalid value must not come out of an annotation, and nothing is
 * lost. A server in between may have pruned the converted value.
 */
export function differsByHeldBack(
  { subject, from, to }: Pair,
  before: ReviewObject,
  returned: ReviewObject,
  server: "not between" | "between",
): boolean {
  const { group, crd } = subject.kind;
  const schema = crd.versions.find(({ name }) => name === from.name)?.schema;
  const isRefused =
    !admits(bodySchema(from.schema), bodyOf(before)) ||
    (schema !== undefined && preparedValidators.of(schema)?.everyFault(before).length !== 0);
  if (!isRefused) return false;
  const annotations = annotationsOf(returned);
  const heldFor = (version: string): readonly ObjectPath[] =>
    stashFor(group, version)
      .read(annotations)
      .entries.flatMap(({ address }) => placesOf(address));
  if (subject.steps(from.name, to.name).length > 1) {
    return subject.kind.versions.some((version) => heldFor(version).length > 0);
  }
  const held = heldFor(from.name);
  const root = bodySchema(from.schema);
  const isPruned = (place: ObjectPath): boolean => {
    const value = valueAtObjectPath(bodyOf(before), place);
    return server === "between" && value !== undefined && !admits(nodeOf(root, place), value);
  };
  return changesIn(bodyOf(before), bodyOf(returned)).every(
    (place) =>
      nodeOf(root, place) === "none" ||
      isPruned(place) ||
      held.some((other) => isRelated(keysOf(place), other)),
  );
}

/** The schema node at a place in an object. */
function nodeOf(root: SchemaNode, place: ObjectPath): SchemaNode {
  return place.reduce<SchemaNode>(
    (node, step) => (typeof step === "string" ? memberNode(node, step) : itemNode(node)),
    root,
  );
}

/** The places that an address names, up to the first list. */
function placesOf(address: string): readonly ObjectPath[] {
  const first = firstAddress(address);
  if (first === undefined) return [];
  const end = first.steps.findIndex(({ type }) => type !== "key");
  const keys = end < 0 ? first.steps : first.steps.slice(0, end);
  return [keys.flatMap((step) => (step.type === "key" ? [step.key] : []))];
}

function keysOf(place: ObjectPath): ObjectPath {
  const end = place.findIndex((step) => typeof step === "number");
  return end < 0 ? place : place.slice(0, end);
}

function isRelated(one: ObjectPath, other: ObjectPath): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.every((step, at) => long[at] === step);
}
