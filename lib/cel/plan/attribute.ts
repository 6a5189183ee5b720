import { Field } from "../schema/field.ts";
import { SchemaList, SchemaMap, withoutSchema } from "../schema/schema-value.ts";
import { isInt } from "../value/int.ts";
import { showKey } from "../value/map.ts";
import { goTypeName, typeNameOf } from "../value/type-name.ts";
import {
  CelError,
  CelList,
  CelMap,
  type CelValue,
  Double,
  errorOr,
  Optional,
  Uint,
} from "../value/value.ts";
import type { EvaluationFrame, PlanStep } from "./frame.ts";

/** One step from a value to one of its members: a field, a key or an index. */
interface Qualifier {
  /** The key if it is constant, otherwise the step that computes it. */
  readonly key: CelValue | PlanStep;
  /** True for a qualifier written with a question mark: a missing member is then not an error. */
  readonly isOptional: boolean;
  /** True for the last qualifier in `has`, which only tests whether the member exists. */
  readonly isTest: boolean;
}

/** A variable, and the slot of its value in the frame. */
export interface Variable {
  readonly name: string;
  readonly slot: number;
}

/**
 * A variable or other value, with the qualifiers that lead to one of its members. The API server evaluates such a chain as a
 * whole, which affects the cost: each qualifier costs 1, and so does the start, except that the start of an index, of a branch
 * of a conditional and of the argument of `has` costs nothing.
 * Source: https://github.com/google/cel-go/blob/b02364524316/interpreter/attributes.go.
 */
export type Attribute = ValueAttribute | ConditionalAttribute;

interface ValueAttribute {
  readonly kind: "value";
  readonly start: Variable | PlanStep;
  readonly qualifiers: readonly Qualifier[];
  /** True if the last qualifier is that of `has`. */
  readonly isTest: boolean;
}

interface ConditionalAttribute {
  readonly kind: "conditional";
  readonly condition: PlanStep;
  readonly yes: Attribute;
  readonly no: Attribute;
  readonly isTest: boolean;
}

/** Adds a qualifier to an attribute. For a conditional, it is added to both branches. */
export function qualifyAttribute(attribute: Attribute, qualifier: Qualifier): Attribute {
  const { isTest } = qualifier;
  if (attribute.kind === "value") {
    const { start, qualifiers } = attribute;
    return { kind: "value", start, qualifiers: [...qualifiers, qualifier], isTest };
  }
  const { condition, yes, no } = attribute;
  const [yesPart, noPart] = [qualifyAttribute(yes, qualifier), qualifyAttribute(no, qualifier)];
  return { kind: "conditional", condition, yes: yesPart, no: noPart, isTest };
}

/** The value at which an attribute starts: that of a variable or of a step. */
export function startValue(frame: EvaluationFrame, start: Variable | PlanStep): CelValue {
  if (typeof start === "function") return start(frame);
  const value = frame.slots[start.slot];
  return value === undefined ? new CelError(`no such attribute(s): ${start.name}`) : value;
}

/**
 * Creates the step that evaluates an attribute. `startCost` is the cost of the attribute's start; a conditional itself
 * costs nothing.
 */
export function resolver(attribute: Attribute, startCost: 0 | 1): PlanStep {
  if (attribute.kind === "conditional") return conditionalStep(attribute);
  const { start, qualifiers } = attribute;
  const { 0: only, length } = qualifiers;
  return length === 1 && only !== undefined && isKeyQualifier(only)
    ? memberStep(start, only.key, qualifiers, startCost)
    : qualifiedStep(start, qualifiers, startCost);
}

function conditionalStep({
  condition,
  yes: whenTrue,
  no: whenFalse,
}: ConditionalAttribute): PlanStep {
  const [yes, no] = [resolver(whenTrue, 0), resolver(whenFalse, 0)];
  return (frame) => {
    const value = condition(frame);
    if (value === true) return yes(frame);
    return value === false ? no(frame) : errorOr(value);
  };
}

function qualifiedStep(
  start: Variable | PlanStep,
  qualifiers: readonly Qualifier[],
  startCost: 0 | 1,
): PlanStep {
  return (frame) => {
    const value = startValue(frame, start);
    const isEnd = qualifiers.length === 0 || value instanceof CelError;
    const part = isEnd ? value : followAll(frame, value, qualifiers);
    frame.charge(startCost);
    return part;
  };
}

/** The step for a single constant key, which is the most frequent case in rules. */
function memberStep(
  start: Variable | PlanStep,
  key: CelValue,
  qualifiers: readonly Qualifier[],
  startCost: 0 | 1,
): PlanStep {
  const field = typeof key === "string" ? new Field(key) : undefined;
  return (frame) => {
    const value = startValue(frame, start);
    const part =
      field !== undefined && value instanceof SchemaMap
        ? chargedField(frame, value, field)
        : oneStep(frame, value, key, qualifiers);
    frame.charge(startCost);
    return part === undefined ? missingKeyError(value, key) : part;
  };
}

function isKeyQualifier(qualifier: Qualifier): qualifier is Qualifier & { readonly key: CelValue } {
  return !qualifier.isOptional && !qualifier.isTest && typeof qualifier.key !== "function";
}

function chargedField(
  frame: EvaluationFrame,
  value: SchemaMap,
  field: Field,
): CelValue | undefined {
  frame.charge(1);
  return field.of(value);
}

function oneStep(
  frame: EvaluationFrame,
  value: CelValue,
  key: CelValue,
  qualifiers: readonly Qualifier[],
): CelValue | undefined {
  if (value instanceof CelError) return value;
  if (value instanceof Optional) return followAll(frame, value, qualifiers);
  frame.charge(1);
  return memberOf(value, key);
}

/** Applies the qualifiers to a value, one after another. The value of an optional is read without its schema. */
function followAll(
  frame: EvaluationFrame,
  start: CelValue,
  qualifiers: readonly Qualifier[],
): CelValue {
  let value = start;
  let isOptional = false;
  if (value instanceof Optional) {
    if (value.value === undefined) return value;
    value = withoutSchema(value.value);
    isOptional = true;
  }
  for (const qualifier of qualifiers) {
    isOptional ||= qualifier.isOptional;
    const next = followOne(frame, value, qualifier, isOptional);
    if (next === undefined) return Optional.none;
    if (next instanceof CelError) return next;
    value = next;
  }
  return isOptional ? new Optional(value) : value;
}

/** Applies one qualifier; undefined if an optional member is missing. */
function followOne(
  frame: EvaluationFrame,
  value: CelValue,
  { key, isTest }: Qualifier,
  isOptional: boolean,
): CelValue | undefined {
  const known = typeof key === "function" ? key(frame) : key;
  const fault = known instanceof CelError ? known : keyFault(known);
  const part = fault ?? memberOf(value, known);
  if (!isOptional || (part !== undefined && !(part instanceof CelError))) frame.charge(1);
  if (part instanceof CelError) return part;
  if (isTest) return isOptional ? part : part !== undefined;
  return part === undefined && !isOptional ? missingKeyError(value, known) : part;
}

function keyFault(key: CelValue): CelError | undefined {
  const isKey =
    typeof key === "string" ||
    typeof key === "boolean" ||
    isInt(key) ||
    key instanceof Uint ||
    key instanceof Double;
  return isKey ? undefined : new CelError(`invalid qualifier type: ${goTypeName(key)}`);
}

/** A member of a value; undefined if it is missing. */
function memberOf(value: CelValue, key: CelValue): CelValue | undefined {
  if (value instanceof CelMap) return value.find(key);
  if (!(value instanceof CelList)) return value instanceof CelError ? value : undefined;
  const index = indexOf(key);
  if (index instanceof CelError) return index;
  if (index < 0 || index >= value.size()) return undefined;
  if (value instanceof SchemaList && !isInt(key)) {
    return new CelError(`unsupported index: ${showKey(key)}`);
  }
  return value.get(index);
}

function indexOf(key: CelValue): number | CelError {
  if (isInt(key)) return Number(key);
  if (key instanceof Uint) return Number(key.value);
  if (!(key instanceof Double)) {
    return new CelError(`unsupported index type '${typeNameOf(key)}' in list`);
  }
  return Number.isSafeInteger(key.value)
    ? key.value
    : new CelError(`unsupported index value ${showKey(key)} in list`);
}

function missingKeyError(value: CelValue, key: CelValue): CelError {
  const what = value instanceof CelList ? "index out of bounds" : "no such key";
  return new CelError(`${what}: ${showKey(key)}`);
}
