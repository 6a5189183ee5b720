import type { Kind } from "../../admission/kind.ts";
import { guardOf } from "../../admission/poison/guarded-kind.ts";
import { validate } from "../../admission/validate.ts";
import type { Lookup } from "../../cluster/lookup.ts";
import type { VerbRoom } from "../review-service.ts";
import { admitting } from "./admitting.ts";

/** The verb that validates, with the guard of the kinds that ask for one. Throws as {@link admitting} does. */
export function validating(options: {
  readonly kinds: readonly Kind[];
  readonly lookup: Lookup;
}): VerbRoom {
  const kinds = options.kinds.map((kind) =>
    kind.poisonGuard ? { ...kind, guard: guardOf(kind) } : kind,
  );
  return admitting("validate", validate, { ...options, kinds });
}
