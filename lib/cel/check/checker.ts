import { assertDefined } from "../../json/invariant.ts";
import type { FunctionDeclaration, Resolution } from "../library/declaration.ts";
import { isReserved } from "../schema/escaping.ts";
import type {
  Call,
  Comprehension,
  EntryExpr,
  Expr,
  Ident,
  ListExpr,
  MapExpr,
  Select,
  StructExpr,
} from "../syntax/ast.ts";
import { mapExprs } from "../syntax/ast.ts";
import type { Issue } from "../syntax/issue.ts";
import { operators } from "../syntax/operators.ts";
import type { ParsedExpr } from "../syntax/parser.ts";
import {
  boolType,
  bytesType,
  type CelType,
  declaredName,
  doubleType,
  dynType,
  errorType,
  formatType,
  intType,
  isDyn,
  listTypeOf,
  mapTypeOf,
  nullType,
  optionalOf,
  optionalValueType,
  stringType,
  uintType,
} from "../type/cel-type.ts";
import { moreGeneralType, Substitution } from "../type/substitution.ts";
import { isInt } from "../value/int.ts";
import { Double, Uint } from "../value/value.ts";
import { resolveOverloads } from "./overloads.ts";
import { Scope, type TypeEnvironment, withoutDot } from "./scope.ts";

/** A checked expression, with the results for each node by node id. */
export interface CheckedExpr {
  readonly expr: Expr;
  /** The resolved overloads and the type of each call. */
  readonly calls: readonly (Resolution | undefined)[];
  /** The full name to which an identifier, a chain of fields or a call of a qualified function refers. */
  readonly names: readonly (string | undefined)[];
  /** The ids of nodes that name a type as a value, such as `int` in `type(x) == int`. */
  readonly typeNames: readonly number[];
  /**
   * False if no literal needs a check beyond its type, because the expression has no list, map, duration, timestamp,
   * pattern or format literal. Then validateLiterals has nothing to do.
   */
  readonly hasLiteralRules: boolean;
  /** The type of a node; dyn if the checker could not determine it. */
  typeOf(expr: Expr): CelType;
  /** The full name to which a node refers; the written name if the checker found no other. */
  nameOf(id: number, written: string): string;
}

/**
 * The maximum size of a type, which counts the type itself and all types in it. A map type has two parameters, so each
 * call in a chain of `map(x, {x: x})` doubles the size. The server has no limit, and a request with a long chain ends by
 * its timeout (measured with kube-apiserver 1.36: 12 calls take 0.8 s, 16 take 12 s, 18 reach the timeout). No useful type
 * is nearly as large: the size of the largest type that a schema can declare is the depth of the schema.
 */
const maxTypeSize = 10_000;

/**
 * Determines the type of each node. Adds faults to `issues`, and returns undefined if there are any.
 * Source: https://github.com/google/cel-go/blob/b02364524316/checker/checker.go.
 */
export function checkTypes(
  parsed: ParsedExpr,
  environment: TypeEnvironment,
  issues: Issue[],
): CheckedExpr | undefined {
  const before = issues.length;
  const checker = new Checker(parsed, environment, issues);
  checker.check(parsed.expr);
  return issues.length > before ? undefined : checker;
}

class Checker implements CheckedExpr {
  readonly expr: Expr;
  readonly calls: (Resolution | undefined)[];
  readonly names: (string | undefined)[];
  readonly typeNames: number[] = [];
  hasLiteralRules = false;
  readonly #types: (CelType | undefined)[];
  readonly #issues: Issue[];
  readonly #variables = new Substitution();
  readonly #visit = (expr: Expr): CelType => this.check(expr);
  #scope: Scope;

  constructor({ expr, nodeCount }: ParsedExpr, environment: TypeEnvironment, issues: Issue[]) {
    this.expr = expr;
    this.calls = new Array(nodeCount);
    this.names = new Array(nodeCount);
    this.#types = new Array(nodeCount);
    this.#issues = issues;
    this.#scope = new Scope(environment);
  }

  nameOf(id: number, written: string): string {
    return this.names[id] ?? written;
  }

  typeOf({ id }: Expr): CelType {
    return this.#variables.resolve(
      assertDefined(this.#types[id], "each expression was checked"),
      "dyn",
    );
  }

  check(expr: Expr): CelType {
    const type = this.#limited(expr, this.#find(expr));
    this.#types[expr.id] = type;
    return type;
  }

  #limited({ at }: Expr, type: CelType): CelType {
    if (type.size <= maxTypeSize) return type;
    return this.#report(at, `type size exceeds limit: size: ${type.size}, limit ${maxTypeSize}`);
  }

  #find(expr: Expr): CelType {
    switch (expr.kind) {
      case "literal":
        return literalType(expr.value);
      case "ident":
        return this.#ident(expr);
      case "select":
        return this.#select(expr);
      case "call":
        return this.#call(expr);
      case "list":
        return this.#list(expr);
      case "map":
        return this.#map(expr);
      case "struct":
        return this.#struct(expr);
      case "comprehension":
        return this.#comprehension(expr);
    }
  }

  #report(at: number, message: string): CelType {
    this.#issues.push({ message, at });
    return errorType;
  }

  #undeclared(at: number, name: string): CelType {
    return this.#report(at, `undeclared reference to '${name}' (in container '')`);
  }

  #ident(expr: Ident): CelType {
    return this.#named(expr, expr.name) ?? this.#undeclared(expr.at, expr.name);
  }

  /** The type of the variable or type that a name refers to; undefined if the name refers to neither. */
  #named({ id }: Ident | Select | StructExpr, written: string): CelType | undefined {
    const name = withoutDot(written);
    const variable = this.#scope.variable(name);
    const type = variable ?? this.#scope.typeNamed(name);
    if (type === undefined) return undefined;
    this.names[id] = name;
    if (variable === undefined) this.typeNames.push(id);
    return type;
  }

  #select(expr: Select): CelType {
    const qualified = expr.isTest ? undefined : this.#qualified(expr);
    const named = qualified === undefined ? undefined : this.#named(expr, qualified);
    if (named !== undefined) return named;
    const type = this.#field(expr, expr.operand, expr.field, false);
    return expr.isTest ? boolType : this.#variables.resolve(type);
  }

  /**
   * The qualified name that a chain of fields may be, such as `a.b.c`; undefined if its first part is not a namespace.
   */
  #qualified(expr: Expr): string | undefined {
    let start = expr;
    while (start.kind === "select") start = start.operand;
    const isNamespace = start.kind === "ident" && this.#scope.isNamespace(start.name);
    return isNamespace ? qualifiedName(expr) : undefined;
  }

  #field(expr: Expr, operand: Expr, field: string, isOptional: boolean): CelType {
    const operandType = this.#variables.resolve(this.check(operand));
    const inside = optionalValueType(operandType);
    const type = this.#fieldType(expr, inside ?? operandType, field);
    return isOptional || inside !== undefined ? optionalOf(type) : type;
  }

  #fieldType(expr: Expr, target: CelType, field: string): CelType {
    switch (target.kind) {
      case "map":
        return assertDefined(target.parameters[1], "a map type has a value type");
      case "struct":
        return this.#structField(expr.at, target.name, field);
      case "parameter":
        this.#variables.assign(dynType, target);
        return dynType;
      default:
        if (!isDyn(target) && target.kind !== "error") {
          const name = formatType(target);
          this.#report(expr.at, `type '${name}' does not support field selection`);
        }
        return dynType;
    }
  }

  #structField(at: number, struct: string, field: string): CelType {
    const fields = this.#scope.fieldsOf(struct);
    if (fields === undefined) {
      return this.#report(at, `unexpected failed resolution of '${struct}'`);
    }
    const found = fields.get(field);
    if (found !== undefined) return found;
    // A reserved word may be written unchanged or escaped.
    const escaped = isReserved(field) ? fields.get(`__${field}__`) : undefined;
    return escaped ?? this.#report(at, `undefined field '${field}'`);
  }

  #call(expr: Call): CelType {
    if (expr.name === operators.optionalSelect) return this.#optionalSelect(expr);
    const argTypes = mapExprs(expr.args, this.#visit);
    if (expr.target === undefined) {
      const found = this.#scope.findFunction(expr.name);
      if (found === undefined) return this.#undeclared(expr.at, expr.name);
      this.names[expr.id] = found.name;
      return this.#resolve(expr, found, argTypes, false);
    }
    const prefix = this.#qualified(expr.target);
    const qualified =
      prefix === undefined ? undefined : this.#scope.findFunction(`${prefix}.${expr.name}`);
    if (qualified !== undefined) {
      this.names[expr.id] = qualified.name;
      return this.#resolve(expr, qualified, argTypes, false);
    }
    const targetType = this.check(expr.target);
    const found = this.#scope.findFunction(expr.name);
    if (found === undefined) return this.#undeclared(expr.at, expr.name);
    return this.#resolve(expr, found, [targetType, ...argTypes], true);
  }

  #optionalSelect(expr: Call): CelType {
    const { 0: operand, 1: field } = expr.args;
    const name = field?.kind === "literal" ? String(field.value) : "";
    // As in cel-go, the field's name gets the type dyn, so that the name costs as much as a value of any type.
    if (field !== undefined) this.#types[field.id] = dynType;
    const found = this.#scope.findFunction(expr.name);
    if (found !== undefined) this.#accept(expr, found, dynType);
    return this.#variables.resolve(
      this.#field(expr, assertDefined(operand, "`.?` has an operand"), name, true),
    );
  }

  #resolve(
    expr: Call,
    declared: FunctionDeclaration,
    argTypes: readonly CelType[],
    isMember: boolean,
  ): CelType {
    const { name } = expr;
    if (name === operators.and || name === operators.or) {
      return this.#logical(expr, declared, argTypes);
    }
    if (declared.hasLiteralRules) this.hasLiteralRules = true;
    const found = resolveOverloads(declared, argTypes, isMember, this.#variables);
    if (found === undefined) return this.#noOverload(expr, declared.name, argTypes, isMember);
    this.calls[expr.id] = found;
    return found.type;
  }

  /**
   * Records a call with all overloads of its function. They are not matched, because the caller has checked the
   * arguments.
   */
  #accept(expr: Call, declared: FunctionDeclaration, type: CelType): void {
    const { overloads } = declared;
    this.calls[expr.id] = { declared, overloads, type, typeParameterCount: 0 };
  }

  #logical(expr: Call, declared: FunctionDeclaration, argTypes: readonly CelType[]): CelType {
    let isFault = false;
    for (const [index, type] of argTypes.entries()) {
      if (this.#variables.assign(type, boolType)) continue;
      isFault = true;
      this.#mismatch(
        assertDefined(expr.args[index], "each type belongs to an argument").at,
        boolType,
        type,
      );
    }
    this.#accept(expr, declared, boolType);
    return isFault ? errorType : boolType;
  }

  #noOverload(expr: Call, name: string, argTypes: readonly CelType[], isMember: boolean): CelType {
    const shown = argTypes.map((type) => formatType(this.#variables.resolve(type, "dyn")));
    const receiver = isMember
      ? `${assertDefined(shown.shift(), "a member call has a receiver")}.`
      : "";
    const signature = `${receiver}(${shown.join(", ")})`;
    return this.#report(
      expr.at,
      `found no matching overload for '${name}' applied to '${signature}'`,
    );
  }

  #mismatch(at: number, expected: CelType, found: CelType): CelType {
    const message = `expected type '${formatType(expected)}' but found '${formatType(found)}'`;
    return this.#report(at, message);
  }

  #list({ items, optional }: ListExpr): CelType {
    this.hasLiteralRules = true;
    let joined: CelType | undefined;
    for (const [index, item] of items.entries()) {
      const type = this.check(item);
      const inside = optional.includes(index) ? this.#unwrapped(item, type) : type;
      joined = this.#join(joined, inside);
    }
    return listTypeOf(joined ?? this.#variables.fresh());
  }

  /** The type of the value in an optional entry, written `?key`. */
  #unwrapped(expr: Expr, type: CelType): CelType {
    const inside = optionalValueType(type);
    if (inside !== undefined) return inside;
    if (!isDyn(type)) this.#mismatch(expr.at, optionalOf(type), type);
    return type;
  }

  /**
   * The common type of two items or keys; dyn if they have none. Lists and maps with mixed types are reported later, by
   * validateLiterals.
   */
  #join(previous: CelType | undefined, type: CelType): CelType {
    if (previous === undefined) return type;
    return this.#variables.assign(previous, type) ? moreGeneralType(previous, type) : dynType;
  }

  #map({ entries }: MapExpr): CelType {
    this.hasLiteralRules = true;
    let key: CelType | undefined;
    let value: CelType | undefined;
    for (const entry of entries) {
      key = this.#join(key, this.check(entry.key));
      value = this.#join(value, this.#entryValue(entry));
    }
    return mapTypeOf(key ?? this.#variables.fresh(), value ?? this.#variables.fresh());
  }

  #entryValue({ value, isOptional }: EntryExpr<unknown>): CelType {
    const type = this.check(value);
    return isOptional ? this.#unwrapped(value, type) : type;
  }

  #struct(expr: StructExpr): CelType {
    const found = this.#named(expr, expr.typeName);
    if (found === undefined) return this.#undeclared(expr.at, expr.typeName);
    const name = withoutDot(expr.typeName);
    const type = this.#messageType(expr, found);
    for (const field of expr.fields) {
      const valueType = this.#entryValue(field);
      const fieldType = this.#structField(field.at, name, field.key);
      if (this.#variables.assign(fieldType, valueType)) continue;
      const [wanted, given] = [formatType(fieldType), formatType(valueType)];
      this.#report(
        field.at,
        `expected type of field '${field.key}' is '${wanted}' but provided type is '${given}'`,
      );
    }
    return type;
  }

  #messageType(expr: StructExpr, type: CelType): CelType {
    if (type.kind !== "type") {
      return this.#report(expr.at, `'${declaredName(type)}' is not a type`);
    }
    const [messageType = dynType] = type.parameters;
    const isMessage = messageType.kind === "struct" || expr.typeName.includes("google.protobuf.");
    if (isMessage) return messageType;
    return this.#report(expr.at, `'${declaredName(messageType)}' is not a message type`);
  }

  #comprehension(expr: Comprehension): CelType {
    const rangeType = this.#variables.resolve(this.check(expr.range));
    const accumulatorType = this.check(expr.init);
    const outer = this.#scope;
    const [first, second] = this.#iterationTypes(expr, this.#variables.resolve(rangeType));
    const enclosing = outer.with(expr.accumulator, accumulatorType);
    this.#scope = enclosing.with(expr.variable, first);
    if (expr.variable2 !== undefined) this.#scope = this.#scope.with(expr.variable2, second);
    this.#assert(expr.condition, boolType);
    this.#assert(expr.step, accumulatorType);
    this.#scope = enclosing;
    const result = this.check(expr.result);
    this.#scope = outer;
    return this.#variables.resolve(result);
  }

  #assert(expr: Expr, expected: CelType): void {
    const type = this.check(expr);
    if (!this.#variables.assign(expected, type)) this.#mismatch(expr.at, expected, type);
  }

  #iterationTypes({ range, variable2 }: Comprehension, type: CelType): readonly [CelType, CelType] {
    const { 0: first, 1: second } = type.parameters;
    const isDouble = variable2 !== undefined;
    switch (type.kind) {
      case "list":
        return isDouble
          ? [intType, assertDefined(first, typed)]
          : [assertDefined(first, typed), dynType];
      case "map":
        return [assertDefined(first, typed), assertDefined(second, typed)];
      case "dyn":
      case "any":
      case "error":
      case "parameter":
        this.#variables.assign(dynType, type);
        return [dynType, dynType];
      default: {
        const name = formatType(type);
        this.#report(
          range.at,
          `expression of type '${name}' cannot be range of a comprehension (must be list, map, or dynamic)`,
        );
        return [errorType, errorType];
      }
    }
  }
}

const typed = "list and map types have the types of their items, keys and values";

/** The qualified name `a.b.c` of a chain of fields; undefined for any other expression. */
function qualifiedName(expr: Expr): string | undefined {
  if (expr.kind === "ident") return expr.name;
  if (expr.kind !== "select" || expr.isTest) return undefined;
  const prefix = qualifiedName(expr.operand);
  return prefix === undefined ? undefined : `${prefix}.${expr.field}`;
}

function literalType(value: unknown): CelType {
  if (isInt(value)) return intType;
  if (typeof value === "string") return stringType;
  if (typeof value === "boolean") return boolType;
  if (value instanceof Double) return doubleType;
  if (value instanceof Uint) return uintType;
  return value === null ? nullType : bytesType;
}
