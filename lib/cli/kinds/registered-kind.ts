import type { AdmissionHandlers, LookupTarget } from "../../admission/admission-kind.ts";
import type { JsonObject } from "../../json/value.ts";
import type { Kind } from "../../kind/kind.ts";

/** A kind, with the CustomResourceDefinition of its folder where it has one. */
export interface RegisteredKind {
  readonly kind: Kind;
  readonly definition?: JsonObject;
}

/** The name of a kind's CustomResourceDefinition, and of its webhook configurations. */
export function definitionName({ crd }: Kind): string {
  return `${crd.plural}.${crd.group}`;
}

/**
 * The webhook's name, which users see in a denial: the group, if it has the three parts that the server requires of a
 * webhook's name, else the plural and the group.
 */
export function webhookName(kind: Kind): string {
  return kind.group.split(".").length >= 3 ? kind.group : definitionName(kind);
}

/** True where the CRD has more than one version. */
export function isConverted({ crd }: Kind): boolean {
  return crd.versions.length > 1;
}

/** The resources that the mutating function may change, with a handler or by dropping unknown fields. */
export function mutatedResources(kind: Kind): readonly string[] {
  const isMutated =
    kind.dropsUnknownFields || handlersOf(kind).some(({ mutate }) => mutate !== undefined);
  return isMutated ? [kind.resource] : [];
}

/** The resources that the validating function may deny, by a rule, a lookup or the guard, which checks status too. */
export function validatedResources(kind: Kind): readonly string[] {
  if (kind.conversionGuard) return [kind.resource, `${kind.resource}/status`];
  const isValidated = handlersOf(kind).some(
    ({ validate, lookups = [] }) => validate !== undefined || lookups.length > 0,
  );
  return isValidated ? [kind.resource] : [];
}

/** All resources that a kind's lookups read. */
export function lookupTargets(kind: Kind): readonly LookupTarget[] {
  return handlersOf(kind).flatMap(({ lookups = [] }) => lookups.flatMap(({ asks }) => asks));
}

function handlersOf({ admission }: Kind): readonly AdmissionHandlers[] {
  return "at" in admission ? [admission.handlers] : Object.values(admission.byVersion);
}
