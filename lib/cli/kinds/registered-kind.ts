import type { AdmissionHandlers, LookupTarget } from "../../admission/admission-kind.ts";
import type { JsonObject } from "../../json/value.ts";
import type { Kind } from "../../kind/kind.ts";

/** A kind with its CustomResourceDefinition as it stands in the kind's folder, where there is one. */
export interface RegisteredKind {
  readonly kind: Kind;
  readonly definition?: JsonObject;
}

/** The name of a kind's CustomResourceDefinition, and of its webhook configurations. */
export function definitionName({ crd }: Kind): string {
  return `${crd.plural}.${crd.group}`;
}

/**
 * The name under which users read a denial: the group, where it has the three parts that the server wants of a webhook's
 * name, else the plural and the group.
 */
export function webhookName(kind: Kind): string {
  return kind.group.split(".").length >= 3 ? kind.group : definitionName(kind);
}

/** True where the server has versions to convert between. */
export function isConverted({ crd }: Kind): boolean {
  return crd.versions.length > 1;
}

/** The resources that the mutating function may change: by a handler, or by dropping unknown fields. */
export function mutatedResources(kind: Kind): readonly string[] {
  const isMutated =
    kind.dropsUnknownFields || handlersOf(kind).some(({ mutate }) => mutate !== undefined);
  return isMutated ? [kind.resource] : [];
}

/** The resources that the validating function may refuse: by a rule, by a look-up, or by the guard, which judges status too. */
export function validatedResources(kind: Kind): readonly string[] {
  if (kind.conversionGuard) return [kind.resource, `${kind.resource}/status`];
  const isValidated = handlersOf(kind).some(
    ({ validate, lookups = [] }) => validate !== undefined || lookups.length > 0,
  );
  return isValidated ? [kind.resource] : [];
}

/** All that a kind's look-ups may ask for. */
export function lookupTargets(kind: Kind): readonly LookupTarget[] {
  return handlersOf(kind).flatMap(({ lookups = [] }) => lookups.flatMap(({ asks }) => asks));
}

function handlersOf({ admission }: Kind): readonly AdmissionHandlers[] {
  return "at" in admission ? [admission.handlers] : Object.values(admission.byVersion);
}
