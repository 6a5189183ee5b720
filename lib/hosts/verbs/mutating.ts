import type { Kind } from "../../admission/kind.ts";
import { unfilledFinders } from "../../admission/kind-unfilled.ts";
import { mutate } from "../../admission/mutate.ts";
import type { Lookup } from "../../cluster/lookup.ts";
import type { VerbRoom } from "../review-service.ts";
import { unknownFieldsDropper } from "../unknown-fields.ts";
import { admitting } from "./admitting.ts";

/** The verb that defaults. Throws as {@link admitting} does. */
export function mutating(options: {
  readonly kinds: readonly Kind[];
  readonly lookup: Lookup;
}): VerbRoom {
  const kinds = options.kinds.map((kind) => ({
    ...unknownFieldsDropper(kind),
    unfilled: unfilledFinders(kind),
  }));
  return admitting("mutate", mutate, { ...options, kinds });
}
