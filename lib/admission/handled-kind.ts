import { convertObject, type ReceiveRemarks } from "../conversion/convert-object.ts";
import type { ConversionRegistry } from "../conversion/registry.ts";
import { Allowance, type AllowanceOptions } from "../converter/allowance.ts";
import type { ConversionFault } from "../converter/converter.ts";
import { err, ok, type Result } from "../json/result.ts";
import type { JsonObject } from "../json/value.ts";
import type { AdmissionRequest } from "../protocol/admission-review.ts";
import { isReviewObject } from "../protocol/conversion-review.ts";
import type { AdmissibleKind, AdmissionHandlers } from "./admission-kind.ts";
import type { AdmissionRegistry } from "./admission-registry.ts";
import { DeadlineExceeded } from "./deadline.ts";

/** A kind's handlers for one request, with the conversions from the request's version to theirs and back. */
export interface HandledKind {
  readonly kind: AdmissibleKind;
  readonly handlers: AdmissionHandlers;
  readonly conversions: ConversionRegistry;
  /** The version that the handlers are written at. */
  readonly at: string;
  toHandler(object: JsonObject, note?: ReceiveRemarks): Result<JsonObject, ConversionFault>;
  fromHandler(object: JsonObject): Result<JsonObject, ConversionFault>;
}

/** Limits of the conversions of one request. */
type HandlingLimits = Pick<AllowanceOptions, "validators" | "expired">;

/** Why a request is allowed without handlers, or cannot be handled. */
type Unhandled =
  | { readonly because: "nothing to do" }
  | { readonly because: "not served"; readonly message: string };

/**
 * Finds the handlers of a request. Subresources, DELETE and CONNECT are allowed: subresources do not write the spec, the
 * other two have no object. Writes of the status are for the guard, and for handlers that ask for them.
 */
export function findHandledKind(
  registry: AdmissionRegistry,
  request: AdmissionRequest,
  limits: HandlingLimits,
): Result<HandledKind, Unhandled> {
  const { group, resource } = request.resource;
  const kind = registry.kind(group, resource);
  if (kind === undefined) return notServed(`${resource}.${group} is not served`);
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
    return notServed(`${request.kind.kind}.${request.kind.group} is not served`);
  }
  if (registry.conversions.graph(kind.group, kind.kind)?.has(version) !== true) {
    return notServed(`${kind.kind}.${kind.group} has no version ${version}`);
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
    if (!isReviewObject(object)) {
      return err({ path: "apiVersion", message: "the object has no apiVersion or no kind" });
    }
    const desired = { group: kind.group, version: target };
    const allowance = new Allowance(limits);
    const result = convertObject(registry.conversions, object, desired, allowance, note);
    if (allowance.watch.isPassed) throw new DeadlineExceeded();
    return result;
  };
  const same = (object: JsonObject) => ok(object);
  return ok({
    kind,
    handlers: admission ?? {},
    conversions: registry.conversions,
    at,
    toHandler: at === version ? same : convertTo(at),
    fromHandler: at === version ? same : convertTo(version),
  });
}

function notServed(message: string): Result<never, Unhandled> {
  return err({ because: "not served", message });
}
