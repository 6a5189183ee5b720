import {
  type FieldValidation,
  handleRequest,
  type ObjectOutcome,
  type ObjectRequest,
} from "../../../api-server/handle-request.ts";
import type { AskWebhook, ServedKind } from "../../../api-server/served-kind.ts";
import type { JsonObject } from "../../../json/value.ts";
import { metadataOf } from "../../../protocol/object-metadata.ts";
import { UsageError } from "../../command.ts";
import { type LocatedObject, positionOf } from "../../files/located-objects.ts";
import { nameOrPrefix, type ServedObject, servedObjectOf } from "../../server/served-object.ts";

/** What the options say of every request. */
export interface AdmitSettings {
  /** Undefined: an update where there is an old object. */
  readonly operation: "create" | "update" | undefined;
  readonly fieldValidation: FieldValidation;
  readonly namespace: string;
  readonly isDryRun: boolean;
  readonly userInfo: JsonObject;
}

/** One object with the request to make of it. */
interface PlannedRequest {
  readonly located: LocatedObject;
  readonly subject: ServedObject;
  readonly request: ObjectRequest;
}

/** An object with what the server did with it. */
export interface AdmittedObject extends PlannedRequest {
  readonly outcome: ObjectOutcome;
}

/**
 * The requests for objects, in order. Throws {@link UsageError} with the position of an object that is of no kind, and of one to update that is not among the old ones.
 */
export function admissionsOf(
  objects: readonly LocatedObject[],
  old: readonly LocatedObject[],
  { kinds, ...settings }: AdmitSettings & { readonly kinds: readonly ServedKind[] },
): readonly PlannedRequest[] {
  const stored = new Map(
    old.map((located) => [
      identityOf(servedObjectOf(located, kinds), settings.namespace),
      located.object,
    ]),
  );
  return objects.map((located) => {
    const subject = servedObjectOf(located, kinds);
    const own = stored.get(identityOf(subject, settings.namespace));
    if (settings.operation === "update" && own === undefined) {
      throw new UsageError(
        `${positionOf(located)}: an update needs the stored object: name a file that holds ${nameOrPrefix(subject.object)} with --old FILE`,
      );
    }
    const request = {
      version: subject.version,
      object: subject.object,
      old: settings.operation === "create" ? undefined : own,
      namespace: settings.namespace,
      userInfo: settings.userInfo,
      dryRun: settings.isDryRun,
      fieldValidation: settings.fieldValidation,
    };
    return { located, subject, request };
  });
}

/** Has an object admitted. */
export async function admitObject(
  admission: PlannedRequest,
  ask: AskWebhook,
): Promise<AdmittedObject> {
  const { subject, request } = admission;
  return { ...admission, outcome: await handleRequest(subject.kind, request, ask) };
}

function identityOf({ kind, object }: ServedObject, namespace: string): string {
  const { group, kind: name, scope } = kind.resource;
  const own = scope === "Cluster" ? "" : (metadataOf(object)["namespace"] ?? namespace);
  return JSON.stringify([group, name, own, nameOrPrefix(object)]);
}
