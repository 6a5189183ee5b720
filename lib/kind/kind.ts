import type { KindAdmission } from "../admission/admission-kind.ts";
import type { ConvertibleKind, VersionEdge } from "../converter/convertible-kind.ts";
import type { CrdFacts } from "../crd/crd-facts.ts";
import type { JsonObject } from "../json/value.ts";
import { lensEdge } from "../lens/edge/edge.ts";
import type { LensData } from "../lens/language/rule.ts";
import type { LensTools } from "../lens/run/compilation.ts";
import type { LensKind } from "../lens/run/engine.ts";

/** The conversions between two versions, with the lens that they are made of; none where they are written in code. */
export interface KindEdge extends VersionEdge {
  readonly lens?: LensData;
}

/** A declared kind. */
export interface Kind extends ConvertibleKind<KindEdge> {
  readonly resource: string;
  readonly scope: string;
  readonly crd: CrdFacts;
  readonly lenses: readonly LensData[];
  /** The validating function denies what can't be converted to another version, or would not be valid there. */
  readonly conversionGuard: boolean;
  /** Objects of the kind: examples, and the objects of lookups where no cluster is connected. */
  readonly samples: readonly JsonObject[];
  readonly admission: KindAdmission;
  readonly dropsUnknownFields: boolean;
  /** Its lenses do not compile, but it is served nevertheless, with a warning in every review. */
  readonly undecided?: boolean;
}

/** What an author declares of a kind besides its CRD. */
export interface KindDeclaration {
  readonly crd: CrdFacts;
  /** Left out for a kind of one version. */
  readonly edges?: readonly VersionEdge[];
  /** Conversions by `lens` or a `conversion.yaml`. */
  readonly lenses?: readonly LensData[];
  /** Optional tools of lenses: YAML in texts, compression of a packed stash. */
  readonly tools?: LensTools;
  /** Versions that the CRD no longer lists but managedFields still refer to. */
  readonly tombstones?: readonly string[];
  /** Left out for a kind without handlers: every request for it is allowed as it is. */
  readonly admission?: KindAdmission;
  /** `drop`: the mutating function removes fields that the request version's schema does not declare. Default `keep`. */
  readonly unknownFields?: "drop" | "keep";
  /**
   * The validating function denies writes of objects that can't be converted to a served or stored version, or would not
   * be valid there. Default false.
   */
  readonly conversionGuard?: boolean;
  readonly samples?: readonly JsonObject[];
}

/** Declares a kind, for conversion and admission. */
export function defineKind({
  crd,
  edges = [],
  lenses = [],
  tools = {},
  tombstones = [],
  admission = { byVersion: {} },
  unknownFields = "keep",
  conversionGuard = false,
  samples = [],
}: KindDeclaration): Kind {
  return {
    group: crd.group,
    kind: crd.kind,
    resource: crd.plural,
    scope: crd.scope,
    versions: [...crd.versions.map(({ name }) => name), ...tombstones],
    edges: [...edges, ...lenses.map((lens) => lensEdge(lensKind(crd, tombstones), lens, tools))],
    lenses,
    crd,
    samples,
    admission,
    dropsUnknownFields: unknownFields === "drop",
    conversionGuard,
  };
}

/** What lenses need of a CRD. */
export function lensKind(
  { group, kind, versions }: CrdFacts,
  tombstones: readonly string[] = [],
): LensKind {
  return {
    group,
    kind,
    versions: [...versions.map(({ name }) => name), ...tombstones],
    schemaOf: (version) => versions.find(({ name }) => name === version)?.schema,
  };
}
