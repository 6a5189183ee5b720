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
import type { ReviewVersion } from "../protocol/review.ts";
import type { ConstraintViolation } from "../schema/constraint/constraint-violation.ts";
import { pruneDefaults } from "../schema/defaulting/prune-defaults.ts";
import { parseStructural } from "../schema/structural/parse.ts";
import type { Structural } from "../schema/structural/structural.ts";
import { HookFailed, InputMutated } from "./crashes.ts";
import { UngeneratedPaths } from "./ungenerated-paths.ts";
import { mutableCopy } from "./values/mutable-copy.ts";
import type { AdmissionRegistration } from "./webhook/admission/registration.ts";
import type { ReviewPort } from "./webhook/review-port.ts";

/** What the laws need from a kind: its conversions, its schemas, and its lenses if it has any. */
export interface CheckedKind extends ConvertibleKind<KindEdge> {
  readonly crd: CrdFacts;
  readonly gone?: readonly GoneVersion[];
  readonly lenses: readonly LensData[];
  /** Objects at any of the kind's versions. Objects are generated from them; entries of `accept` don't excuse them. */
  readonly samples?: readonly JsonObject[];
  /** Pairs of objects at two versions, which must convert to each other; in one direction only if the example says so. */
  readonly examples?: readonly Example[];
}

/** A version with a schema, on which laws are tried. */
export interface SubjectVersion {
  readonly name: string;
  readonly schema: Structural;
  readonly scale: CrdVersion["scale"];
  readonly ungenerated: UngeneratedPaths;
}

/** The outcome of a conversion. `refused`: the kind returned a fault. `crashed`: its code threw, or a hook failed. */
export type ConversionOutcome =
  | { readonly type: "converted"; readonly object: ReviewObject }
  | { readonly type: "refused"; readonly fault: ConversionFault }
  | { readonly type: "crashed"; readonly error: unknown };

/** Evaluates a schema's rules (`x-kubernetes-validations`) on a whole object. */
export type ObjectRules = (
  schema: Structural,
  object: JsonObject,
) => readonly ConstraintViolation[];

/** What the laws need to know about a webhook that is known only by its responses. */
export interface BlackBox {
  /** The webhook, for laws that send reviews themselves. */
  readonly webhook: ReviewPort;
  /** The version of the reviews to send. */
  readonly reviewVersion: ReviewVersion;
  /** All review versions that the webhook must accept. */
  readonly reviewVersions: readonly ReviewVersion[];
  /** True for an annotation in which the webhook may preserve values: no sample and no generated object has it. */
  readonly isPreserved: (annotation: string) => boolean;
  /** True for a path at which the present law may lose or change a value, because the user acknowledged that loss. */
  readonly isKnownLoss: (path: string) => boolean;
  /** True if reviews of more than 1 MB, and bodies that are meant to do harm, may be sent. */
  readonly sendsHostile: boolean;
  /** The registration of an admission webhook; absent for a conversion webhook. */
  readonly admission?: AdmissionRegistration;
  /** For an admission webhook: the kind's conversion webhook. */
  readonly conversion?: ReviewPort;
}

/** A kind prepared for the laws. */
export interface Subject {
  readonly kind: CheckedKind;
  /** Present for a webhook; absent for a kind whose conversions run in this process. */
  readonly blackBox?: BlackBox;
  /** The versions with a known schema, by name: those in the CRD, and gone versions. */
  readonly versions: ReadonlyMap<string, SubjectVersion>;
  /**
   * Converts an object, which itself is not changed. Never throws. In this process, converters get a frozen copy of the body: the
   * outcome is `crashed` with {@link InputMutated} if one writes to it.
   */
  readonly convert: (object: ReviewObject, version: string) => ConversionOutcome;
  /** The conversions on the path from one version to another, in order. */
  readonly steps: (from: string, to: string) => readonly ConversionStep[];
  readonly evaluateRules: ObjectRules | undefined;
}

/** Conversion of a kind from one version to another. */
export interface Direction {
  readonly subject: Subject;
  readonly from: SubjectVersion;
  readonly to: SubjectVersion;
}

/** Prepares a kind for the laws. Throws IncompleteRegistry if no path of conversions connects all versions. */
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
        return { type: "converted", object: withTypeMeta(result.value, group, kind.kind, version) };
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
    versions: subjectVersions(kind),
    evaluateRules,
    convert: (object, version) => {
      const outcome = attempt(frozen, object, version);
      if (outcome.type !== "crashed") return outcome;
      // If the conversion does not crash on a copy that is not frozen, it crashed because it wrote to its input.
      const wrote = attempt(plain, object, version).type !== "crashed";
      return wrote ? { type: "crashed", error: new InputMutated(object, outcome.error) } : outcome;
    },
    steps: (from, to) => {
      const key = `${from} ${to}`;
      const known = steps.get(key) ?? stepsBetween(kind, from, to);
      steps.set(key, known);
      return known;
    },
  };
}

/** The kind with conversions that get frozen input, at each step of a path. */
function withFrozenInput(kind: CheckedKind): CheckedKind {
  const frozenConverter =
    (convert: Converter): Converter =>
    (source, growth) =>
      convert(deepFreeze({ ...source, body: mutableCopy(source.body) }), growth);
  const edges = kind.edges.map((edge) => ({
    ...edge,
    forward: frozenConverter(edge.forward),
    backward: frozenConverter(edge.backward),
  }));
  return { ...kind, edges };
}

/** The versions of a kind that have a schema, by name. */
export function subjectVersions(kind: CheckedKind): ReadonlyMap<string, SubjectVersion> {
  return new Map(knownVersions(kind).map((version) => [version.name, subjectVersion(version)]));
}

type KnownVersion = Pick<CrdVersion, "name" | "schema" | "scale">;

/** The versions in the CRD, and gone versions, that have a schema. */
function knownVersions({ crd, gone = [] }: CheckedKind): readonly KnownVersion[] {
  const others = gone.flatMap(({ name, schema }) => (schema === undefined ? [] : { name, schema }));
  return [...crd.versions, ...others];
}

function subjectVersion({ name, schema, scale }: KnownVersion): SubjectVersion {
  const structural = pruneDefaults(parseStructural(schema).structural);
  return { name, schema: structural, scale, ungenerated: new UngeneratedPaths() };
}

function withTypeMeta(
  object: JsonObject,
  group: string,
  kind: string,
  version: string,
): ReviewObject {
  return { ...object, apiVersion: `${group}/${version}`, kind };
}

/** All pairs of versions in both directions, in the order of the CRD. */
export function directionsOf(subject: Subject): readonly Direction[] {
  const versions = [...subject.versions.values()];
  return versions.flatMap((from) =>
    versions.filter((to) => to !== from).map((to) => ({ subject, from, to })),
  );
}

/** The direction from `to` back to `from`. */
export function oppositeDirection({ subject, from, to }: Direction): Direction {
  return { subject, from: to, to: from };
}
