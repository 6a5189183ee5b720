import type { Lookup } from "../cluster/lookup.ts";
import type { JsonObject } from "../json/value.ts";
import type { MissingFieldsFinder } from "../lens/edge/missing-fields.ts";
import type { AdmissionRequest } from "../protocol/admission-review.ts";
import type { FieldError } from "../schema/field-error/field-error.ts";
import type { GuardedKind } from "./guard/guarded-kind.ts";
import type { WebhookSettings } from "./webhook-settings.ts";

/** What a handler is told beside the object. */
export interface AdmissionContext {
  readonly request: AdmissionRequest;
  /** Ends when the answer would come too late. */
  readonly signal: AbortSignal;
  /** Tells the user something without refusing; at most 256 characters of it are shown. */
  warn(text: string): void;
  /** Notes something in the server's audit log. `key` is the name part of a label: letters, digits, `-`, `_`, `.`. */
  annotate(key: string, value: string): void;
}

/**
 * Faults that refuse a request. `message` is what the user reads; left out, it is made of the faults. Each fault
 * also stands in `status.details.causes` with its path.
 */
export interface Refusal {
  readonly message?: string;
  readonly faults: readonly FieldError[];
}

/** What a look-up rule reads in the cluster: the roles and the token of a look-up's user are made from it. */
export interface LookupTarget {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly verbs: readonly ("get" | "list")[];
}

/** A rule that asks the cluster. It is left out where its answer cannot matter, so a look-up never blocks a clean-up. */
export interface LookupRule {
  /**
   * Paths, as `spec.toppings`, of all that the rule reads. An UPDATE that changes none of them is not asked about, nor
   * is one of an object that is being deleted: else finalizers stick.
   */
  readonly reads: readonly string[];
  /** All that the rule may ask for. */
  readonly asks: readonly LookupTarget[];
  readonly check: (
    object: JsonObject,
    context: AdmissionContext & { readonly lookup: Lookup },
  ) => Promise<Refusal | undefined>;
}

/**
 * What a kind does on admission, written at one version. Objects come as they are on the wire: not yet validated by the
 * server, so any member may be missing or of another type.
 */
export interface AdmissionHandlers {
  /**
   * Gives the object as it should be; the same object where nothing is to do. Must be idempotent: the server may call
   * it twice, with other webhooks between.
   */
  readonly mutate?: (
    object: JsonObject,
    context: AdmissionContext,
  ) => JsonObject | Promise<JsonObject>;
  /** Rules over the object and, on UPDATE, the old one. */
  readonly validate?: (
    object: JsonObject,
    context: AdmissionContext & { readonly oldObject: JsonObject | undefined },
  ) => Refusal | undefined | Promise<Refusal | undefined>;
  readonly lookups?: readonly LookupRule[];
}

/** Handlers written once at one version, or at each version by itself, and how clusters are to ask for them. */
export type KindAdmission = { readonly webhook?: WebhookSettings } & (
  | { readonly at: string; readonly handlers: AdmissionHandlers }
  | { readonly byVersion: Readonly<Record<string, AdmissionHandlers>> }
);

/** A kind with what it does on admission. */
export interface AdmissibleKind {
  readonly group: string;
  readonly kind: string;
  /** The plural of the urls: `pizzas`. */
  readonly resource: string;
  readonly admission: KindAdmission;
  /** Drops what a version's schema does not name from the object of a CREATE or UPDATE; left out, nothing is dropped. */
  readonly dropUnknownFields?: (object: JsonObject, version: string) => JsonObject;
  /** What the validating function holds writes against; left out, nothing is guarded. */
  readonly guard?: GuardedKind;
  /** Names what a conversion between two versions leaves empty though it is required; left out, nothing is named. */
  readonly unfilled?: (from: string, to: string) => MissingFieldsFinder;
  /** Its lenses do not compile and it is tried all the same: every review gets a warning. */
  readonly undecided?: boolean;
}
