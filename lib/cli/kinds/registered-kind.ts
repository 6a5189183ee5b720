import type { LookupTarget } from "../../admission/admission-kind.ts";
import type { JsonObject } from "../../json/value.ts";
import type { Kind } from "../../kind/kind.ts";

/** A kind to register. `definition` is the CustomResourceDefinition in its folder; absent if it is not to be printed. */
export interface RegisteredKind {
  readonly kind: Kind;
  readonly definition?: JsonObject;
}

/** The name of a kind's CustomResourceDefinition, and of its webhook configurations. */
export function definitionName({ crd }: Kind): string {
  return `${crd.plural}.${crd.group}`;
}

/**
 * The webhook's name, which users see in a denial: the group, if it has at least three labels, as the API server requires of a
 * webhook's name; else `<plural>.<group>`.
 */
export function webhookName(kind: Kind): string {
  return kind.group.split(".").length >= 3 ? kind.group : definitionName(kind);
}

/** True if the CRD has more than one version, so that the kind needs a conversion. */
export function needsConversion({ crd }: Kind): boolean {
  return crd.versions.length > 1;
}

/** The resources of the mutating webhook: those of a `mutate` handler, else the kind's resource if it drops unknown fields. */
export function mutatedResources(kind: Kind): readonly string[] {
  const { mutate } = kind.admission ?? {};
  if (mutate !== undefined) return handledResources(kind);
  return kind.dropsUnknownFields ? [kind.resource] : [];
}

/**
 * The resources that the validating webhook is registered for: with a conversion guard the resource and its status; with a
 * `validate` handler or lookups the resource and the subresources that its handlers declare; else none.
 */
export function validatedResources(kind: Kind): readonly string[] {
  if (kind.conversionGuard) return [kind.resource, `${kind.resource}/status`];
  const { validate, lookups = [] } = kind.admission ?? {};
  return validate !== undefined || lookups.length > 0 ? handledResources(kind) : [];
}

/** The resources that a kind's lookups read. */
export function lookupTargets(kind: Kind): readonly LookupTarget[] {
  return (kind.admission?.lookups ?? []).flatMap(({ resources }) => resources);
}

/** The kind's resource, and the subresources that its handlers declare. */
function handledResources({ resource, admission }: Kind): readonly string[] {
  const below = (admission?.subresources ?? []).map((name) => `${resource}/${name}`);
  return [resource, ...below];
}
