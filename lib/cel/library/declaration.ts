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
  typeOf,
  uintType,
} from "../type/cel-type.ts";
import type { CelValue } from "../value/value.ts";

/** What a function does with its arguments; a receiver is the first of them. */
export type Implementation = (...args: readonly CelValue[]) => CelValue;

/** One way of calling a function. */
export interface Overload {
  readonly id: string;
  readonly isMember: boolean;
  /** A receiver is the first argument. */
  readonly args: readonly CelType[];
  readonly result: CelType;
  /** How many letters that stand for any type its argument and result types hold. */
  readonly letterCount: number;
  /** Absent where the function has one implementation for all its overloads, or none. */
  readonly run: Implementation | undefined;
}

/** What a call means: the function, the overloads that its arguments fit, and its type. */
export interface Resolution {
  readonly declared: FunctionDeclaration;
  readonly overloads: readonly Overload[];
  readonly type: CelType;
  /** Of all overloads of that form, fitting or not. */
  readonly letterCount: number;
}

/** A function with its overloads, in the order in which they are tried. */
export interface FunctionDeclaration {
  readonly name: string;
  readonly overloads: readonly Overload[];
  /** One implementation for all overloads, which looks at the values itself. */
  readonly run: Implementation | undefined;
  /** True where values are handed over without a look at their types. */
  readonly isUnguarded: boolean;
  /** True where constant arguments are looked at beforehand: what they stand for may be wrong. */
  readonly hasLiteralRules: boolean;
  /** What checking found for arguments of simple types, by what tells these apart. */
  readonly resolutions: Map<number, Resolution>;
}

/**
 * A library as text: one line for each overload, `function overload-id signature`, with the implementation by overload
 * id, or by function where one serves all overloads. An overload that nothing asks for by its id has `-`. A signature is `(string,int) bool`, with a receiver before the dot:
 * `list(A).(A) int`. Single capital letters stand for any type.
 */
export interface Library {
  readonly declarations: string;
  readonly implementations: Readonly<Record<string, Implementation>>;
  /** By function, what each overload runs that has no implementation by its id; values are held against its types. */
  readonly byFunction?: Readonly<Record<string, Implementation>>;
  /** Functions that take values of any type as they come. */
  readonly unguarded?: readonly string[];
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
  for (const { declarations, implementations, byFunction, unguarded = [] } of libraries) {
    for (const line of declarations.trim().split("\n")) {
      const [name = "", id = "", ...rest] = line.trim().split(" ");
      const known = functions.get(name);
      functions.set(name, {
        name,
        overloads: [
          ...(known?.overloads ?? []),
          overload(id, rest.join(""), implementations[id] ?? byFunction?.[name]),
        ],
        run: known?.run ?? implementations[name],
        isUnguarded: known?.isUnguarded ?? unguarded.includes(name),
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
  const letterCount = reader.letters.size;
  return { id, isMember: receiver.length > 0, args, result, letterCount, run };
}

class SignatureReader {
  readonly letters = new Set<string>();
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
    const word = this.#parts[this.#index++] ?? "";
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
        return typeOf(first);
      default:
        return named.get(word) ?? this.#parameter(word);
    }
  }

  #parameter(letter: string): CelType {
    this.letters.add(letter);
    return parameterType(letter);
  }
}

const containers: ReadonlySet<string> = new Set(["list", "map", "optional", "type"]);
