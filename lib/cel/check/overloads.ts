import type { FunctionDeclaration, Overload, Resolution } from "../library/declaration.ts";
import { type CelType, dynType, isClosed, isDyn, sameType } from "../type/cel-type.ts";
import { areKindsIncompatible, mapParameters, type Substitution } from "../type/substitution.ts";

/**
 * Finds the overloads of a function that match the argument types of a call; a receiver is the first argument. The
 * type of the call is the result type of the overloads, or dyn if their result types differ. Undefined if no overload
 * matches. For arguments of simple types, the result is cached with the function.
 */
export function resolveOverloads(
  declared: FunctionDeclaration,
  args: readonly CelType[],
  isMember: boolean,
  variables: Substitution,
): Resolution | undefined {
  const key = cacheKey(args, isMember);
  const known = key === 0 ? undefined : declared.resolutions.get(key);
  if (known !== undefined) {
    variables.skip(known.typeParameterCount);
    return known;
  }
  const found = fittingOverload(declared, args, isMember, variables);
  if (key > 0 && found !== undefined && isClosed(found.type)) declared.resolutions.set(key, found);
  return found;
}

/** A cache key for argument types; 0 (not cached) if a type is not simple. */
function cacheKey(args: readonly CelType[], isMember: boolean): number {
  let key = isMember ? 1 : 2;
  for (const { ordinal } of args) {
    if (ordinal === 0) return 0;
    key = key * 16 + ordinal;
  }
  return key;
}

function fittingOverload(
  declared: FunctionDeclaration,
  args: readonly CelType[],
  isMember: boolean,
  variables: Substitution,
): Resolution | undefined {
  const fits: Overload[] = [];
  let type: CelType | undefined;
  let typeParameterCount = 0;
  for (const overload of declared.overloads) {
    if (overload.isMember !== isMember || overload.args.length !== args.length) continue;
    typeParameterCount += overload.typeParameterCount;
    if (areKindsIncompatible(args, overload.args)) {
      variables.skip(overload.typeParameterCount);
      continue;
    }
    const fresh = overload.typeParameterCount > 0 ? instantiate(overload, variables) : overload;
    if (!variables.assignAll(args, fresh.args)) continue;
    fits.push(overload);
    const result = variables.resolve(fresh.result);
    if (type === undefined) type = result;
    else if (!isDyn(type) && !sameType(result, type)) type = dynType;
  }
  return type === undefined ? undefined : { declared, overloads: fits, type, typeParameterCount };
}

/** The overload with its type parameters replaced by new type variables. */
function instantiate(
  { args, result }: Overload,
  variables: Substitution,
): { readonly args: readonly CelType[]; readonly result: CelType } {
  const typeParameters = new Map<string, CelType>();
  const renamedType = (type: CelType): CelType => {
    if (type.kind !== "parameter") return mapParameters(type, renamedType);
    const variable = typeParameters.get(type.name) ?? variables.fresh();
    typeParameters.set(type.name, variable);
    return variable;
  };
  return { args: args.map(renamedType), result: renamedType(result) };
}
