import type { JsonObject, JsonValue } from "../../json/value.ts";
import type { WebhookSettings } from "../webhook-settings.ts";

/** A lookup that an `admission.yaml` declares: the objects that a field names must exist. */
export interface DeclaredLookup {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly resource: string;
  /** The path of the names: `spec.claim`, `spec.volumes[*].name`. */
  readonly name: string;
  /** Their namespace; absent for that of the object itself. */
  readonly namespace?: string;
  readonly isClusterScoped: boolean;
  /** What the user reads; by default it names the object that does not exist. */
  readonly message?: string;
}

/** What an `admission.yaml` declares, at one version of its kind. */
export interface DeclaredAdmission {
  readonly version: string;
  /** Values by path, which are set where the object has none. */
  readonly defaults?: Readonly<Record<string, JsonValue>>;
  /** Rules as in `x-kubernetes-validations`, over the whole object. */
  readonly validate?: readonly JsonObject[];
  readonly lookups?: readonly DeclaredLookup[];
  readonly webhook?: WebhookSettings;
}
