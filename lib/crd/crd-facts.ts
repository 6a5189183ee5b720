import type { JsonObject } from "../json/value.ts";
import type { ScalePaths } from "../schema/definition/scale-paths.ts";

/** The parts of a CustomResourceDefinition that its kind's `generated.ts` contains, so that a cold start parses no YAML. */
export interface CrdFacts {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly scope: string;
  readonly versions: readonly CrdVersion[];
}

/**
 * A version that the CRD no longer lists but that stored objects may still name. Its objects can be converted but not
 * admitted.
 */
export interface GoneVersion {
  readonly name: string;
  /**
   * The version's `openAPIV3Schema`, as in {@link CrdVersion.schema}. Absent if the schema is unknown: then nothing of
   * this version is checked.
   */
  readonly schema?: JsonObject;
}

/** One version of a CustomResourceDefinition. */
export interface CrdVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  /** The `openAPIV3Schema` without its descriptions. */
  readonly schema: JsonObject;
  /**
   * True if the version has the status subresource. Permission to write the object then does not include permission to
   * write its status.
   */
  readonly hasStatus?: boolean;
  /** The paths of the scale subresource; absent if the version does not have it. */
  readonly scale?: ScalePaths;
}
