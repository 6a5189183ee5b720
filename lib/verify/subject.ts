import { convertObject } from "../conversion/convert-object.ts";
import { type ConversionRegistry, conversionRegistry } from "../conversion/registry.ts";
import { Allowance } from "../converter/allowance.ts";
import type { ConversionFault, Converter } from "../converter/converter.ts";
import type { ConvertibleKind } from "../converter/convertible-kind.ts";
import { isHookFault } from "../converter/hook-fault.ts";
import type { CrdFacts, CrdVersion, GoneVersion } from "../crd/crd-facts.ts";
import { objectValidators } from "../crd/validator/object-validators.ts";
import { deepFreeze } from "../json/deep-freeze.ts";
import type { JsonObject } from "../json/value.ts";
import type { KindEdge } from "../kind/kind.ts";
import { type ConversionStep, stepsBetween } from "../kind/kind-steps.ts";
import type { Example } from "../lens/language/example.ts";
import type { LensData } from "../lens/language/rule.ts";
import type { ReviewObject } from "../protocol/conversion-review.ts";
import type { ConstraintViolation } from "../schema/constraint/constraint-violation.ts";
import { pruneDefaults } from "../schema/defaulting/prune-defaults.ts";
import { parseStructural } from "../schema/structural/parse.ts";
import type { Structural } from "../schema/structural/structural.ts";
import { HookFailed, InputWritten } from "./crashes.ts";
import { Ungenerated } from "./ungenerated.ts";
import { mutableCopy } from "./values/mutable-copy.ts";
import type { AdmissionRegistration } from "./webhook/admission/registration.ts";
import type { ReviewVersion } from "./webhook/exchange.ts";
import type { ReviewPort } from "./webhook/review-port.ts";

/** What the laws need of a kind: its conversions, its schemas, and the lenses where it has some. */
export interface CheckedKind extends ConvertibleKind<KindEdge> {
  readonly crd: CrdFacts;
  readonly gone?: readonly GoneVersion[];
  readonly lenses: readonly LensData[];
  /** Objects of the kind, in any of its versions, that somebody writes: generated objects grow from them, and nothing in them is excused. */
  readonly samples?: readonly JsonObject[];
  /** Objects at two versions, as {@link samples}, each of which must become the other. */
  readonly examples?: readonly Example[];
}

/** A version that the laws are tried at. */
export interface SubjectVersion {
  readonly name: string;
  readonly schema: Structural;
  readonly scale: CrdVersion["scale"];
  readonly ungenerated: Ungenerated;
}

/** The outcome of a conversion: the kind refuses an object by a fault; a crash is an exception. */
export type ConversionOutcome =
  | { readonly type: "converted"; readonly object: ReviewObject }
  | { readonly type: "refused"; readonly fault: ConversionFault }
  | { readonly type: "crashed"; readonly error: unknown };

/** Runs a schema's rules (`x-kubernetes-validations`) on a whole object. */
export type ObjectRules = (
  schema: Structural,
  object: JsonObject,
) => readonly ConstraintViolation[];

/** What the laws must know of a conversion of which only the responses are seen: a webhook of any make. */
export interface BlackBox {
  /** The webhook, for laws of reviews. */
  readonly webhook: ReviewPort;
  /** The version of the reviews that it is sent, and all that it must understand. */
  readonly reviewVersion: ReviewVersion;
  readonly reviewVersions: readonly ReviewVersion[];
  /** True for an annotation in which the webhook may preserve values: one that no object had before its conversion. */
  readonly isPreserved: (annotation: string) => boolean;
  /** True for a path at which the law that is tried may lose or change a value: somebody acknowledged it. */
  readonly isKnownLoss: (path: string) => boolean;
  /** True where bodies that are written to do harm, and reviews of more than 1 MB, may be sent. */
  readonly sendsHostile: boolean;
  /** How the webhook is registered for admission; left out for one that converts. */
  readonly admission?: AdmissionRegistration;
  /** The kind's conversion webhook, for one that is registered for admission. */
  readonly conversion?: ReviewPort;
}

/** A kind prepared for the laws. */
export interface Subject {
  readonly kind: CheckedKind;
  /** Left out for a kind whose conversions are known. */
  readonly blackBox?: BlackBox;
  /** The versions whose schemas are known: those of the CRD, and some that it no longer lists. */
  readonly versions: ReadonlyMap<string, SubjectVersion>;
  /**
   * Converts a frozen copy: a converter that writes to its input crashes with {@link InputWritten}.
   * Never throws.
   */
  readonly convert: (object: ReviewObject, version: string) => ConversionOutcome;
  /** The single conversions from one version to another. */
  readonly steps: (from: string, to: string) => readonly ConversionStep[];
  readonly evaluateRules: ObjectRules | undefined;
}

/** A direction between two versions of a kind. */
export interface Direction {
  readonly subject: Subject;
  readonly from: SubjectVersion;
  readonly to: SubjectVersion;
}

/** Prepares a kind. Throws IncompleteRegistry where its versions are not connected. */
export function subjectOf(kind: CheckedKind, evaluateRules?: ObjectRules): Subject {
  const plain = conversionRegistry([kind]);
  const frozen = conversionRegistry([withFrozenInput(kind)]);
  const { group } = kind;
  const attempt = (
    registry: ConversionRegistry,
    object: ReviewObject,
    version: string,
  ): ConversionOutcome => {
    try {
      const source = mutableCopy(object);
      const result = convertObject(
        registry,
        source,
        { group, version },
        new Allowance({ validators: objectValidators, callsHooksTwice: true }),
      );
      if (result.ok) {
        return { type: "converted", object: typed(result.value, group, kind.kind, version) };
      }
      return isHookFault(result.error)
        ? { type: "crashed", error: new HookFailed(result.error) }
        : { type: "refused", fault: result.error };
    } catch (error) {
      return { type: "crashed", error };
    }
  };
  const steps = new Map<string, readonly ConversionStep[]>();
  return {
    kind,
    versions: versionsOf(kind),
    evaluateRules,
    convert: (object, version) => {
      const outcome = attempt(frozen, object, version);
      if (outcome.type !== "crashed") return outcome;
      // A conversion that works on a copy which it may write to crashed because it wrote.
      const wrote = attempt(plain, object, version).type !== "crashed";
      return wrote ? { type: "crashed", error: new InputWritten(object, outcome.error) } : outcome;
    },
    steps: (from, to) => {
      const key = `${from} ${to}`;
      const known = steps.get(key) ?? stepsBetween(kind, from, to);
      steps.set(key, known);
      return known;
    },
  };
}

/** The kind with conversions whose input is frozen, at each step of a path. */
function withFrozenInput(kind: CheckedKind): CheckedKind {
  const frozen =
    (convert: Converter): Converter =>
    (source, growth) =>
      convert(deepFreeze({ ...source, body: mutableCopy(source.body) }), growth);
  const edges = kind.edges.map((edge) => ({
    ...edge,
    forward: frozen(edge.forward),
    backward: frozen(edge.backward),
  }));
  return { ...kind, edges };
}

/** The versions of a kind by name, ready for the laws. */
export function versionsOf(kind: CheckedKind): ReadonlyMap<string, SubjectVersion> {
  return new Map(knownVersions(kind).map((version) => [version.name, versionOf(version)]));
}

/** A version with a schema. */
type KnownVersion = Pick<CrdVersion, "name" | "schema" | "scale">;

/** The versions of the CRD, and those that it no longer lists, as far as their schemas are known. */
function knownVersions({ crd, gone = [] }: CheckedKind): readonly KnownVersion[] {
  const others = gone.flatMap(({ name, schema }) => (schema === undefined ? [] : { name, schema }));
  return [...crd.versions, ...others];
}

function versionOf({ name, schema, scale }: KnownVersion): SubjectVersion {
  const structural = pruneDefaults(parseStructural(schema).structural);
  return { name, schema: structural, scale, ungenerated: new Ungenerated() };
}

function typed(object: JsonObject, group: string, kind: string, version: string): ReviewObject {
  return { ...object, apiVersion: `${group}/${version}`, kind };
}

/** All pairs of versions in both directions, in the order of the CRD. */
export function directionsOf(subject: Subject): readonly Direction[] {
  const versions = [...subject.versions.values()];
  return versions.flatMap((from) =>
    versions.filter((to) => to !== from).map((to) => ({ subject, from, to })),
  );
}

/** The same two versions in the other direction. */
export function reversed({ subject, from, to }: Direction): Direction {
  return { subject, from: to, to: from };
}
