import type { JsonObject } from "../json/value.ts";
import type { ScalePaths } from "../schema/definition/scale-paths.ts";

/** What `generated.ts` holds of a CustomResourceDefinition, so that a cold start reads no YAML. */
export interface CrdFacts {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly scope: string;
  readonly versions: readonly CrdVersion[];
}

/** One version of a CustomResourceDefinition. */
export interface CrdVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  /** The `openAPIV3Schema` without its descriptions. */
  readonly schema: JsonObject;
  /** True where the version has the status subresource: who may write the object need not be allowed to write its status. */
  readonly hasStatus?: boolean;
  /** Where the scale subresource reads and writes; absent where the version has none. */
  readonly scale?: ScalePaths;
}
