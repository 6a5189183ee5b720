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
 * The user who sent the request, as the API server authenticated them.
 * Source: https://github.com/kubernetes/api/blob/3fde3c43c3cf/authentication/v1/types.go, UserInfo.
 */
export interface RequestUser {
  readonly username?: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/**
 * What every handler gets besides the object. `T` is the object's type. Paths are those of the version that the
 * handlers are written at.
 */
export interface HandlerContext<T = JsonObject> {
  /**
   * The object before an UPDATE. Undefined on CREATE, and if the old object can't be converted to the handlers'
   * version.
   */
  readonly old: T | undefined;
  /** CREATE or UPDATE. Handlers are not called for DELETE and CONNECT, which are always allowed. */
  readonly operation: Operation;
  readonly user: RequestUser;
  /** True for a dry run: the server will not store the object. */
  readonly dryRun: boolean;
  /**
   * The subresource that is written; empty for the main resource. `status` occurs only if {@link
   * AdmissionHandlers.subresources} lists it.
   */
  readonly subresource: string;
  /** The object's name. Empty if the server will generate it (`generateName`). */
  readonly name: string;
  /** The object's namespace. Empty for a cluster-scoped object. */
  readonly namespace: string;
  /** Aborts when a response would be too late for the server's timeout. */
  readonly signal: AbortSignal;
  /**
   * Adds an annotation to the server's audit log. `key` is a label key without a prefix: letters, digits, `-`, `_`,
   * `.`. An invalid key is ignored.
   */
  annotate(key: string, value: string): void;
}

/** What `mutate` gets besides the object. */
export interface MutateContext<T = JsonObject> extends HandlerContext<T> {
  /**
   * Sets the value at a path of the result once the handler has returned, and creates missing maps above it. An index equal
   * to a list's length appends an item. A path through a scalar or beyond the end of a list denies the request.
   */
  set<const Path extends string>(path: PathOf<T, Path>, value: ValueAt<T, Path>): undefined;
}

/** What `validate` gets besides the object. */
export interface ValidateContext<T = JsonObject> extends HandlerContext<T> {
  /**
   * Warns the user without denying the request. A warning is cut to 256 characters, because the server cuts longer ones when
   * all warnings together are too long. An empty path stands for the whole object.
   */
  warn<const Path extends string>(path: PathOf<T, Path>, message: string): undefined;
  /**
   * Denies the request because of the field at `path`; an empty path stands for the whole object. May be called several
   * times: the user sees all messages. `type` becomes the `reason` of a cause in the Status; default
   * `FieldValueInvalid`.
   */
  deny<const Path extends string>(
    path: PathOf<T, Path>,
    message: string,
    type?: FieldErrorType,
  ): undefined;
}

/** What the `check` of a {@link LookupRule} gets besides the object. */
export interface LookupContext<T = JsonObject> extends ValidateContext<T> {
  readonly lookup: Lookup;
}

/**
 * A resource that a lookup rule reads in the cluster. The RBAC role for lookups, which `customhouse manifests` writes,
 * allows these reads.
 */
export interface LookupTarget {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /**
   * The kind of the resource. Tests without a cluster need it to find sample objects of kinds that the project does not
   * declare.
   */
  readonly kind?: string;
  readonly verbs: readonly ("get" | "list")[];
}

/**
 * What a rule returns: undefined to allow the request, or a message that denies it. kubectl then shows this message
 * instead of the messages passed to `deny`.
 */
export type RuleResult = string | undefined;

/**
 * A rule that looks up objects in the cluster. An UPDATE that can't violate the rule skips it: see {@link
 * LookupRule.reads}.
 */
export interface LookupRule<T = JsonObject> {
  /**
   * The paths of all fields that the rule reads, such as `spec.toppings`. An UPDATE that changes none of them skips the
   * rule. So does an UPDATE of an object that is being deleted: a denial would keep its finalizers from being removed.
   */
  readonly reads: readonly MemberPath<T>[];
  /** All resources that the rule reads in the cluster. */
  readonly resources: readonly LookupTarget[];
  /** The rule itself. If it denies a request because of cached lookup results, it runs again with fresh results. */
  readonly check: (object: T, context: LookupContext<T>) => Promise<RuleResult>;
}

/**
 * An object as `mutate` gets it, before the API server has validated it: any member may be missing or null. The values
 * have the types that the schema declares.
 */
export type UnvalidatedValue<T> = T extends readonly (infer Item)[]
  ? readonly UnvalidatedValue<Item>[]
  : T extends object
    ? [JsonValue] extends [T[keyof T]]
      ? T
      : { readonly [K in keyof T]?: UnvalidatedValue<T[K]> | null | undefined }
    : T;

/** The handlers of a kind, written at one version; `T` is the type of its objects. */
export interface AdmissionHandlers<T = JsonObject> {
  /**
   * Returns the changed object, or the same object or undefined for no change. Values passed to `set` are then set in
   * the result. Must be idempotent: the server may call it twice, with other webhooks in between. Not called for an
   * object with a value of another type than the schema declares: the API server refuses such an object anyway.
   */
  readonly mutate?: (
    object: UnvalidatedValue<T>,
    context: MutateContext<T>,
  ) => UnvalidatedValue<T> | undefined | Promise<UnvalidatedValue<T> | undefined>;
  /** Rules for the object. The API server has already validated the object by the schema of the request's version. */
  readonly validate?: (object: T, context: ValidateContext<T>) => RuleResult | Promise<RuleResult>;
  readonly lookups?: readonly LookupRule<T>[];
  /** `["status"]`: `mutate` and `validate` also handle writes of the status subresource. Default: none. */
  readonly subresources?: readonly "status"[];
  readonly webhook?: WebhookSettings;
}

/** The handlers of a kind, and the version that they are written at. */
export interface KindAdmission extends AdmissionHandlers {
  readonly at: string;
}

/** What admission needs to know of a kind. */
export interface AdmissibleKind {
  readonly group: string;
  readonly kind: string;
  /** The plural, as in URLs: `pizzas`. */
  readonly resource: string;
  /** Absent if the kind has no handlers. */
  readonly admission?: KindAdmission | undefined;
  /**
   * The versions with their schemas. `mutate` is called only for objects whose values have the types that the schema
   * declares.
   */
  readonly crd: { readonly versions: readonly Pick<CrdVersion, "name" | "schema">[] };
  /** The lenses that translate the paths of denials and warnings to the request's version. */
  readonly lenses: readonly LensData[];
  /**
   * Drops fields that the request version's schema does not declare, from the object of a CREATE or UPDATE. Absent
   * unless the kind sets `unknownFields: "drop"`.
   */
  readonly dropUnknownFields?: (object: JsonObject, version: string) => JsonObject;
  /** The conversion guard, which the validating webhook runs. Absent if the kind has none. */
  readonly guard?: GuardedKind;
  /**
   * Returns a function that finds required fields which a conversion from one version to another leaves empty. Absent
   * if missing fields are not reported.
   */
  readonly unfilled?: (from: string, to: string) => MissingFieldsFinder;
  /**
   * True if the kind's lenses do not compile. The kind is served nevertheless (`--allow-undecided`), with a warning in
   * every admission response.
   */
  readonly undecided?: boolean;
}
