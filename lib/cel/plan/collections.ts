import { baseCosts } from "../cost/runtime-cost.ts";
import { ValueList } from "../value/list.ts";
import { showKey, ValueMap } from "../value/map.ts";
import { checkedDuration, checkedTimestamp } from "../value/time.ts";
import { CelError, type CelValue, Double, Optional, Uint } from "../value/value.ts";
import type { PlanStep } from "./frame.ts";

/** Creates the step for a list. An item written `?x` is left out if the optional has no value. */
export function listStep(
  items: readonly PlanStep[],
  optional: ReadonlySet<number>,
  cost: number,
): PlanStep {
  return (frame) => {
    const values: CelValue[] = [];
    let fault: CelError | undefined;
    for (const [index, item] of items.entries()) {
      const value = item(frame);
      const wanted = optional.has(index) ? valueInOptional(value, "list element") : value;
      if (wanted instanceof CelError) {
        fault = wanted;
        break;
      }
      if (wanted !== undefined) values.push(wanted);
    }
    frame.charge(cost);
    return fault ?? new ValueList(values);
  };
}

/** The value within an optional; undefined if it has none. An error for any other value. */
function valueInOptional(value: CelValue, what: string): CelValue | undefined {
  if (value instanceof CelError) return value;
  return value instanceof Optional
    ? value.value
    : new CelError(`cannot initialize optional ${what} from non-optional value ${showKey(value)}`);
}

/** Creates the step for a map. If several entries have the same key, the last one is used. */
export function mapStep(
  keys: readonly PlanStep[],
  values: readonly PlanStep[],
  optional: ReadonlySet<number>,
): PlanStep {
  return (frame) => {
    const entries: (readonly [CelValue, CelValue])[] = [];
    let fault: CelError | undefined;
    for (const [index, keyOf] of keys.entries()) {
      const key = keyOf(frame);
      const value = key instanceof CelError ? key : (values[index]?.(frame) ?? null);
      const wanted = optional.has(index)
        ? valueInOptional(value, `entry '${showKey(key)}'`)
        : value;
      if (wanted instanceof CelError) {
        fault = wanted;
        break;
      }
      if (wanted !== undefined) entries.push([key, wanted]);
    }
    frame.charge(baseCosts.map);
    return fault ?? new ValueMap(entries);
  };
}

/** A field of a message literal, and the step for its value. */
interface MessageField {
  readonly name: string;
  readonly value: PlanStep;
  readonly isOptional: boolean;
}

/** Creates the step for the value of a Protocol Buffers message. */
export function messageStep(typeName: string, fields: readonly MessageField[]): PlanStep {
  return (frame) => {
    const values = new Map<string, CelValue>();
    let fault: CelError | undefined;
    for (const { name, value, isOptional } of fields) {
      const given = value(frame);
      const wanted = isOptional ? valueInOptional(given, `entry '${name}'`) : given;
      if (wanted instanceof CelError) {
        fault = wanted;
        break;
      }
      if (wanted !== undefined) values.set(name, wanted);
    }
    frame.charge(baseCosts.struct);
    return fault ?? wellKnownMessage(typeName.replace("google.protobuf.", ""), values);
  };
}

function wellKnownMessage(typeName: string, fields: ReadonlyMap<string, CelValue>): CelValue {
  const int = (name: string): bigint => BigInt(intIn(fields.get(name)));
  switch (typeName) {
    case "Duration":
      return checkedDuration(int("seconds") * 1_000_000_000n + int("nanos"));
    case "Timestamp":
      return checkedTimestamp(Number(int("seconds")), Number(int("nanos")), 0);
    case "ListValue":
      return fields.get("values") ?? new ValueList([]);
    case "Struct":
      return fields.get("fields") ?? new ValueMap([]);
    case "Value":
      return anyValue(fields);
    default:
      return fields.get("value") ?? zeros.get(typeName) ?? null;
  }
}

function intIn(value: CelValue | undefined): number | bigint {
  return typeof value === "number" || typeof value === "bigint" ? value : 0;
}

function anyValue(fields: ReadonlyMap<string, CelValue>): CelValue {
  const [entry] = fields;
  return entry === undefined || entry[0] === "null_value" ? null : entry[1];
}

const zeros: ReadonlyMap<string, CelValue> = new Map<string, CelValue>([
  ["BoolValue", false],
  ["BytesValue", new Uint8Array()],
  ["DoubleValue", new Double(0)],
  ["FloatValue", new Double(0)],
  ["Int32Value", 0],
  ["Int64Value", 0],
  ["StringValue", ""],
  ["UInt32Value", new Uint(0n)],
  ["UInt64Value", new Uint(0n)],
]);
