import { mutate } from "../../admission/mutate.ts";
import type { Lookup } from "../../cluster/lookup.ts";
import type { Kind } from "../../kind/kind.ts";
import { missingFieldsFinders } from "../../kind/missing-fields-finders.ts";
import { unknownFieldsDropper } from "../../kind/unknown-fields.ts";
import type { VerbHandler } from "../review-service.ts";
import { admitting } from "./admitting.ts";

/** Creates the handler of `mutate`. Throws as {@link admitting} does. */
export function mutating(options: {
  readonly kinds: readonly Kind[];
  readonly lookup: Lookup;
}): VerbHandler<"mutate"> {
  const kinds = options.kinds.map((kind) => ({
    ...unknownFieldsDropper(kind),
    unfilled: missingFieldsFinders(kind),
  }));
  return admitting("mutate", mutate, { ...options, kinds });
}
