import type { Structural } from "../schema/structural/structural.ts";
import type { Environment } from "./check/scope.ts";
import { kubernetesFunctions } from "./library/library.ts";
import { type DeclaredType, declaredType, structsOf } from "./schema/declared-type.ts";
import { type CelType, dynType, optionalOf } from "./type/cel-type.ts";

/** The name of the type of `self`, as errors show it; the server appends digits that differ from time to time. */
const selfTypeName = "selfType";

/** What the rules of one schema are compiled against. */
export interface SchemaEnvironment {
  readonly declared: DeclaredType;
  readonly environment: Environment;
  /** As {@link environment}, with an `oldSelf` that may be missing. */
  readonly withOptionalOldSelf: Environment;
}

/**
 * The environment of a schema's rules; undefined for a schema that expressions do not see. `isRoot` is true for a
 * resource and for one that is embedded.
 */
export function schemaEnvironment(
  structural: Structural,
  isRoot: boolean,
): SchemaEnvironment | undefined {
  const declared = declaredType(structural, isRoot, selfTypeName);
  if (declared === undefined) return undefined;
  const { type } = declared;
  const environment = (oldType: CelType): Environment => ({
    variables: new Map([
      ["self", type],
      ["oldSelf", oldType],
    ]),
    structs: structsOf(declared),
    functions: kubernetesFunctions(),
  });
  return {
    declared,
    environment: environment(type),
    withOptionalOldSelf: environment(optionalOf(type)),
  };
}

/** The environment of an expression about a value without a schema. */
export function untypedEnvironment(): Environment {
  return {
    variables: new Map([["self", dynType]]),
    structs: new Map(),
    functions: kubernetesFunctions(),
  };
}
