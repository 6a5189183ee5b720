// The entry point of the npm package, for authors of kinds.

// Declaring a kind, with its conversions, defaults and validation.

export { admission, type TypedKind } from "./admission/admission.ts";
export type {
  AdmissionHandlers,
  HandlerContext,
  KindAdmission,
  LookupContext,
  LookupRule,
  LookupTarget,
  MutateContext,
  RequestUser,
  RuleResult,
  UnvalidatedValue,
  ValidateContext,
} from "./admission/admission-kind.ts";
export type { MemberPath, PathOf, ValueAt } from "./admission/field-paths.ts";
export type {
  FailurePolicy,
  LabelRequirement,
  LabelSelector,
  MatchCondition,
  WebhookSettings,
} from "./admission/webhook-settings.ts";
export type { CrdFacts, CrdVersion } from "./crd/crd-facts.ts";
export {
  defineKind,
  type Kind,
  type KindDeclaration,
} from "./kind/kind.ts";
export { withOldStash } from "./kind/old-stash.ts";

// Lookups: read-only requests of validation rules to the cluster. `fixedLookup` makes them in a given list of objects.

export { fixedLookup } from "./cluster/fixed-lookup.ts";
export {
  type CollectionKey,
  type Lookup,
  LookupUnavailable,
  type ObjectKey,
} from "./cluster/lookup.ts";

// Conversions in code: one function for each direction between two versions. Values that a version can't represent are
// preserved in the stash.

export type { Allowance } from "./converter/allowance.ts";
export type {
  Conversion,
  ConversionFault,
  ConversionFaultCode,
  Converter,
  ConverterInput,
  StringMap,
} from "./converter/converter.ts";
export type { ConvertibleKind, VersionEdge } from "./converter/convertible-kind.ts";
export { Growth, maxMultipliedBytes } from "./converter/growth.ts";
export { type Stash, type StashEntries, stashFor } from "./converter/stash/stash.ts";

// The registry of kinds. It refuses a kind if no conversions connect two of its versions.

export { type ConversionRegistry, conversionRegistry } from "./conversion/registry.ts";
export { IncompleteRegistry } from "./converter/convertible-kind.ts";

// The service, which turns the bytes of a review into the bytes of its response, on any host.

export { type Deadline, deadlineOf } from "./request/deadline.ts";
export type { HttpResponse } from "./request/http-response.ts";
export type { Log, LogLine } from "./request/log.ts";
export { type Route, routeOf, type Verb } from "./request/routes.ts";
export {
  type ReviewServiceOptions,
  reviewService,
  type Service,
  type VerbHandler,
} from "./service/review-service.ts";
export { createService, type ServiceOptions } from "./service/service.ts";
export { converting } from "./service/verbs/converting.ts";
export { mutating } from "./service/verbs/mutating.ts";
export { validating } from "./service/verbs/validating.ts";

// Exact JSON: values as kube-apiserver reads them, with integers of 64 bits and `__proto__` as an ordinary key.

export { equal } from "./json/equal.ts";
export type { JsonError } from "./json/error.ts";
export { type ParseOptions, parse, parseBytes } from "./json/parse.ts";
export {
  assign,
  Float,
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
  member,
} from "./json/value.ts";
export { stringify } from "./json/write.ts";

// Results of functions that can fail in an expected way.

export { type Err, err, type Ok, ok, type Result } from "./json/result.ts";

// What kube-apiserver does in a conversion: its request, its rules for a response, and the gate that applies these
// rules before a response is sent.

export { conversionGate, type FailureClass, type GateFault } from "./protocol/gate/conversion.ts";
export {
  type ConversionSetting,
  type ConversionSubject,
  conversionRequest,
  conversionSetting,
} from "./protocol/webhook-client/conversion-request.ts";
export { convertByWebhook } from "./protocol/webhook-client/convert-by-webhook.ts";
export type { WebhookResponse } from "./protocol/webhook-client/http-response.ts";

// Types of the Kubernetes API that handlers use.

export {
  apiVersionOf,
  type GroupVersion,
  type GroupVersionKind,
  parseApiVersion,
} from "./protocol/gvk.ts";
export type { FieldErrorType } from "./schema/field-error/field-error.ts";
