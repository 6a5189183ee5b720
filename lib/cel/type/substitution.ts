import {
  type CelType,
  dynType,
  isDyn,
  parameterType,
  parametricType,
  sameType,
  type TypeKind,
} from "./cel-type.ts";

/**
 * The types to which type variables are bound.
 * Source: https://github.com/google/cel-go/blob/b02364524316/checker/types.go, checker/mapping.go.
 */
export class Substitution {
  /** Created at the first binding: most expressions have no type variables. */
  #types: Map<string, CelType> | undefined;
  /** Earlier bindings, so that a failed attempt can be undone. */
  readonly #trail: (readonly [name: string, type: CelType | undefined])[] = [];

  #freshCount = 0;

  /** Creates a new type variable. */
  fresh(): CelType {
    return parameterType(`_var${this.#freshCount++}`);
  }

  /**
   * Skips `count` names of variables. The API server uses them for overloads that don't match, and errors show the names.
   */
  skip(count: number): void {
    this.#freshCount += count;
  }

  /** True if a value of type `b` can be used as one of type `a`. If so, binds the type variables in both. */
  assign(a: CelType, b: CelType): boolean {
    const mark = this.#trail.length;
    return this.#isAssignable(a, b) || this.#undo(mark);
  }

  /** Does what {@link assign} does for each pair of two lists of types. */
  assignAll(a: readonly CelType[], b: readonly CelType[]): boolean {
    const mark = this.#trail.length;
    return this.#areAssignable(a, b) || this.#undo(mark);
  }

  /** Replaces the variables in a type by the types to which they are bound. Unbound variables stay or become dyn. */
  resolve(type: CelType, free: "keep" | "dyn" = "keep"): CelType {
    if (this.#types === undefined && free === "keep") return type;
    if (type.kind === "parameter") {
      const bound = this.#types?.get(type.name);
      if (bound !== undefined) return this.resolve(bound, free);
      return free === "dyn" ? dynType : type;
    }
    return type.parameters.length === 0 ? type : this.#resolveParts(type, free);
  }

  #resolveParts(type: CelType, free: "keep" | "dyn"): CelType {
    return mapParameters(type, (part) => this.resolve(part, free));
  }

  /** Restores an earlier state. Returns false, the result of the failed attempt. */
  #undo(mark: number): false {
    while (this.#trail.length > mark) {
      const [name, type] = this.#trail.pop() ?? ["", undefined];
      if (type === undefined) this.#types?.delete(name);
      else this.#types?.set(name, type);
    }
    return false;
  }

  #bind({ name }: CelType, type: CelType): void {
    this.#types ??= new Map();
    this.#trail.push([name, this.#types.get(name)]);
    this.#types.set(name, type);
  }

  #isAssignable(a: CelType, b: CelType): boolean {
    if (a === b) return true;
    if (b.kind === "parameter") {
      const found = this.#fits(a, b);
      if (found !== "unbound") return found === "yes";
    }
    if (a.kind === "parameter") return this.#fits(b, a) === "yes";
    if (isOpen(a) || isOpen(b)) return true;
    if (a.kind === "null") return takesNull(b);
    if (b.kind === "null") return takesNull(a);
    switch (a.kind) {
      case "type":
        return b.kind === "type";
      case "opaque":
      case "list":
      case "map":
        return (
          a.kind === b.kind && a.name === b.name && this.#areAssignable(a.parameters, b.parameters)
        );
      default:
        return a.kind === b.kind && a.name === b.name;
    }
  }

  #areAssignable(a: readonly CelType[], b: readonly CelType[]): boolean {
    if (a.length !== b.length) return false;
    for (let index = 0; index < a.length; index++) {
      const [type, other] = [a[index], b[index]];
      if (type === undefined || other === undefined || !this.#isAssignable(type, other)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Tells whether a type matches the type to which a variable is bound. Binds the variable to the more general of both, or
   * an unbound variable to the type; "unbound" if the type contains the unbound variable.
   */
  #fits(type: CelType, variable: CelType): "yes" | "no" | "unbound" {
    if (sameType(type, variable)) return "yes";
    const bound = this.#types?.get(variable.name);
    if (bound === undefined) {
      if (this.#occurs(variable, type)) return "unbound";
      this.#bind(variable, type);
      return "yes";
    }
    if (sameType(type, bound)) return "yes";
    if (!this.#isAssignable(type, bound)) return "no";
    const general = moreGeneralType(type, bound);
    if (!this.#occurs(variable, general)) this.#bind(variable, general);
    return "yes";
  }

  /** True if a type contains the variable. */
  #occurs(variable: CelType, type: CelType): boolean {
    if (sameType(variable, type)) return true;
    if (type.kind === "parameter") {
      const bound = this.#types?.get(type.name);
      return bound !== undefined && this.#occurs(variable, bound);
    }
    return type.parameters.some((part) => this.#occurs(variable, part));
  }
}

function isOpen(type: CelType): boolean {
  return isDyn(type) || type.kind === "error";
}

function takesNull({ kind, isNullable }: CelType): boolean {
  return (
    kind === "opaque" ||
    kind === "struct" ||
    kind === "duration" ||
    kind === "timestamp" ||
    kind === "null" ||
    isNullable === true
  );
}

/** The more general one of two types. */
export function moreGeneralType(a: CelType, b: CelType): CelType {
  return isNoMoreSpecific(a, b) ? a : b;
}

function isNoMoreSpecific(a: CelType, b: CelType): boolean {
  if (isDyn(a) || a.kind === "parameter") return true;
  if (isDyn(b) || b.kind === "parameter" || a.kind !== b.kind) return false;
  if (a.kind === "type") return true;
  if (a.kind !== "opaque" && a.kind !== "list" && a.kind !== "map") return sameType(a, b);
  return (
    a.name === b.name &&
    a.parameters.length === b.parameters.length &&
    a.parameters.every((part, index) => {
      const other = b.parameters[index];
      return other !== undefined && isNoMoreSpecific(part, other);
    })
  );
}

/** Applies a function to the parameters of a type. Returns the same type if none of them changed. */
export function mapParameters(type: CelType, map: (part: CelType) => CelType): CelType {
  const { kind, name, parameters } = type;
  if (parameters.length === 0) return type;
  const mapped = parameters.map(map);
  const isSame = mapped.every((part, index) => part === parameters[index]);
  return isSame ? type : parametricType(kind, name, mapped);
}

/** True if the kinds of types alone show that an argument does not match. */
export function areKindsIncompatible(
  args: readonly CelType[],
  wanted: readonly CelType[],
): boolean {
  for (let index = 0; index < args.length; index++) {
    const [given, declared] = [args[index]?.kind, wanted[index]?.kind];
    if (given === declared || given === undefined || declared === undefined) continue;
    if (!isFlexible(given) && !isFlexible(declared)) return true;
  }
  return false;
}

/** True for a kind that can match other kinds too. */
function isFlexible(kind: TypeKind): boolean {
  return (
    kind === "parameter" || kind === "dyn" || kind === "any" || kind === "error" || kind === "null"
  );
}
