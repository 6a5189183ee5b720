import type { FunctionDeclaration } from "../library/declaration.ts";
import { type CelType, structType, typeOf } from "../type/cel-type.ts";
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

const headsByEnvironment = new WeakMap<Environment, ReadonlySet<string>>();

/** The first parts of all names of several parts that an environment knows. */
function headsOf(environment: Environment): ReadonlySet<string> {
  const known = headsByEnvironment.get(environment);
  if (known !== undefined) return known;
  const { variables, structs, functions } = environment;
  const heads = new Set<string>();
  for (const names of [variables, typeNames, structs, functions]) {
    for (const name of names.keys()) {
      const end = name.indexOf(".");
      if (end >= 0) heads.add(name.slice(0, end));
    }
  }
  headsByEnvironment.set(environment, heads);
  return heads;
}

/** A name within an expression, and the names around it. */
interface Local {
  readonly name: string;
  readonly type: CelType;
  readonly around: Local | undefined;
}

/** The names that are known at one place of an expression. */
export class Scope {
  readonly #environment: Environment;
  readonly #heads: ReadonlySet<string>;
  readonly #local: Local | undefined;

  constructor(environment: Environment, heads = headsOf(environment), local?: Local) {
    this.#environment = environment;
    this.#heads = heads;
    this.#local = local;
  }

  /** A scope within, with a name of its own. */
  with(name: string, type: CelType): Scope {
    return new Scope(this.#environment, this.#heads, { name, type, around: this.#local });
  }

  /** False where no name of several parts begins with this one. */
  isHead(written: string): boolean {
    return this.#heads.has(withoutDot(written));
  }

  /** The type of what a name stands for, if that is a type as a value. */
  typeNamed(name: string): CelType | undefined {
    const meant = typeNames.get(name);
    if (meant !== undefined) return typeOf(meant);
    return this.#environment.structs.has(name) ? typeOf(structType(name)) : undefined;
  }

  /** The type of a variable, the innermost of that name. */
  variable(name: string): CelType | undefined {
    for (let local = this.#local; local !== undefined; local = local.around) {
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

/** A name as it is known: a leading dot changes nothing. */
export function withoutDot(written: string): string {
  return written[0] === "." ? written.slice(1) : written;
}
