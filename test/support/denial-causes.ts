import { guardFindings } from "../../lib/admission/guard/conversion-guard.ts";
import { guardOf } from "../../lib/admission/guard/guarded-kind.ts";
import { incompleteObjectRefusals } from "../../lib/admission/guard/incomplete-objects.ts";
import { statusEntriesIn } from "../../lib/admission/guard/status-entries.ts";
import { conversionRegistry } from "../../lib/conversion/registry.ts";
import { objectValidators } from "../../lib/crd/validator/object-validators.ts";
import { listAt, mapAt, mapsIn } from "../../lib/json/members.ts";
import type { JsonObject } from "../../lib/json/value.ts";
import type { Kind } from "../../lib/kind/kind.ts";
import type { FieldError } from "../../lib/schema/field-error/field-error.ts";
import { asMap } from "./as-map.ts";
import { kinds as exampleKinds } from "./example-kinds.ts";
import type { AdmissionParts } from "./reviews.ts";

/**
 * The causes of a denial, each as `FieldValueInvalid spec.hostPort (ValueRefused)`: type, field and origin. A Status has no
 * origins: a cause gets the origin of the conversion guard's fault with the same text, and none if there is no such fault.
 */
export function denialCauses(
  parts: AdmissionParts,
  response: JsonObject,
  kinds: readonly Kind[] = exampleKinds,
): readonly string[] {
  const causes = mapsIn(listAt(mapAt(mapAt(response, "status"), "details"), "causes"));
  const faults = causes.length === 0 ? [] : guardFaults(parts, kinds);
  return causes.map(({ reason, field, message }) => {
    const fault = faults.find(
      (each) => each.type === reason && each.field === field && each.detail === message,
    );
    return `${reason} ${field}${fault === undefined ? "" : ` (${fault.origin})`}`;
  });
}

function guardFaults(
  { object, oldObject }: AdmissionParts,
  kinds: readonly Kind[],
): readonly FieldError[] {
  const written = asMap(object ?? null);
  const [group, version = ""] = String(written["apiVersion"]).split("/");
  const kind = kinds.find((each) => each.crd.group === group && each.kind === written["kind"]);
  if (kind?.conversionGuard !== true) return [];
  const write = {
    version,
    object: written,
    oldObject: oldObject === undefined ? undefined : asMap(oldObject),
  };
  const guard = guardOf(kind, undefined);
  const limits = { validators: objectValidators };
  const { refusals } = guardFindings(write, guard, conversionRegistry(kinds), limits);
  const all = [
    ...refusals,
    ...statusEntriesIn(write.object, write.oldObject, guard),
    ...incompleteObjectRefusals(write, guard),
  ];
  return all.flatMap(({ faults }) => faults);
}
