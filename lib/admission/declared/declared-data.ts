import type { JsonObject, JsonValue } from "../../json/value.ts";
import type { WebhookSettings } from "../webhook-settings.ts";

/** A lookup that an `admission.yaml` declares: the objects that a field names must exist. */
export interface DeclaredLookup {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly resource: string;
  /** The path of the field with the names of these objects: `spec.claim`, `spec.volumes[*].name`. */
  readonly name: string;
  /** The namespace of these objects. Default: the namespace of the object itself. */
  readonly namespace?: string;
  readonly isClusterScoped: boolean;
  /** The message of a denial. Default: a text that names the object that does not exist. */
  readonly message?: string;
}

/** What an `admission.yaml` declares, at one version of its kind. */
export interface DeclaredAdmission {
  readonly version: string;
  /** Default values by path. A default is set if the object has no value at its path. */
  readonly defaults?: Readonly<Record<string, JsonValue>>;
  /** Rules as in `x-kubernetes-validations`, over the whole object. */
  readonly validate?: readonly JsonObject[];
  readonly lookups?: readonly DeclaredLookup[];
  readonly webhook?: WebhookSettings;
}
