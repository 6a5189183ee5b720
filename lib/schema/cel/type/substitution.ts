import {
  type CelType,
  dynType,
  isDyn,
  listOf,
  mapOf,
  opaqueType,
  sameType,
  typeOf,
} from "./cel-type.ts";

/**
 * What type variables stand for, found out while checking.
 * Source: github.com/google/cel-go@v0.26.0 checker/types.go, checker/mapping.go.
 */
export class Substitution {
  readonly #types = new Map<string, CelType>();
  /** What to do to get back to an earlier state. */
  readonly #trail: (readonly [name: string, type: CelType | undefined])[] = [];

  /** True when a value of type `b` may stand where `a` is wanted; only then variables are bound. */
  assign(a: CelType, b: CelType): boolean {
    return this.#attempt(() => this.#isAssignable(a, b));
  }

  /** As {@link assign} for each pair of two lists. */
  assignAll(a: readonly CelType[], b: readonly CelType[]): boolean {
    return this.#attempt(() => this.#areAssignable(a, b));
  }

  /** The type with all bound variables replaced, free ones by dyn if wanted. */
  resolve(type: CelType, free: "keep" | "dyn" = "keep"): CelType {
    if (type.kind === "parameter") {
      const bound = this.#types.get(type.name);
      if (bound !== undefined) return this.resolve(bound, free);
      return free === "dyn" ? dynType : type;
    }
    return type.parameters.length === 0
      ? type
      : mapParameters(type, (part) => this.resolve(part, free));
  }

  #attempt(test: () => boolean): boolean {
    const mark = this.#trail.length;
    if (test()) return true;
    while (this.#trail.length > mark) {
      const [name, type] = this.#trail.pop() ?? ["", undefined];
      if (type === undefined) this.#types.delete(name);
      else this.#types.set(name, type);
    }
    return false;
  }

  #bind({ name }: CelType, type: CelType): void {
    this.#trail.push([name, this.#types.get(name)]);
    this.#types.set(name, type);
  }

  #isAssignable(a: CelType, b: CelType): boolean {
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
    return (
      a.length === b.length &&
      a.every((type, index) => {
        const other = b[index];
        return other !== undefined && this.#isAssignable(type, other);
      })
    );
  }

  /** Whether a type may be what a variable stands for; "unbound" where it may not and the variable has no type yet. */
  #fits(type: CelType, variable: CelType): "yes" | "no" | "unbound" {
    if (sameType(type, variable)) return "yes";
    const bound = this.#types.get(variable.name);
    if (bound === undefined) {
      if (this.#occurs(variable, type)) return "unbound";
      this.#bind(variable, type);
      return "yes";
    }
    if (sameType(type, bound)) return "yes";
    if (!this.#isAssignable(type, bound)) return "no";
    const general = moreGeneral(type, bound);
    if (!this.#occurs(variable, general)) this.#bind(variable, general);
    return "yes";
  }

  /** True when a variable stands within a type. */
  #occurs(variable: CelType, type: CelType): boolean {
    if (sameType(variable, type)) return true;
    if (type.kind === "parameter") {
      const bound = this.#types.get(type.name);
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

/** The one of two types that says less. */
export function moreGeneral(a: CelType, b: CelType): CelType {
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

function mapParameters(type: CelType, map: (part: CelType) => CelType): CelType {
  const [first = dynType, second = dynType] = type.parameters;
  switch (type.kind) {
    case "list":
      return listOf(map(first));
    case "map":
      return mapOf(map(first), map(second));
    case "type":
      return typeOf(map(first));
    default:
      return opaqueType(type.name, ...type.parameters.map(map));
  }
}
