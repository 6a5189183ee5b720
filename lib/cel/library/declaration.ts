import { known } from "../../json/invariant.ts";
import { splitText } from "../../json/text-parts.ts";
import {
  boolType,
  bytesType,
  type CelType,
  doubleType,
  durationType,
  dynType,
  intType,
  listOf,
  mapOf,
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

/** Runs a function; a receiver is the first argument. */
export type Implementation = (...args: readonly CelValue[]) => CelValue;

/** One way of calling a function. */
export interface Overload {
  readonly id: string;
  readonly isMember: boolean;
  /** A receiver is the first argument. */
  readonly args: readonly CelType[];
  readonly result: CelType;
  /** The number of type parameters in its argument and result types. */
  readonly typeParameterCount: number;
  /** Absent where the function has one implementation for all its overloads, or none. */
  readonly run: Implementation | undefined;
}

/** A resolved call: the function, the overloads that fit the arguments, and the result type. */
export interface Resolution {
  readonly declared: FunctionDeclaration;
  readonly overloads: readonly Overload[];
  readonly type: CelType;
  /** Of all overloads with that number of arguments, fitting or not. */
  readonly typeParameterCount: number;
}

/** A function and its overloads, in the order of resolution. */
export interface FunctionDeclaration {
  readonly name: string;
  readonly overloads: readonly Overload[];
  /** One implementation for all overloads, which checks the types of the values itself. */
  readonly run: Implementation | undefined;
  /** True where the implementation gets values of any type (cel-go: DisableTypeGuards). */
  readonly hasNoTypeGuard: boolean;
  /** True where literal arguments are validated when the expression compiles. */
  readonly hasLiteralRules: boolean;
  /** Resolutions for arguments of simple types, by cache key. */
  readonly resolutions: Map<number, Resolution>;
}

/**
 * A library as text: one line for each overload, `function overload-id signature`, with the implementation by overload
 * id, or by function where one serves all overloads. An overload whose id is not used has `-`. A signature is
 * `(string,int) bool`, with a receiver before the dot: `list(A).(A) int`. Single capital letters are type parameters.
 */
export interface Library {
  readonly declarations: string;
  readonly implementations: Readonly<Record<string, Implementation>>;
  /** Implementations by function, for overloads without one by id. Values are checked against the declared types. */
  readonly byFunction?: Readonly<Record<string, Implementation>>;
  /** Functions whose implementation gets values of any type. */
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

/** The functions of several libraries by name; overloads of one name stand in the libraries' order. */
export function declareFunctions(
  libraries: readonly Library[],
): ReadonlyMap<string, FunctionDeclaration> {
  const functions = new Map<string, FunctionDeclaration>();
  for (const { declarations, implementations, byFunction, withoutTypeGuard = [] } of libraries) {
    for (const line of declarations.trim().split("\n")) {
      const [name, id, ...rest] = splitText(line.trim(), " ");
      if (id === undefined) throw new Error(`${line} declares a function without an overload`);
      const past = functions.get(name);
      functions.set(name, {
        name,
        overloads: [
          ...(past?.overloads ?? []),
          overload(id, rest.join(""), implementations[id] ?? byFunction?.[name]),
        ],
        run: past?.run ?? implementations[name],
        hasNoTypeGuard: past?.hasNoTypeGuard ?? withoutTypeGuard.includes(name),
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
    const word = known(this.#parts[this.#index++], "a signature has a type here");
    const parameters = this.isAt("(") && containers.has(word) ? this.types() : [];
    const [first = dynType, second = dynType] = parameters;
    switch (word) {
      case "list":
        return listOf(first);
      case "map":
        return mapOf(first, second);
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
