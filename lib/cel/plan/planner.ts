import { assertDefined } from "../../json/invariant.ts";
import { err, ok, type Result } from "../../json/result.ts";
import type { CheckedExpr } from "../check/checker.ts";
import { baseCosts } from "../cost/runtime-cost.ts";
import type {
  Call,
  Comprehension,
  Expr,
  ListExpr,
  MapExpr,
  Select,
  StructExpr,
} from "../syntax/ast.ts";
import { isBinding, mapExprs } from "../syntax/ast.ts";
import { operators } from "../syntax/operators.ts";
import { ValueList } from "../value/list.ts";
import { ValueMap } from "../value/map.ts";
import { goTypeName } from "../value/type-name.ts";
import { CelError, type CelValue, Double, TypeValue, Uint } from "../value/value.ts";
import { type Attribute, qualifyAttribute, resolver } from "./attribute.ts";
import { equality, logicalStep } from "./calls.ts";
import { listStep, mapStep, messageStep } from "./collections.ts";
import type { PlanStep } from "./frame.ts";
import { functionPlan } from "./functions.ts";
import { bindingStep, boundValue, loop } from "./loops.ts";
import { attributeOf, constant, constantOf, type Plan, stepOfPlan } from "./plan.ts";

/** The step that evaluates an expression, and the number of slots and the variables of its frame. */
export interface PlannedExpr {
  readonly step: PlanStep;
  readonly variables: readonly PlannedVariable[];
  readonly slotCount: number;
}

/** A variable that a plan uses, and its slot in the frame. */
interface PlannedVariable {
  readonly name: string;
  readonly slot: number;
  readonly attribute: Attribute;
}

/**
 * Converts a checked expression to steps. Conversions of constants are evaluated at once, so their errors are errors of
 * the expression.
 * Source: https://github.com/google/cel-go/blob/b02364524316/interpreter/planner.go, interpreter/decorators.go.
 */
export function planExpression(
  checked: CheckedExpr,
  regexFault: (pattern: string) => string | undefined,
): Result<PlannedExpr, string> {
  const planner = new Planner(checked, regexFault);
  const planned = stepOfPlan(planner.plan(checked.expr));
  const { fault, slotCount, variables } = planner;
  return fault === undefined ? ok({ step: planned, variables, slotCount }) : err(fault);
}

/** The message types that the checker accepts but that have no value at run time. Using one as a value is an error. */
const valuelessTypes = /^google\.protobuf\.(?!Duration$|Timestamp$)/;

/** A name that a macro declares, with its attribute, and the names of the enclosing macros. */
interface NameBinding {
  readonly name: string;
  readonly attribute: Attribute;
  readonly enclosing: NameBinding | undefined;
}

class Planner {
  fault: string | undefined;
  slotCount = 0;
  readonly variables: PlannedVariable[] = [];
  readonly #checked: CheckedExpr;
  readonly #regexFault: (pattern: string) => string | undefined;
  readonly #visit = (expr: Expr): Plan => this.plan(expr);
  #names: NameBinding | undefined;

  constructor(checked: CheckedExpr, regexFault: (pattern: string) => string | undefined) {
    this.#checked = checked;
    this.#regexFault = regexFault;
  }

  plan(expr: Expr): Plan {
    switch (expr.kind) {
      case "literal":
        return constant(expr.value);
      case "ident":
        return this.#named(expr.id, expr.name);
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

  #fail(message: string): Plan {
    this.fault ??= message;
    return constant(null);
  }

  #named(id: number, written: string): Plan {
    const name = this.#checked.nameOf(id, written);
    if (this.#checked.typeNames.includes(id)) {
      return valuelessTypes.test(name)
        ? this.#fail(`reference to undefined type: ${name}`)
        : constant(new TypeValue(name));
    }
    return this.#attributeOf(name);
  }

  #attributeOf(name: string): Attribute {
    for (let place = this.#names; place !== undefined; place = place.enclosing) {
      if (place.name === name) return place.attribute;
    }
    for (const variable of this.variables) if (variable.name === name) return variable.attribute;
    return this.#variable(name);
  }

  /** The attribute of a variable of the environment. Its slot is allocated at the first use. */
  #variable(name: string): Attribute {
    const slot = this.slotCount++;
    const attribute = variableAttribute(name, slot);
    this.variables.push({ name, slot, attribute });
    return attribute;
  }

  #select(expr: Select): Plan {
    const name = this.#checked.names[expr.id];
    if (name !== undefined) return this.#named(expr.id, name);
    const operand = attributeOf(this.plan(expr.operand));
    return qualifyAttribute(operand, { key: expr.field, isOptional: false, isTest: expr.isTest });
  }

  #call(expr: Call): Plan {
    const isQualified = this.#checked.names[expr.id] !== undefined;
    const isMember = !isQualified && expr.target !== undefined;
    const args = mapExprs(isMember ? [expr.target, ...expr.args] : expr.args, this.#visit);
    const resolution = this.#checked.calls[expr.id];
    if (resolution === undefined) return this.#fail(`no such overload: ${expr.name}`);
    const { name } = resolution.declared;
    const operator = name.charCodeAt(0) === underscore ? this.#operator(name, args) : undefined;
    if (operator !== undefined) return operator;
    const planned = functionPlan(resolution, args, this.#regexFault);
    return planned instanceof CelError ? this.#fail(planned.message) : planned;
  }

  /** The plan of an operator that is not a function call; undefined for any other operator. */
  #operator(name: string, args: readonly Plan[]): Plan | undefined {
    const { 0: a = nothing, 1: b = nothing, 2: c = nothing } = args;
    switch (name) {
      case operators.and:
        return logicalStep(stepOfPlan(a), stepOfPlan(b), false);
      case operators.or:
        return logicalStep(stepOfPlan(a), stepOfPlan(b), true);
      case operators.equals:
      case operators.notEquals:
        return equality(stepOfPlan(a), stepOfPlan(b), name);
      case operators.conditional: {
        const [yes, no] = [attributeOf(b), attributeOf(c)];
        return { kind: "conditional", condition: stepOfPlan(a), yes, no, isTest: false };
      }
      case operators.index:
        return this.#index(a, b, false);
      case operators.optionalIndex:
      case operators.optionalSelect:
        return this.#index(a, b, true);
      default:
        return undefined;
    }
  }

  #index(operand: Plan, index: Plan, isOptional: boolean): Plan {
    const fixed = constantOf(index);
    const key = fixed === undefined ? keyStep(index) : fixed;
    if (typeof key !== "function" && !isKey(key)) {
      return this.#fail(`invalid qualifier type: ${goTypeName(key)}`);
    }
    return qualifyAttribute(attributeOf(operand), { key, isOptional, isTest: false });
  }

  #list({ items, optional }: ListExpr): Plan {
    const plans = mapExprs(items, this.#visit);
    const values = constants(plans);
    if (values !== undefined && optional.length === 0) return constant(new ValueList(values));
    return listStep(plans.map(stepOfPlan), new Set(optional), baseCosts.list);
  }

  #map({ entries }: MapExpr): Plan {
    const keys = entries.map(({ key }) => this.plan(key));
    const values = entries.map(({ value }) => this.plan(value));
    const optional = new Set(entries.flatMap(({ isOptional }, index) => (isOptional ? index : [])));
    const [knownKeys, knownValues] = [constants(keys), constants(values)];
    if (knownKeys !== undefined && knownValues !== undefined && optional.size === 0) {
      return constant(
        new ValueMap(
          knownKeys.map((key, index) => [
            key,
            assertDefined(knownValues[index], "each key has a value"),
          ]),
        ),
      );
    }
    return mapStep(keys.map(stepOfPlan), values.map(stepOfPlan), optional);
  }

  #struct(expr: StructExpr): Plan {
    const name = this.#checked.nameOf(expr.id, expr.typeName);
    const fields = expr.fields.map(({ key, value, isOptional }) => ({
      name: key,
      isOptional,
      value: stepOfPlan(this.plan(value)),
    }));
    return messageStep(name, fields);
  }

  #comprehension(expr: Comprehension): Plan {
    const outer = this.#names;
    if (isBinding(expr)) return this.#binding(expr, outer);
    const range = stepOfPlan(this.plan(expr.range));
    const init = stepOfPlan(this.plan(expr.init));
    const accumulator = this.#name(expr.accumulator);
    const enclosing = this.#names;
    const variable = this.#name(expr.variable);
    const variable2 = expr.variable2 === undefined ? undefined : this.#name(expr.variable2);
    const condition = stepOfPlan(this.plan(expr.condition));
    const next = stepOfPlan(this.plan(expr.step));
    this.#names = enclosing;
    const result = stepOfPlan(this.plan(expr.result));
    this.#names = outer;
    return loop({ range, init, condition, next, result, variable, variable2, accumulator });
  }

  /** Allocates a slot for a name that a macro declares. */
  #name(name: string): number {
    const slot = this.slotCount++;
    this.#names = { name, attribute: variableAttribute(name, slot), enclosing: this.#names };
    return slot;
  }

  #binding(expr: Comprehension, outer: NameBinding | undefined): Plan {
    const value = stepOfPlan(this.plan(expr.init));
    const slot = this.slotCount++;
    const start = boundValue(value, slot);
    const attribute: Attribute = { kind: "value", start, qualifiers: [], isTest: false };
    this.#names = { name: expr.accumulator, attribute, enclosing: outer };
    const result = stepOfPlan(this.plan(expr.result));
    this.#names = outer;
    return bindingStep(result, slot);
  }
}

const nothing = constant(null);

/** The code of `_`, the first character of operators' internal names. */
const underscore = 95;

function variableAttribute(name: string, slot: number): Attribute {
  return { kind: "value", start: { name, slot }, qualifiers: [], isTest: false };
}

/** The step that computes an index. The start of an attribute that is used as an index costs nothing. */
function keyStep(index: Plan): PlanStep {
  return typeof index === "object" && index.kind !== "constant"
    ? resolver(index, 0)
    : stepOfPlan(index);
}

function isKey(value: CelValue): boolean {
  return (
    typeof value === "string" ||
    typeof value === "boolean" ||
    typeof value === "number" ||
    typeof value === "bigint" ||
    value instanceof Uint ||
    value instanceof Double
  );
}

/** The values of plans that are all constants; undefined if one of them is not. */
function constants(plans: readonly Plan[]): readonly CelValue[] | undefined {
  const values: CelValue[] = [];
  for (const plan of plans) {
    const value = constantOf(plan);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values;
}
