import type { JsonObject } from "../../json/value.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import { applyEdit } from "../apply-edit.ts";
import type { DrawState } from "../draw/draw.ts";
import { drawEdit } from "../edit.ts";

/** What grown bodies keep to. */
interface GrowthLimits {
  readonly schema: Structural;
  readonly isValid: (body: JsonObject) => boolean;
}

/** How many edits a seed gets at most. */
const maxEdits = 4;

/** A valid body after one to four edits, without those that would make it invalid. */
export function grownBody(
  seed: JsonObject,
  { schema, isValid }: GrowthLimits,
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
