import { handleDelete } from "../../../api-server/handle-delete.ts";
import { type FieldValidation, handleRequest } from "../../../api-server/handle-request.ts";
import type { ObjectOutcome } from "../../../api-server/object-outcome.ts";
import type { SendToWebhook, ServedKind } from "../../../api-server/served-kind.ts";
import type { JsonObject } from "../../../json/value.ts";
import { UsageError } from "../../command.ts";
import { type LocatedObject, objectPosition } from "../../files/located-objects.ts";
import {
  nameOrPrefix,
  namespaceOf,
  requireSubresource,
  type ServedObject,
  servedObjectOf,
} from "../../server/served-object.ts";

/** The operation of a simulated request. */
export type AdmitOperation = "create" | "update" | "delete";

/** The options of `admit` that apply to all requests. */
export interface AdmitSettings {
  /** The value of `--operation`. Undefined: an update if `--old` has the object, else a create. */
  readonly operation: AdmitOperation | undefined;
  readonly subresource: "status" | undefined;
  readonly fieldValidation: FieldValidation;
  readonly namespace: string;
  readonly isDryRun: boolean;
  readonly userInfo: JsonObject;
  /** The time of the requests, in UTC: `2026-01-31T12:00:00Z`. */
  readonly now: string;
}

/** An object and the request that is to be simulated for it. */
interface PlannedRequest {
  readonly located: LocatedObject;
  readonly subject: ServedObject;
  readonly operation: AdmitOperation;
  readonly settings: AdmitSettings;
  readonly send: (sendReview: SendToWebhook) => Promise<ObjectOutcome>;
}

/** A request whose simulation is done, with its outcome. */
export interface AdmittedObject extends PlannedRequest {
  readonly outcome: ObjectOutcome;
}

/**
 * The requests for `objects`, in their order. `old` are the stored objects. Throws {@link UsageError} with the position of an
 * object that is not of one of the kinds, that is to be updated but is not in `old`, or whose version lacks the subresource.
 */
export function admissionsOf(
  objects: readonly LocatedObject[],
  old: readonly LocatedObject[],
  kinds: readonly ServedKind[],
  settings: AdmitSettings,
): readonly PlannedRequest[] {
  const stored = new Map(
    old.map((located) => [
      objectIdentity(servedObjectOf(located, kinds), settings.namespace),
      located.object,
    ]),
  );
  return objects.map((located) => {
    const subject = servedObjectOf(located, kinds);
    const own = stored.get(objectIdentity(subject, settings.namespace));
    if (settings.subresource !== undefined) {
      requireSubresource(located, subject, settings.subresource);
    }
    if (settings.operation === "delete") {
      return deletion({ located, subject, settings }, own ?? located.object);
    }
    const isUpdate = settings.operation === "update" || settings.subresource !== undefined;
    if (isUpdate && own === undefined) {
      throw new UsageError(
        `${objectPosition(located)}: an update needs the stored object: give the file with the stored ${nameOrPrefix(subject.object)} with --old FILE`,
      );
    }
    return write({ located, subject, settings }, settings.operation === "create" ? undefined : own);
  });
}

/** Simulates the request for an object. `sendReview` sends the reviews to the kind's webhooks. */
export async function admitObject(
  admission: PlannedRequest,
  sendReview: SendToWebhook,
): Promise<AdmittedObject> {
  return { ...admission, outcome: await admission.send(sendReview) };
}

type Planned = Pick<PlannedRequest, "located" | "subject" | "settings">;

function write(planned: Planned, old: JsonObject | undefined): PlannedRequest {
  const { subject, settings } = planned;
  const request = {
    version: subject.version,
    object: subject.object,
    old,
    namespace: settings.namespace,
    userInfo: settings.userInfo,
    dryRun: settings.isDryRun,
    fieldValidation: settings.fieldValidation,
    subresource: settings.subresource,
  };
  return {
    ...planned,
    operation: old === undefined ? "create" : "update",
    send: (sendReview) => handleRequest(subject.kind, request, sendReview),
  };
}

function deletion(planned: Planned, old: JsonObject): PlannedRequest {
  const { subject, settings } = planned;
  const { namespace, now } = settings;
  const request = { version: subject.version, old, namespace, now };
  return {
    ...planned,
    operation: "delete",
    send: (sendReview) => handleDelete(subject.kind, request, sendReview),
  };
}

function objectIdentity(served: ServedObject, namespace: string): string {
  const { group, kind: name } = served.kind.resource;
  return JSON.stringify([group, name, namespaceOf(served, namespace), nameOrPrefix(served.object)]);
}
