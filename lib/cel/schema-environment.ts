import type { Re2 } from "../schema/pattern/pattern.ts";
import type { TypeEnvironment } from "./check/scope.ts";
import { kubernetesFunctions } from "./library/kubernetes-functions.ts";
import { type DeclaredType, declaredType, structsOf } from "./schema/declared-type.ts";
import type { TypeSource } from "./schema/type-source.ts";
import { type CelType, dynType, optionalOf } from "./type/cel-type.ts";

/** The type name of `self` in error messages. The API server appends digits that vary. */
const selfTypeName = "selfType";

/** The environments in which the rules of one schema are compiled. */
export interface SchemaEnvironment {
  readonly declared: DeclaredType;
  readonly environment: TypeEnvironment;
  /** Like {@link environment}, but `oldSelf` is an optional. */
  readonly withOptionalOldSelf: TypeEnvironment;
}

/** The environments for the rules of a schema, given the source of its type; undefined if the schema has no type. */
export function schemaEnvironment(
  { structural, isRoot }: TypeSource,
  re2: Re2 | undefined,
): SchemaEnvironment | undefined {
  const declared = declaredType(structural, isRoot, selfTypeName);
  if (declared === undefined) return undefined;
  const { type } = declared;
  const environment = (oldType: CelType): TypeEnvironment => ({
    variables: new Map([
      ["self", type],
      ["oldSelf", oldType],
    ]),
    structs: structsOf(declared),
    functions: kubernetesFunctions(re2),
    re2,
  });
  return {
    declared,
    environment: environment(type),
    withOptionalOldSelf: environment(optionalOf(type)),
  };
}

/** The environment for an expression about a value without a schema. */
export function untypedEnvironment(re2: Re2 | undefined): TypeEnvironment {
  return {
    variables: new Map([["self", dynType]]),
    structs: new Map(),
    functions: kubernetesFunctions(re2),
    re2,
  };
}
