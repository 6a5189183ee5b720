import { Field, SchemaList, SchemaMap, withoutSchema } from "../schema/schema-value.ts";
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
import type { Frame, Step } from "./frame.ts";

/** One step from a value to a part of it: a field, a key, an index. */
export interface Qualifier {
  /** The key, or how to find it out. */
  readonly key: CelValue | Step;
  /** Written with a question mark: a missing part is no error. */
  readonly isOptional: boolean;
  /** Only asks whether the part is there. */
  readonly isTest: boolean;
}

/**
 * A variable or another value with the way into it. The server keeps the whole way as one step, which shows in costs:
 * what a chain starts with costs one unit, each further step another.
 * Source: github.com/google/cel-go@v0.26.0 interpreter/attributes.go.
 */
export type Attribute =
  | {
      readonly kind: "value";
      readonly start: Step;
      /** Of a variable: where the frame has its value, once it has one. */
      readonly slot?: number;
      readonly qualifiers: readonly Qualifier[];
    }
  | {
      readonly kind: "conditional";
      readonly condition: Step;
      readonly yes: Attribute;
      readonly no: Attribute;
    };

/** The attribute with one more step; behind a conditional both its branches take it. */
export function qualified(attribute: Attribute, qualifier: Qualifier): Attribute {
  if (attribute.kind === "value") {
    return { ...attribute, qualifiers: [...attribute.qualifiers, qualifier] };
  }
  const { yes, no } = attribute;
  return { ...attribute, yes: qualified(yes, qualifier), no: qualified(no, qualifier) };
}

/** The step that follows an attribute; what its start costs by itself is not part of it. */
export function resolver(attribute: Attribute): Step {
  return attribute.kind === "value" ? valueResolver(attribute) : conditionalResolver(attribute);
}

function conditionalResolver(attribute: Attribute & { kind: "conditional" }): Step {
  const { condition } = attribute;
  const [yes, no] = [resolver(attribute.yes), resolver(attribute.no)];
  return (frame) => {
    const value = condition(frame);
    if (value === true) return yes(frame);
    return value === false ? no(frame) : errorOr(value);
  };
}

function valueResolver({ start, slot, qualifiers }: Attribute & { kind: "value" }): Step {
  if (qualifiers.length === 0) return start;
  const [only] = qualifiers;
  if (qualifiers.length === 1 && only !== undefined && isPlain(only)) {
    const { key } = only;
    const field = typeof key === "string" ? new Field(key) : undefined;
    return (frame) => {
      const value = (slot === undefined ? undefined : frame.slots[slot]) ?? start(frame);
      if (field !== undefined && value instanceof SchemaMap) {
        frame.charge(1);
        const part = field.of(value);
        return part === undefined ? missing(value, key) : part;
      }
      if (value instanceof Optional) return along(frame, value, qualifiers);
      return value instanceof CelError ? value : plainPart(frame, value, key);
    };
  }
  return (frame) => {
    const value = start(frame);
    return value instanceof CelError ? value : along(frame, value, qualifiers);
  };
}

function isPlain(qualifier: Qualifier): qualifier is Qualifier & { readonly key: CelValue } {
  return !qualifier.isOptional && !qualifier.isTest && typeof qualifier.key !== "function";
}

function plainPart(frame: Frame, value: CelValue, key: CelValue): CelValue {
  frame.charge(1);
  const part = partOf(value, key);
  return part === undefined ? missing(value, key) : part;
}

/** Goes the way into a value. Through an optional it loses its schema. */
function along(frame: Frame, start: CelValue, qualifiers: readonly Qualifier[]): CelValue {
  let value = start;
  let isOptional = false;
  if (value instanceof Optional) {
    if (value.value === undefined) return value;
    value = withoutSchema(value.value);
    isOptional = true;
  }
  for (const qualifier of qualifiers) {
    isOptional ||= qualifier.isOptional;
    const next = follow(frame, value, qualifier, isOptional);
    if (next === undefined) return Optional.none;
    if (next instanceof CelError) return next;
    value = next;
  }
  return isOptional ? new Optional(value) : value;
}

/** One step; undefined where an optional part is missing. */
function follow(
  frame: Frame,
  value: CelValue,
  { key, isTest }: Qualifier,
  isOptional: boolean,
): CelValue | undefined {
  const known = typeof key === "function" ? key(frame) : key;
  const fault = known instanceof CelError ? known : keyFault(known);
  const part = fault ?? partOf(value, known);
  if (!isOptional || (part !== undefined && !(part instanceof CelError))) frame.charge(1);
  if (part instanceof CelError) return part;
  if (isTest) return isOptional ? part : part !== undefined;
  return part === undefined && !isOptional ? missing(value, known) : part;
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

/** A part of a value, undefined where it is missing. */
function partOf(value: CelValue, key: CelValue): CelValue | undefined {
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

function missing(value: CelValue, key: CelValue): CelError {
  const what = value instanceof CelList ? "index out of bounds" : "no such key";
  return new CelError(`${what}: ${showKey(key)}`);
}
