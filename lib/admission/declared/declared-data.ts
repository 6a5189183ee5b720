import type { JsonObject, JsonValue } from "../../json/value.ts";
import type { WebhookSettings } from "../webhook-settings.ts";

/** A lookup that an `admission.yaml` declares: the objects whose names are in a field must exist. */
export interface DeclaredLookup {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly resource: string;
  /** The path of the field that holds the names of the objects to look up: `spec.claim`, `spec.volumes[*].name`. */
  readonly name: string;
  /** The namespace of the objects to look up. Default: the namespace of the reviewed object. */
  readonly namespace?: string;
  readonly isClusterScoped: boolean;
  /** The message of a denial. Default: a text that names the missing object. */
  readonly message?: string;
}

/** The contents of an `admission.yaml`, written for one version of the kind. */
export interface DeclaredAdmission {
  readonly version: string;
  /** Default values by path, each set if the object has no value at the path. */
  readonly defaults?: Readonly<Record<string, JsonValue>>;
  /** Rules as in `x-kubernetes-validations`, evaluated for the whole object. */
  readonly validate?: readonly JsonObject[];
  readonly lookups?: readonly DeclaredLookup[];
  readonly webhook?: WebhookSettings;
}
