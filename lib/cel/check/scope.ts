import type { Re2 } from "../../schema/pattern/pattern.ts";
import type { FunctionDeclaration } from "../library/declaration.ts";
import { type CelType, structType, typeOfType } from "../type/cel-type.ts";
import { messageFields, typeNames } from "./messages.ts";

/** The fields of a named type, by the names that expressions use. */
type Fields = ReadonlyMap<string, CelType>;

/** The variables, types and functions that an expression is checked against. */
export interface TypeEnvironment {
  readonly variables: ReadonlyMap<string, CelType>;
  /** The object types of a schema, by name. */
  readonly structs: ReadonlyMap<string, Fields>;
  readonly functions: ReadonlyMap<string, FunctionDeclaration>;
  /** For regular expressions in literals. Undefined only where no expression has one. */
  readonly re2: Re2 | undefined;
}

const namespacesByEnvironment = new WeakMap<TypeEnvironment, ReadonlySet<string>>();

/** The first part of each qualified name of an environment: `optional` of `optional.of`. */
function namespacesOf(environment: TypeEnvironment): ReadonlySet<string> {
  const known = namespacesByEnvironment.get(environment);
  if (known !== undefined) return known;
  const { variables, structs, functions } = environment;
  const namespaces = new Set<string>();
  for (const names of [variables, typeNames, structs, functions]) {
    for (const name of names.keys()) {
      const end = name.indexOf(".");
      if (end >= 0) namespaces.add(name.slice(0, end));
    }
  }
  namespacesByEnvironment.set(environment, namespaces);
  return namespaces;
}

/** A variable that a macro declares, and the enclosing ones. */
interface LocalVariable {
  readonly name: string;
  readonly type: CelType;
  readonly enclosing: LocalVariable | undefined;
}

/** The names that are visible at one point of an expression. */
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

  /** An inner scope with one more variable. */
  with(name: string, type: CelType): Scope {
    return new Scope(this.#environment, this.#namespaces, { name, type, enclosing: this.#local });
  }

  /** True if some qualified name of the environment, such as `optional.of`, begins with the given name. */
  isNamespace(written: string): boolean {
    return this.#namespaces.has(withoutDot(written));
  }

  /** The type of a name that refers to a type as a value. */
  typeNamed(name: string): CelType | undefined {
    const meant = typeNames.get(name);
    if (meant !== undefined) return typeOfType(meant);
    return this.#environment.structs.has(name) ? typeOfType(structType(name)) : undefined;
  }

  /** The type of a variable; the innermost one wins. */
  variable(name: string): CelType | undefined {
    for (let local = this.#local; local !== undefined; local = local.enclosing) {
      if (local.name === name) return local.type;
    }
    return this.#environment.variables.get(name);
  }

  findFunction(written: string): FunctionDeclaration | undefined {
    return this.#environment.functions.get(withoutDot(written));
  }

  /** The fields of a named type, undefined where there is no such type. */
  fieldsOf(name: string): Fields | undefined {
    return this.#environment.structs.get(name) ?? messageFields(name);
  }
}

/** A name without its leading dot, which has no effect here. */
export function withoutDot(written: string): string {
  return written[0] === "." ? written.slice(1) : written;
}
