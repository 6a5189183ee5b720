import fc from "fast-check";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import { applyEdits, type BodyEdit } from "../apply-edit.ts";
import { bodySchema } from "../body-schema.ts";
import { DrawState, seededSource } from "../draw/draw.ts";
import { DrawnArbitrary } from "../draw/drawn-arbitrary.ts";
import { smallerMaps } from "../draw/smaller.ts";
import { drawEdits, fewerEdits } from "../edit.ts";
import type { ObjectChange } from "../object-change.ts";
import { prunedAndDefaulted } from "../pruned-and-defaulted.ts";
import { type PlacedLiteral, ruleLiterals } from "../rules/rule-literals.ts";
import { bodyWithValue } from "../rules/set-value.ts";
import { type Direction, oppositeDirection } from "../subject.ts";
import { bodyOf, objectOf, withBody } from "./object-body.ts";
import { isValidObject } from "./valid-object.ts";

/** An object at the source version, and edits of the converted object. */
export interface EditedObject {
  readonly object: ReviewObject;
  readonly edits: readonly BodyEdit[];
}

/** Objects at the source version, each with edits of its converted object; without edits if the conversion fails. */
export function editedObjects(
  pair: Direction,
  objects: DrawnArbitrary<ReviewObject>,
): DrawnArbitrary<EditedObject> {
  return new DrawnArbitrary<EditedObject>({
    first: () => [...firstEdits(pair, objects.first), ...deletions(pair, objects)],
    make: (random) => drawnEdits(pair, objects.generate(random).value, new DrawState(random)),
    *smaller({ object, edits }) {
      for (const fewer of fewerEdits(edits)) yield { object, edits: fewer };
      const mustBeValid = isValidObject(object, pair);
      for (const body of smallerMaps(bodyOf(object))) {
        const less = withBody(object, body);
        if (!mustBeValid || isValidObject(less, pair)) yield { object: less, edits };
      }
    },
    change: ({ object, edits }, change) => ({
      object: change.object(object),
      edits: changeEditPaths(edits, change),
    }),
  });
}

/** Changes the names in the paths of edits as in their object. The edits' values stay: they do not come from the object. */
export function changeEditPaths(
  edits: readonly BodyEdit[],
  { key }: ObjectChange,
): readonly BodyEdit[] {
  return edits.map((edit) => ({
    ...edit,
    at: edit.at.map((step) => (typeof step === "string" ? key(step) : step)),
  }));
}

function drawnEdits(
  { subject, to }: Direction,
  object: ReviewObject,
  draw: DrawState,
): EditedObject {
  const converted = subject.convert(object, to.name);
  if (converted.type !== "converted") return { object, edits: [] };
  return { object, edits: drawEdits(bodyOf(converted.object), bodySchema(to.schema), draw).edits };
}

/** The objects to try first, each with drawn edits; and objects with an edit that sets a value which a rule names. */
function firstEdits(pair: Direction, objects: readonly ReviewObject[]): readonly EditedObject[] {
  const draw = new DrawState(seededSource(5));
  const plain = objects.map((object) => drawnEdits(pair, object, draw));
  const own = ruleLiterals(oppositeDirection(pair)).flatMap(
    (placed, index): readonly EditedObject[] => {
      const object = objects[index % objects.length] ?? objectOf(pair.subject, pair.from, {});
      const edit = editSettingValue(pair, object, placed, draw);
      return edit === undefined ? [] : [{ object, edits: [edit] }];
    },
  );
  return [...plain, ...own];
}

/**
 * The number of objects of which each top-level member is deleted in turn. The number is a choice: an effect of a missing
 * member shows in most objects, and each member of each object takes a conversion.
 */
const deletedFrom = 4;

/**
 * For a webhook: objects with an edit that deletes a top-level member, such as the whole spec. Random edits rarely do so, and a
 * conversion that restores preserved values may take the member for granted.
 */
function deletions(
  pair: Direction,
  objects: DrawnArbitrary<ReviewObject>,
): readonly EditedObject[] {
  const { subject, to } = pair;
  if (subject.blackBox === undefined) return [];
  return fc.sample(objects, { seed: 5, numRuns: deletedFrom }).flatMap((object) => {
    const converted = subject.convert(object, to.name);
    const members = converted.type === "converted" ? Object.keys(bodyOf(converted.object)) : [];
    return members.map((name) => ({ object, edits: [{ what: "delete", at: [name] }] as const }));
  });
}

/** The edit of a converted object that sets a value which a rule names; undefined if it can't be set. */
function editSettingValue(
  { subject, to }: Direction,
  object: ReviewObject,
  { path, value }: PlacedLiteral,
  draw: DrawState,
): BodyEdit | undefined {
  const converted = subject.convert(object, to.name);
  const [member] = path;
  if (converted.type !== "converted" || typeof member !== "string") return undefined;
  const body = bodyOf(converted.object);
  const changed = bodyWithValue(body, { schema: bodySchema(to.schema), path, value }, draw);
  const whole = changed?.[member];
  if (whole === undefined) return undefined;
  return { what: Object.hasOwn(body, member) ? "set" : "insert", at: [member], value: whole };
}

/**
 * A converted object after edits; undefined if {@link applyEdits} can't apply one. For a webhook: the edited object as the server
 * stores it, and undefined also if the server refuses it.
 */
export function objectAfterEdits(
  { subject, to }: Direction,
  converted: ReviewObject,
  edits: readonly BodyEdit[],
): ReviewObject | undefined {
  const body = applyEdits(bodyOf(converted), edits);
  const changed = body === undefined ? undefined : withBody(converted, body);
  if (changed === undefined || subject.blackBox === undefined) return changed;
  return isValidObject(changed, { subject, from: to })
    ? prunedAndDefaulted(changed, to)
    : undefined;
}
