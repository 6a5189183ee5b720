import type { JsonObject } from "../../json/value.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import { applyEdit } from "../../verify/apply-edit.ts";
import { isValidBody } from "../../verify/body-schema.ts";
import { DrawState, seededSource } from "../../verify/draw/draw.ts";
import { drawEdit } from "../../verify/edit.ts";

/**
 * The most edits that are tried on a body. The number is a choice: enough to meet a few CEL rules by chance, and few enough
 * that a draft is not delayed if no edit helps.
 */
const maxEdits = 400;

/**
 * A body without faults that the schema allows; undefined if none was found. A valid body is edited, and each edit that does not
 * add faults is kept. The seed is fixed, so the result is always the same. `faults` counts what is wrong with a body apart from
 * its schema, such as CEL rules that it violates.
 */
export function repairedBody(
  start: JsonObject,
  schema: Structural,
  faults: (body: JsonObject) => number,
): JsonObject | undefined {
  const draw = new DrawState(seededSource(6));
  let [body, broken] = [start, faults(start)];
  for (let left = maxEdits; left > 0 && broken > 0; left--) {
    const edit = drawEdit(body, schema, draw);
    const edited = edit === undefined ? undefined : applyEdit(body, edit);
    if (edited === undefined || !isValidBody(edited, schema)) continue;
    const count = faults(edited);
    if (count <= broken) [body, broken] = [edited, count];
  }
  return broken === 0 ? body : undefined;
}
