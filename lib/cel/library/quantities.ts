import { isInt } from "../value/int.ts";
import {
  CelError,
  type CelValue,
  Double,
  errorOr,
  noSuchOverload,
  Opaque,
} from "../value/value.ts";
import type { Implementation, Library } from "./declaration.ts";
import {
  type Amount,
  addAmounts,
  amountOf,
  asFloat,
  asInteger,
  compareAmounts,
  parseAmount,
  printAmount,
  signOf,
  subtractAmounts,
} from "./quantity.ts";

/**
 * Whether an amount was parsed from a text or calculated. As on the server, `==` fails if its right operand was
 * calculated.
 */
type Origin = "read" | "calculated";

/** A resource quantity (the type kubernetes.Quantity). */
class Quantity extends Opaque {
  readonly typeName = "kubernetes.Quantity";
  readonly amount: Amount;
  readonly #origin: Origin;

  constructor(amount: Amount, origin: Origin) {
    super();
    this.amount = amount;
    this.#origin = origin;
  }

  equals(other: CelValue): boolean | CelError {
    if (!(other instanceof Quantity)) return errorOr(other);
    if (other.#origin === "calculated") return noSuchOverload;
    return compareAmounts(this.amount, other.amount) === 0;
  }

  override toString(): string {
    return printAmount(this.amount);
  }
}

function quantityOf(text: CelValue): CelValue {
  if (typeof text !== "string") return errorOr(text);
  const read = parseAmount(text);
  return read.ok ? new Quantity(read.value, "read") : new CelError(read.error);
}

function ofQuantity(read: (amount: Amount) => CelValue): Implementation {
  return (quantity = null) =>
    quantity instanceof Quantity ? read(quantity.amount) : errorOr(quantity);
}

function ofTwo(run: (a: Amount, b: Amount) => CelValue): Implementation {
  return (a = null, b = null) =>
    a instanceof Quantity && b instanceof Quantity ? run(a.amount, b.amount) : errorOr(a);
}

function ofInt(run: (a: Amount, b: Amount) => CelValue): Implementation {
  return (a = null, b = null) =>
    a instanceof Quantity && isInt(b) ? run(a.amount, amountOf(b)) : errorOr(a);
}

function add(a: Amount, b: Amount): CelValue {
  return new Quantity(addAmounts(a, b), "calculated");
}

function subtract(a: Amount, b: Amount): CelValue {
  return new Quantity(subtractAmounts(a, b), "calculated");
}

/**
 * The functions for quantities.
 * Source: https://github.com/kubernetes/apiserver/blob/72f5171bff56/pkg/cel/library/quantity.go.
 */
export const quantityLibrary: Library = {
  declarations: `
quantity - (string) Quantity
isQuantity - (string) bool
sign - (Quantity) int
isGreaterThan - Quantity.(Quantity) bool
isLessThan - Quantity.(Quantity) bool
compareTo - Quantity.(Quantity) int
asApproximateFloat - Quantity.() double
asInteger - Quantity.() int
isInteger - Quantity.() bool
add quantity_add Quantity.(Quantity) Quantity
add quantity_add_int Quantity.(int) Quantity
sub quantity_sub Quantity.(Quantity) Quantity
sub quantity_sub_int Quantity.(int) Quantity`,
  implementations: {
    quantity_add: ofTwo(add),
    quantity_add_int: ofInt(add),
    quantity_sub: ofTwo(subtract),
    quantity_sub_int: ofInt(subtract),
  },
  byFunction: {
    quantity: (text = null) => quantityOf(text),
    isQuantity: (text = null) => (typeof text === "string" ? parseAmount(text).ok : errorOr(text)),
    sign: ofQuantity(signOf),
    isGreaterThan: ofTwo((a, b) => compareAmounts(a, b) > 0),
    isLessThan: ofTwo((a, b) => compareAmounts(a, b) < 0),
    compareTo: ofTwo(compareAmounts),
    asApproximateFloat: ofQuantity((amount) => new Double(asFloat(amount))),
    asInteger: ofQuantity(
      (amount) => asInteger(amount) ?? new CelError("cannot convert value to integer"),
    ),
    isInteger: ofQuantity((amount) => asInteger(amount) !== undefined),
  },
};
