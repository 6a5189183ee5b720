import type { KindAdmission } from "../admission/admission-kind.ts";
import type { ConvertibleKind, VersionEdge } from "../converter/convertible-kind.ts";
import type { CrdFacts, GoneVersion } from "../crd/crd-facts.ts";
import type { JsonObject } from "../json/value.ts";
import { lensEdge } from "../lens/edge/edge.ts";
import type { Example } from "../lens/language/example.ts";
import type { LensData } from "../lens/language/rule.ts";
import type { LensTools } from "../lens/run/compilation.ts";
import type { LensKind } from "../lens/run/engine.ts";
import { type HookCodes, withHooks } from "./hook-codes.ts";

/**
 * The conversions between two versions, with the lens that they come from. The lens is absent for conversions written
 * in code.
 */
export interface KindEdge extends VersionEdge {
  readonly lens?: LensData;
}

/** A kind as {@link defineKind} returns it. */
export interface Kind extends ConvertibleKind<KindEdge> {
  readonly resource: string;
  readonly scope: string;
  readonly crd: CrdFacts;
  readonly lenses: readonly LensData[];
  /**
   * True if the validating webhook denies objects that can't be converted to another version or would be invalid in it.
   */
  readonly conversionGuard: boolean;
  /** Versions that the CRD no longer lists. */
  readonly gone: readonly GoneVersion[];
  /** Sample objects of the kind: for tests and checks, and for lookups without a cluster. */
  readonly samples: readonly JsonObject[];
  /** Pairs of objects at two versions that conversions turn into each other. Examples of a lens are not included. */
  readonly examples: readonly Example[];
  /** Undefined if the kind has no handlers. */
  readonly admission?: KindAdmission;
  readonly dropsUnknownFields: boolean;
  /**
   * True for a kind that is served although its lenses do not compile (`--allow-undecided`). Every admission review
   * gets a warning; conversions are counted in the log.
   */
  readonly undecided?: boolean;
  /** The annotation of a former webhook that the kind's lenses also read: see `withOldStash`. */
  readonly oldStash?: string;
}

/** What an author declares about a kind, besides its CRD. */
export interface KindDeclaration {
  readonly crd: CrdFacts;
  /** Conversions written in code. Left out if there are none. */
  readonly edges?: readonly VersionEdge[];
  /** Conversions written with `lens` or in a `conversion.yaml`. */
  readonly lenses?: readonly LensData[];
  /** The code of the hooks that a `conversion.yaml` names. `generated.ts` exports it. */
  readonly hooks?: HookCodes;
  /** Optional tools for lenses: YAML inside strings, compression of packed preserved values. */
  readonly tools?: LensTools;
  /**
   * Versions that the CRD no longer lists but that stored objects may still name, each with its `openAPIV3Schema`, or
   * null if the schema is unknown; objects of such a version are then not checked.
   */
  readonly gone?: Readonly<Record<string, JsonObject | null>>;
  /** Left out for a kind without handlers: every request for it is allowed. */
  readonly admission?: KindAdmission;
  /** `drop`: the mutating webhook removes fields that the request version's schema does not declare. Default `keep`. */
  readonly unknownFields?: "drop" | "keep";
  /**
   * True: the validating webhook denies writes of objects that can't be converted to a served or stored version, or
   * would be invalid in it. Default false.
   */
  readonly conversionGuard?: boolean;
  readonly samples?: readonly JsonObject[];
  /**
   * Pairs of objects at two versions that conversions turn into each other. Examples of a lens belong in the lens.
   */
  readonly examples?: readonly Example[];
}

/**
 * Declares a kind, for conversion and admission. Throws a TypeError if a lens names a hook whose code is missing or has
 * the wrong form.
 */
export function defineKind({
  crd,
  edges = [],
  lenses: written = [],
  hooks = {},
  tools = {},
  gone: goneSchemas = {},
  admission,
  unknownFields = "keep",
  conversionGuard = false,
  samples = [],
  examples = [],
}: KindDeclaration): Kind {
  const gone = Object.entries(goneSchemas).map(([name, schema]) =>
    schema === null ? { name } : { name, schema },
  );
  const engineKind = lensKind({ crd, gone });
  const converted = written.map((lens) => lensEdge(engineKind, withHooks(lens, hooks), tools));
  const lenses = converted.map(({ lens }) => lens);
  return {
    group: crd.group,
    kind: crd.kind,
    resource: crd.plural,
    scope: crd.scope,
    versions: [...crd.versions, ...gone].map(({ name }) => name),
    edges: [...edges, ...converted],
    lenses,
    crd,
    gone,
    samples,
    examples,
    ...(admission !== undefined && { admission }),
    dropsUnknownFields: unknownFields === "drop",
    conversionGuard,
  };
}

/** The facts about a kind that lenses need. */
export function lensKind({ crd, gone }: Pick<Kind, "crd" | "gone">): LensKind {
  const { group, kind } = crd;
  const versions = [...crd.versions, ...gone];
  return {
    group,
    kind,
    versions: versions.map(({ name }) => name),
    schemaOf: (version) => versions.find(({ name }) => name === version)?.schema,
  };
}
