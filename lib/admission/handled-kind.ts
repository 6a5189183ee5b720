import { convertObject, type ReceiveRemarks, untypedFault } from "../conversion/convert-object.ts";
import type { ConversionRegistry } from "../conversion/registry.ts";
import { Allowance, type AllowanceOptions } from "../converter/allowance.ts";
import type { ConversionFault } from "../converter/converter.ts";
import { err, ok, type Result } from "../json/result.ts";
import type { JsonObject } from "../json/value.ts";
import type { AdmissionRequest } from "../protocol/admission-review.ts";
import { isReviewObject } from "../protocol/conversion-review.ts";
import { groupKindText } from "../protocol/gvk.ts";
import type { AdmissibleKind, AdmissionHandlers } from "./admission-kind.ts";
import type { AdmissionRegistry } from "./admission-registry.ts";
import { DeadlineExceeded } from "./deadline.ts";

/**
 * A kind's handlers for one request, with conversions between the request's version and the version of the handlers.
 */
export interface HandledKind {
  readonly kind: AdmissibleKind;
  readonly handlers: AdmissionHandlers;
  readonly conversions: ConversionRegistry;
  /** The version that the handlers are written at. */
  readonly at: string;
  toHandler(object: JsonObject, note?: ReceiveRemarks): Result<JsonObject, ConversionFault>;
  fromHandler(object: JsonObject): Result<JsonObject, ConversionFault>;
}

/** The limits of the conversions for one request. */
type HandlingLimits = Pick<AllowanceOptions, "validators" | "expired">;

/** Why no handler runs: nothing has to be done, so the request is allowed; or the request's type is not served. */
type Unhandled =
  | { readonly because: "nothing to do" }
  | { readonly because: "not served"; readonly message: string };

/**
 * Finds the kind and the handlers of a request. Nothing has to be done for DELETE and CONNECT, or for a subresource,
 * except for a write of the status if handlers or the guard check the status. Returns "not served" for an unknown
 * resource, kind or version.
 */
export function findHandledKind(
  registry: AdmissionRegistry,
  request: AdmissionRequest,
  limits: HandlingLimits,
): Result<HandledKind, Unhandled> {
  const { group, resource } = request.resource;
  const kind = registry.kind(group, resource);
  if (kind === undefined) return notServed(`this webhook does not serve ${resource}.${group}`);
  const isHandled =
    request.subResource === "" ||
    kind.admission?.subresources?.some((each) => each === request.subResource) === true;
  const isGuarded = request.subResource === "status" && kind.guard !== undefined;
  if (!isHandled && !isGuarded) return err({ because: "nothing to do" });
  if (request.operation === "DELETE" || request.operation === "CONNECT") {
    return err({ because: "nothing to do" });
  }
  const { version } = request.kind;
  if (request.kind.group !== kind.group || request.kind.kind !== kind.kind) {
    return notServed(`this webhook does not serve ${groupKindText(request.kind)}`);
  }
  if (registry.conversions.graph(kind.group, kind.kind)?.has(version) !== true) {
    return notServed(`${groupKindText(kind)} has no version ${version}`);
  }
  const handled = isHandled ? kind : { ...kind, admission: undefined };
  return handledAt(registry, handled, version, limits);
}

function handledAt(
  registry: AdmissionRegistry,
  kind: AdmissibleKind,
  version: string,
  limits: HandlingLimits,
): Result<HandledKind, Unhandled> {
  const { admission, guard, dropUnknownFields } = kind;
  if ((admission ?? guard ?? dropUnknownFields) === undefined) {
    return err({ because: "nothing to do" });
  }
  const at = admission?.at ?? version;
  const convertTo = (target: string) => (object: JsonObject, note?: ReceiveRemarks) => {
    if (!isReviewObject(object)) return err(untypedFault);
    const desired = { group: kind.group, version: target };
    const allowance = new Allowance(limits);
    const result = convertObject(registry.conversions, object, desired, allowance, note);
    if (allowance.watch.isPassed) throw new DeadlineExceeded();
    return result;
  };
  const sameObject = (object: JsonObject) => ok(object);
  return ok({
    kind,
    handlers: admission ?? {},
    conversions: registry.conversions,
    at,
    toHandler: at === version ? sameObject : convertTo(at),
    fromHandler: at === version ? sameObject : convertTo(version),
  });
}

function notServed(message: string): Result<never, Unhandled> {
  return err({ because: "not served", message });
}
