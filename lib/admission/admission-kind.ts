import type { Lookup } from "../cluster/lookup.ts";
import type { CrdVersion } from "../crd/crd-facts.ts";
import type { JsonObject, JsonValue } from "../json/value.ts";
import type { MissingFieldsFinder } from "../lens/edge/missing-fields.ts";
import type { LensData } from "../lens/language/rule.ts";
import type { Operation } from "../protocol/admission-review.ts";
import type { FieldErrorType } from "../schema/field-error/field-error.ts";
import type { MemberPath, PathOf, ValueAt } from "./field-paths.ts";
import type { GuardedKind } from "./guard/guarded-kind.ts";
import type { WebhookSettings } from "./webhook-settings.ts";

/**
 * Who sent the request, as the API server authenticated them.
 * Source: https://github.com/kubernetes/api/blob/v0.36.3/authentication/v1/types.go, UserInfo.
 */
export interface RequestUser {
  readonly username?: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** What every handler gets besides the object. `T` is the object's type; paths are those of the handlers' version. */
export interface HandlerContext<T = JsonObject> {
  /** The object before an UPDATE; undefined on CREATE, and where it can't be converted to the handlers' version. */
  readonly old: T | undefined;
  /** CREATE or UPDATE. Handlers are not called for DELETE and CONNECT, which are always allowed. */
  readonly operation: Operation;
  readonly user: RequestUser;
  /** True for a dry run: nothing will be stored. */
  readonly dryRun: boolean;
  /** Empty for the object itself. `status` occurs only if {@link AdmissionHandlers.subresources} lists it. */
  readonly subresource: string;
  /** Empty for an object with `generateName`. */
  readonly name: string;
  /** Empty for a cluster-scoped object. */
  readonly namespace: string;
  /** Aborts when the response would be too late. */
  readonly signal: AbortSignal;
  /** Adds an annotation to the server's audit log. `key` is the name part of a label: letters, digits, `-`, `_`, `.`. */
  annotate(key: string, value: string): void;
}

/** What `mutate` gets besides the object. */
export interface MutateContext<T = JsonObject> extends HandlerContext<T> {
  /** Sets the value at a path, and the maps above it that are missing. An index of a list may be its length, which appends. */
  set<const Path extends string>(path: PathOf<T, Path>, value: ValueAt<T, Path>): undefined;
}

/** What `validate` gets besides the object. */
export interface ValidateContext<T = JsonObject> extends HandlerContext<T> {
  /** Warns the user without denying the request; at most 256 characters are shown. An empty path is the whole object. */
  warn<const Path extends string>(path: PathOf<T, Path>, message: string): undefined;
  /**
   * Denies the request, with a reason that names a field; an empty path is the whole object. May be called many times: the
   * user sees all faults. `type` is what clients see as the reason of the cause; default `FieldValueInvalid`.
   */
  deny<const Path extends string>(
    path: PathOf<T, Path>,
    message: string,
    type?: FieldErrorType,
  ): undefined;
}

/** What a rule with lookups gets besides the object. */
export interface LookupContext<T = JsonObject> extends ValidateContext<T> {
  readonly lookup: Lookup;
}

/** A resource that a lookup rule reads in the cluster. The role of the lookups' ServiceAccount allows all of them. */
export interface LookupTarget {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /**
   * The kind of the resource. Tests without a cluster need it to find objects of kinds that the project does not
   * declare.
   */
  readonly kind?: string;
  readonly verbs: readonly ("get" | "list")[];
}

/**
 * What a rule returns: undefined, or a message that denies the request. kubectl then shows this message instead of
 * those given to `deny`.
 */
export type RuleResult = string | undefined;

/**
 * A rule with lookups in the cluster. It is skipped for an UPDATE that can't violate it: see {@link LookupRule.reads}.
 */
export interface LookupRule<T = JsonObject> {
  /**
   * Paths, such as `spec.toppings`, of all that the rule reads. The rule is skipped for an UPDATE that changes none of
   * them, and for an object that is being deleted: a denial would keep its finalizers from being removed.
   */
  readonly reads: readonly MemberPath<T>[];
  /** All resources that the rule may read. */
  readonly resources: readonly LookupTarget[];
  /** The rule itself. If it denies a request on the basis of cached lookups, it runs again with fresh ones. */
  readonly check: (object: T, context: LookupContext<T>) => Promise<RuleResult>;
}

/**
 * An object of a version as `mutate` gets it, before the API server validated it: any member may be missing or null. Values
 * are of the types that the schema declares.
 */
export type Unvalidated<T> = T extends readonly (infer Item)[]
  ? readonly Unvalidated<Item>[]
  : T extends object
    ? [JsonValue] extends [T[keyof T]]
      ? T
      : { readonly [K in keyof T]?: Unvalidated<T[K]> | null | undefined }
    : T;

/** The handlers of a kind, written at one version; `T` is the type of its objects. */
export interface AdmissionHandlers<T = JsonObject> {
  /**
   * Returns the changed object, the same object or undefined. Values passed to `set` are then set in the returned
   * object. Must be idempotent: the server may call it twice, with other webhooks in between. Not called for an object
   * with a value of another type than the schema declares: the API server refuses such an object anyway.
   */
  readonly mutate?: (
    object: Unvalidated<T>,
    context: MutateContext<T>,
  ) => Unvalidated<T> | undefined | Promise<Unvalidated<T> | undefined>;
  /** Rules over the object, which the API server has validated by the schema of the request's version. */
  readonly validate?: (object: T, context: ValidateContext<T>) => RuleResult | Promise<RuleResult>;
  readonly lookups?: readonly LookupRule<T>[];
  /** `status`: mutate and validate also handle writes of the status. Default: none. */
  readonly subresources?: readonly "status"[];
  readonly webhook?: WebhookSettings;
}

/** The handlers of a kind, with their version. */
export interface KindAdmission extends AdmissionHandlers {
  readonly at: string;
}

/** A kind with its admission. */
export interface AdmissibleKind {
  readonly group: string;
  readonly kind: string;
  /** The plural, as in urls: `pizzas`. */
  readonly resource: string;
  /** Absent where the kind has no handlers. */
  readonly admission?: KindAdmission | undefined;
  /**
   * The versions with their schemas. `mutate` is called only for objects whose values have the types that the schema of
   * its version declares.
   */
  readonly crd: { readonly versions: readonly Pick<CrdVersion, "name" | "schema">[] };
  /** The lenses that translate the paths of denials and warnings to the request's version. */
  readonly lenses: readonly LensData[];
  /** Drops unknown fields from the object of a CREATE or UPDATE; absent where the kind keeps them. */
  readonly dropUnknownFields?: (object: JsonObject, version: string) => JsonObject;
  /** The conversion guard of the validating function; absent where the kind has none. */
  readonly guard?: GuardedKind;
  /** Finds required fields that a conversion between two versions leaves empty; absent where nothing is reported. */
  readonly unfilled?: (from: string, to: string) => MissingFieldsFinder;
  /** True if the kind's lenses do not compile. It is served nevertheless, with a warning in every review. */
  readonly undecided?: boolean;
}
