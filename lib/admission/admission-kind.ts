import type { Lookup } from "../cluster/lookup.ts";
import type { JsonObject } from "../json/value.ts";
import type { MissingFieldsFinder } from "../lens/edge/missing-fields.ts";
import type { AdmissionRequest } from "../protocol/admission-review.ts";
import type { FieldError } from "../schema/field-error/field-error.ts";
import type { GuardedKind } from "./guard/guarded-kind.ts";
import type { WebhookSettings } from "./webhook-settings.ts";

/** What a handler gets besides the object. */
export interface AdmissionContext {
  readonly request: AdmissionRequest;
  /** Aborts when the response would be too late. */
  readonly signal: AbortSignal;
  /** Warns the user without denying the request; at most 256 characters are shown. */
  warn(text: string): void;
  /** Adds an annotation to the server's audit log. `key` is the name part of a label: letters, digits, `-`, `_`, `.`. */
  annotate(key: string, value: string): void;
}

/**
 * The reason to deny a request. `message` is shown to the user; by default it is composed of the faults. Each fault is
 * also in `status.details.causes` with its path.
 */
export interface Refusal {
  readonly message?: string;
  readonly faults: readonly FieldError[];
}

/** A resource that a lookup rule reads in the cluster. The role of the lookups' ServiceAccount allows all of them. */
export interface LookupTarget {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly verbs: readonly ("get" | "list")[];
}

/** A rule with lookups in the cluster; `T` is the object that it gets. It is skipped where it can't matter, so that it never blocks a deletion. */
export interface LookupRule<T = JsonObject> {
  /**
   * Paths, as `spec.toppings`, of all that the rule reads. It is skipped for an UPDATE that changes none of them, and for
   * an object that is being deleted, whose finalizers could else not be removed.
   */
  readonly reads: readonly string[];
  /** All resources that the rule may read. */
  readonly asks: readonly LookupTarget[];
  readonly check: (
    object: T,
    context: AdmissionContext & { readonly lookup: Lookup },
  ) => Promise<Refusal | undefined>;
}

/**
 * The handlers of a kind, written at one version; `T` is the object that they get. Objects are as the server sends them, not
 * validated yet: any member may be missing or of another type.
 */
export interface AdmissionHandlers<T = JsonObject> {
  /**
   * Returns the changed object, or the same object for no change. Must be idempotent: the server may call it twice, with
   * other webhooks in between.
   */
  readonly mutate?: (object: T, context: AdmissionContext) => T | Promise<T>;
  /** Rules over the object and, on UPDATE, the old one. */
  readonly validate?: (
    object: T,
    context: AdmissionContext & { readonly oldObject: T | undefined },
  ) => Refusal | undefined | Promise<Refusal | undefined>;
  readonly lookups?: readonly LookupRule<T>[];
}

/** Handlers written once at one version, or separately at each version, with the settings of the webhook. */
export type KindAdmission = { readonly webhook?: WebhookSettings } & (
  | { readonly at: string; readonly handlers: AdmissionHandlers }
  | { readonly byVersion: Readonly<Record<string, AdmissionHandlers>> }
);

/** A kind with its admission. */
export interface AdmissibleKind {
  readonly group: string;
  readonly kind: string;
  /** The plural, as in urls: `pizzas`. */
  readonly resource: string;
  readonly admission: KindAdmission;
  /** Drops unknown fields from the object of a CREATE or UPDATE; absent where the kind keeps them. */
  readonly dropUnknownFields?: (object: JsonObject, version: string) => JsonObject;
  /** The conversion guard of the validating function; absent where the kind has none. */
  readonly guard?: GuardedKind;
  /** Finds required fields that a conversion between two versions leaves empty; absent where nothing is reported. */
  readonly unfilled?: (from: string, to: string) => MissingFieldsFinder;
  /** Its lenses do not compile, but it is served nevertheless, with a warning in every review. */
  readonly undecided?: boolean;
}
