import type { JsonObject } from "../../json/value.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import { applyEdit } from "../apply-edit.ts";
import type { DrawState } from "../draw/draw.ts";
import { drawEdit } from "../edit.ts";

interface EditConditions {
  readonly schema: Structural;
  readonly isValid: (body: JsonObject) => boolean;
}

/**
 * The most edits of a seed (the body of a sample or example). The number is a choice: several edits can meet in one rule, and
 * with more an object would no longer resemble its sample.
 */
const maxEdits = 4;

/** A valid body after one to four random edits. Edits that would make it invalid are left out. */
export function editedBody(
  seed: JsonObject,
  { schema, isValid }: EditConditions,
  draw: DrawState,
): JsonObject {
  let body = seed;
  for (let left = draw.int(1, maxEdits); left > 0; left--) {
    const edit = drawEdit(body, schema, draw);
    const edited = edit === undefined ? undefined : applyEdit(body, edit);
    if (edited !== undefined && isValid(edited)) body = edited;
  }
  return body;
}
