import type fc from "fast-check";
import type { JsonObject } from "../../lib/json/value.ts";
import type { Structural } from "../../lib/schema/structural/structural.ts";
import { applyEdits, type BodyEdit } from "../../lib/verify/apply-edit.ts";
import { bodySchema } from "../../lib/verify/body-schema.ts";
import { DrawState } from "../../lib/verify/draw/draw.ts";
import { DrawnArbitrary } from "../../lib/verify/draw/drawn-arbitrary.ts";
import { drawEdits, fewerEdits } from "../../lib/verify/edit.ts";

/** A body after edits, applied in order. */
interface EditedBody {
  readonly body: JsonObject;
  readonly edits: readonly BodyEdit[];
}

/** Edits of a body. Counter-examples shrink to fewer edits and smaller values. */
export function editOf(body: JsonObject, schema: Structural): fc.Arbitrary<EditedBody> {
  const own = bodySchema(schema);
  return new DrawnArbitrary({
    make: (source) => drawEdits(body, own, new DrawState(source)),
    *smaller({ edits }) {
      for (const fewer of fewerEdits(edits)) {
        const edited = applyEdits(body, fewer);
        if (edited !== undefined) yield { body: edited, edits: fewer };
      }
    },
  });
}
