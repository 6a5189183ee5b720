import { guardOf } from "../../admission/guard/guarded-kind.ts";
import { validate } from "../../admission/validate.ts";
import type { Lookup } from "../../cluster/lookup.ts";
import type { Kind } from "../../kind/kind.ts";
import { missingFieldsFinders } from "../../kind/missing-fields-finders.ts";
import { nearestRegistry } from "../../kind/nearest-registry.ts";
import type { VerbHandler } from "../review-service.ts";
import { admitting } from "./admitting.ts";

/**
 * Creates the handler of `validate`. It runs the conversion guard for kinds that enable it. With `nearestValid`, the guard
 * also checks what is stored if a conversion gives the nearest valid shape. Throws as {@link admitting} does.
 */
export function validating(options: {
  readonly kinds: readonly Kind[];
  readonly lookup: Lookup;
  readonly nearestValid?: boolean;
}): VerbHandler<"validate"> {
  const storing = options.nearestValid === true ? nearestRegistry(options.kinds) : undefined;
  const kinds = options.kinds.map((kind) => ({
    ...kind,
    ...(kind.conversionGuard && { guard: guardOf(kind, storing) }),
    unfilled: missingFieldsFinders(kind),
  }));
  return admitting("validate", validate, { ...options, kinds });
}
