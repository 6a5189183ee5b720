import { assertDefined } from "../../json/invariant.ts";
import { splitText } from "../../json/text-parts.ts";
import {
  boolType,
  bytesType,
  type CelType,
  doubleType,
  durationType,
  dynType,
  intType,
  listTypeOf,
  mapTypeOf,
  nullType,
  opaqueType,
  optionalOf,
  parameterType,
  stringType,
  structType,
  timestampType,
  typeOfType,
  uintType,
} from "../type/cel-type.ts";
import type { CelValue } from "../value/value.ts";

/** The implementation of a function. A receiver is the first argument. */
export type Implementation = (...args: readonly CelValue[]) => CelValue;

/** One overload of a function: the argument types that it accepts, and its result type. */
export interface Overload {
  readonly id: string;
  readonly isMember: boolean;
  /** The argument types. A receiver is the first argument. */
  readonly args: readonly CelType[];
  readonly result: CelType;
  /** The number of type parameters in the argument and result types. */
  readonly typeParameterCount: number;
  /** Undefined if the function has one implementation for all its overloads, or none. */
  readonly run: Implementation | undefined;
}

/** A resolved call: the function, the overloads that match the argument types, and the result type. */
export interface Resolution {
  readonly declared: FunctionDeclaration;
  readonly overloads: readonly Overload[];
  readonly type: CelType;
  /** Counts the type parameters of all overloads with this number of arguments, also of those that don't match. */
  readonly typeParameterCount: number;
}

/** A function and its overloads, in the order in which they are tried. */
export interface FunctionDeclaration {
  readonly name: string;
  readonly overloads: readonly Overload[];
  /**
   * The implementation for all overloads, which checks the types of the values itself; undefined if overloads have their
   * own implementations or the function has none.
   */
  readonly run: Implementation | undefined;
  /** True if the implementation accepts values of any type (DisableTypeGuards in cel-go). */
  readonly hasNoTypeGuard: boolean;
  /** True if literal arguments are validated when an expression is compiled. */
  readonly hasLiteralRules: boolean;
  /** A cache of resolutions for arguments of simple types. */
  readonly resolutions: Map<number, Resolution>;
}

/**
 * The functions of a library as text, with one line for each overload: `function overload-id signature`. A signature is
 * `(string,int) bool`, or with a receiver before the dot `list(A).(A) int`. Single capital letters are type parameters.
 * The overload id is `-` if nothing refers to it. Implementations are given by overload id, or by function for all its
 * overloads.
 */
export interface Library {
  readonly declarations: string;
  readonly implementations: Readonly<Record<string, Implementation>>;
  /**
   * Implementations by function, for overloads without an implementation of their own. At a call, values are checked
   * against the declared types.
   */
  readonly byFunction?: Readonly<Record<string, Implementation>>;
  /** Names of functions whose implementation accepts values of any type. */
  readonly withoutTypeGuard?: readonly string[];
}

const named: ReadonlyMap<string, CelType> = new Map([
  ...[dynType, boolType, bytesType, doubleType, intType, uintType, stringType, nullType].map(
    (type) => [type.kind, type] as const,
  ),
  ...[durationType, timestampType].map((type) => [type.kind, type] as const),
  ...["IP", "CIDR"].map((name) => [name, opaqueType(`net.${name}`)] as const),
  ...["URL", "Quantity", "Semver"].map((name) => [name, structType(`kubernetes.${name}`)] as const),
  ["Format", structType("kubernetes.NamedFormat")],
  ...["Authorizer", "PathCheck", "GroupCheck", "ResourceCheck", "Decision"].map(
    (name) => [name, structType(`kubernetes.authorization.${name}`)] as const,
  ),
]);

const literalRules: ReadonlySet<string> = new Set(["duration", "timestamp", "matches", "format"]);

/** The functions of several libraries by name. The overloads of a function are in the order of the libraries. */
export function declareFunctions(
  libraries: readonly Library[],
): ReadonlyMap<string, FunctionDeclaration> {
  const functions = new Map<string, FunctionDeclaration>();
  for (const { declarations, implementations, byFunction, withoutTypeGuard = [] } of libraries) {
    for (const line of declarations.trim().split("\n")) {
      const [name, id, ...rest] = splitText(line.trim(), " ");
      if (id === undefined) throw new Error(`${line} declares a function without an overload`);
      const earlier = functions.get(name);
      functions.set(name, {
        name,
        overloads: [
          ...(earlier?.overloads ?? []),
          overload(id, rest.join(""), implementations[id] ?? byFunction?.[name]),
        ],
        run: earlier?.run ?? implementations[name],
        hasNoTypeGuard: earlier?.hasNoTypeGuard ?? withoutTypeGuard.includes(name),
        hasLiteralRules: literalRules.has(name),
        resolutions: new Map(),
      });
    }
  }
  return functions;
}

function overload(id: string, signature: string, run: Implementation | undefined): Overload {
  const reader = new SignatureReader(signature);
  const receiver = reader.isAt("(") ? [] : [reader.type()];
  if (receiver.length > 0) reader.skip(".");
  const args = [...receiver, ...reader.types()];
  const result = reader.type();
  const typeParameterCount = reader.typeParameters.size;
  return { id, isMember: receiver.length > 0, args, result, typeParameterCount, run };
}

class SignatureReader {
  readonly typeParameters = new Set<string>();
  readonly #parts: readonly string[];
  #index = 0;

  constructor(signature: string) {
    this.#parts = signature.match(/[A-Za-z]+|[(),.]/g) ?? [];
  }

  isAt(part: string): boolean {
    return this.#parts[this.#index] === part;
  }

  skip(part: string): boolean {
    const found = this.isAt(part);
    if (found) this.#index++;
    return found;
  }

  types(): readonly CelType[] {
    const types: CelType[] = [];
    this.skip("(");
    while (!this.skip(")")) {
      types.push(this.type());
      this.skip(",");
    }
    return types;
  }

  type(): CelType {
    const word = assertDefined(
      this.#parts[this.#index++],
      "a signature has a type at this position",
    );
    const parameters = this.isAt("(") && containers.has(word) ? this.types() : [];
    const [first = dynType, second = dynType] = parameters;
    switch (word) {
      case "list":
        return listTypeOf(first);
      case "map":
        return mapTypeOf(first, second);
      case "optional":
        return optionalOf(first);
      case "type":
        return typeOfType(first);
      default:
        return named.get(word) ?? this.#parameter(word);
    }
  }

  #parameter(name: string): CelType {
    this.typeParameters.add(name);
    return parameterType(name);
  }
}

const containers: ReadonlySet<string> = new Set(["list", "map", "optional", "type"]);
