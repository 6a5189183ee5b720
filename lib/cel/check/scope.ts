import type { Re2 } from "../../schema/pattern/pattern.ts";
import type { FunctionDeclaration } from "../library/declaration.ts";
import { type CelType, typeOfType } from "../type/cel-type.ts";
import { messageFields, namedTypes } from "./messages.ts";

/** The fields of an object type, by the names that expressions use. */
type Fields = ReadonlyMap<string, CelType>;

/** The variables, types and functions that an expression is checked against. */
export interface TypeEnvironment {
  readonly variables: ReadonlyMap<string, CelType>;
  /** The object types in a schema, by name. */
  readonly structs: ReadonlyMap<string, Fields>;
  readonly functions: ReadonlyMap<string, FunctionDeclaration>;
  /** RE2, to check regular expressions in literals. Undefined only if no expression has one. */
  readonly re2: Re2 | undefined;
}

const namespacesByEnvironment = new WeakMap<TypeEnvironment, ReadonlySet<string>>();

/** The first part of each qualified name in an environment: `optional` for `optional.of`. */
function namespacesOf(environment: TypeEnvironment): ReadonlySet<string> {
  const known = namespacesByEnvironment.get(environment);
  if (known !== undefined) return known;
  const { variables, functions } = environment;
  const namespaces = new Set<string>();
  for (const names of [variables, namedTypes, functions]) {
    for (const name of names.keys()) {
      const end = name.indexOf(".");
      if (end >= 0) namespaces.add(name.slice(0, end));
    }
  }
  namespacesByEnvironment.set(environment, namespaces);
  return namespaces;
}

/** A variable that a macro declares, and the variables of the enclosing macros. */
interface LocalVariable {
  readonly name: string;
  readonly type: CelType;
  readonly enclosing: LocalVariable | undefined;
}

/** The variables, types and functions that one part of an expression can use. */
export class Scope {
  readonly #environment: TypeEnvironment;
  readonly #namespaces: ReadonlySet<string>;
  readonly #local: LocalVariable | undefined;

  constructor(
    environment: TypeEnvironment,
    namespaces = namespacesOf(environment),
    local?: LocalVariable,
  ) {
    this.#environment = environment;
    this.#namespaces = namespaces;
    this.#local = local;
  }

  /** A scope within this one, with one more variable. */
  with(name: string, type: CelType): Scope {
    return new Scope(this.#environment, this.#namespaces, { name, type, enclosing: this.#local });
  }

  /** True if a qualified name of the environment, such as `optional.of`, begins with this name. */
  isNamespace(written: string): boolean {
    return this.#namespaces.has(withoutDot(written));
  }

  /**
   * The type of a name that stands for a type, such as type(int) for `int`; undefined for any other name. No name stands
   * for an object type in a schema: the server's names of these can't be known.
   */
  typeNamed(name: string): CelType | undefined {
    const namedType = namedTypes.get(name);
    return namedType && typeOfType(namedType);
  }

  /** The type of a variable. If several variables have the name, the innermost one is used. */
  variable(name: string): CelType | undefined {
    for (let local = this.#local; local !== undefined; local = local.enclosing) {
      if (local.name === name) return local.type;
    }
    return this.#environment.variables.get(name);
  }

  findFunction(written: string): FunctionDeclaration | undefined {
    return this.#environment.functions.get(withoutDot(written));
  }

  /** The fields of a type by its name; undefined if the type does not exist or has no fields. */
  fieldsOf(name: string): Fields | undefined {
    return this.#environment.structs.get(name) ?? messageFields(name);
  }
}

/** A name without its leading dot, which has no effect in Kubernetes' expressions. */
export function withoutDot(written: string): string {
  return written[0] === "." ? written.slice(1) : written;
}
