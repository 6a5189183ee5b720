import type { FunctionDeclaration } from "../library/declaration.ts";
import { type CelType, typeOf } from "../type/cel-type.ts";
import { messageFields, typeNames } from "./messages.ts";

/** The fields of a named type, by the names that expressions use. */
export type Fields = ReadonlyMap<string, CelType>;

/** What an expression is checked against. */
export interface Environment {
  readonly variables: ReadonlyMap<string, CelType>;
  /** The object types of a schema, by name. */
  readonly structs: ReadonlyMap<string, Fields>;
  readonly functions: ReadonlyMap<string, FunctionDeclaration>;
}

/** What a name stands for: a variable, or a type as a value. */
export interface Named {
  readonly name: string;
  readonly type: CelType;
  readonly isVariable: boolean;
}

/** The names that are known at one place of an expression. */
export class Scope {
  readonly #parent: Scope | undefined;
  readonly #variables: ReadonlyMap<string, CelType>;
  readonly #environment: Environment;

  constructor(
    environment: Environment,
    variables: ReadonlyMap<string, CelType> = environment.variables,
    parent?: Scope,
  ) {
    this.#environment = environment;
    this.#variables = variables;
    this.#parent = parent;
  }

  /** A scope within, with names of its own. */
  with(variables: Iterable<readonly [string, CelType]>): Scope {
    return new Scope(this.#environment, new Map(variables), this);
  }

  /** What a name stands for, the innermost first; a leading dot changes nothing. */
  find(written: string): Named | undefined {
    const name = written.startsWith(".") ? written.slice(1) : written;
    const type = this.#variable(name);
    if (type !== undefined) return { name, type, isVariable: true };
    const meant = typeNames.get(name);
    if (meant !== undefined) return { name, type: typeOf(meant), isVariable: false };
    return this.#environment.structs.has(name)
      ? { name, type: typeOf({ kind: "struct", name, parameters: [] }), isVariable: false }
      : undefined;
  }

  #variable(name: string): CelType | undefined {
    const own = this.#variables.get(name);
    return own === undefined && this.#parent !== undefined ? this.#parent.#variable(name) : own;
  }

  findFunction(written: string): FunctionDeclaration | undefined {
    return this.#environment.functions.get(written.startsWith(".") ? written.slice(1) : written);
  }

  /** The fields of a named type, undefined where there is no such type. */
  fieldsOf(name: string): Fields | undefined {
    return this.#environment.structs.get(name) ?? messageFields(name);
  }
}
