import type { ConversionFault, Converter } from "../../../lib/converter/converter.ts";
import type { VersionEdge } from "../../../lib/converter/convertible-kind.ts";
import { Growth, maxMultipliedBytes } from "../../../lib/converter/growth.ts";
import { stashFor } from "../../../lib/converter/stash/stash.ts";
import { equal } from "../../../lib/json/equal.ts";
import { err, ok, type Result } from "../../../lib/json/result.ts";
import {
  isArray,
  isObject,
  type JsonArray,
  type JsonValue,
  member,
} from "../../../lib/json/value.ts";

const group = "restaurant.programming-kubernetes.info";
const address = "spec.toppings";

/**
 * v1alpha1 names a topping as often as it lies on the pizza; v1beta1 names each once, with its quantity, in the order of
 * first appearance. A list that does not come back the same (`[ham, cheese, ham]`, a quantity of 0) is kept for its
 * version in an annotation, and counts again as long as it still says the same.
 */
export const pizzaEdge: VersionEdge = {
  from: "v1alpha1",
  to: "v1beta1",
  forward: conversion({ from: "v1alpha1", to: "v1beta1", image: counted, returned: spelledOut }),
  backward: conversion({ from: "v1beta1", to: "v1alpha1", image: spelledOut, returned: counted }),
};

type Image = (toppings: JsonArray, growth: Growth) => Result<JsonArray, ConversionFault>;

interface Direction {
  readonly from: string;
  readonly to: string;
  /** The list as the target says it. */
  readonly image: Image;
  /** The target's list as the source says it: the expected result of the way back. */
  readonly returned: Image;
}

function conversion(direction: Direction): Converter {
  const [ownStash, targetStash] = [stashFor(group, direction.from), stashFor(group, direction.to)];
  return ({ body, annotations }, { growth }) => {
    const spec = member(body, "spec");
    const toppings = isObject(spec) ? member(spec, "toppings") : undefined;
    if (!isObject(spec) || toppings === undefined || toppings === null) return ok({ body });
    if (!isArray(toppings)) return fault(address, "must be a list of toppings");
    const image = direction.image(toppings, growth);
    if (!image.ok) return image;
    const incoming = targetStash.take(annotations);
    const kept = incoming.entries.get(address)?.[0];
    const restored =
      isArray(kept) && saysTheSame(kept, image.value, direction) ? kept : image.value;
    const returned = direction.returned(restored, unlimited);
    const isExact = returned.ok && equal(returned.value, toppings);
    return ok({
      body: { ...body, spec: { ...spec, toppings: restored } },
      annotations: ownStash.put(
        incoming.annotations,
        new Map(isExact ? [] : [[address, [toppings]]]),
      ),
    });
  };
}

/** The result is no longer than the input. */
const unlimited = new Growth(Number.POSITIVE_INFINITY);

/** True where a list that was kept for the target would still come back as what is there now. */
function saysTheSame(kept: JsonArray, now: JsonArray, { image, returned }: Direction): boolean {
  const source = returned(kept, new Growth());
  const then = source.ok ? image(source.value, new Growth()) : source;
  return then.ok && equal(then.value, now);
}

/** `[ham, cheese, ham]` as `[{name: ham, quantity: 2}, {name: cheese, quantity: 1}]`. */
function counted(toppings: JsonArray): Result<JsonArray, ConversionFault> {
  const quantities = new Map<string, number>();
  for (const [index, name] of toppings.entries()) {
    if (typeof name !== "string") return fault(`${address}[${index}]`, "must be a topping's name");
    quantities.set(name, (quantities.get(name) ?? 0) + 1);
  }
  return ok([...quantities].map(([name, quantity]) => ({ name, quantity })));
}

/** `[{name: ham, quantity: 2}]` as `[ham, ham]`; checks the limit before it writes more than the response may grow by. */
function spelledOut(toppings: JsonArray, growth: Growth): Result<JsonArray, ConversionFault> {
  const names: string[] = [];
  for (const [index, topping] of toppings.entries()) {
    const read = portionOf(topping, `${address}[${index}]`);
    if (!read.ok) return read;
    const { name, quantity } = read.value;
    if (!growth.take((quantity - 1) * (name.length + quotesAndComma))) {
      return fault(`${address}[${index}].quantity`, tooManyText);
    }
    for (let count = 0; count < quantity; count++) names.push(name);
  }
  return ok(names);
}

const quotesAndComma = 3;
const tooManyText = `asks for more strings than an object may repeat: ${maxMultipliedBytes} bytes`;

interface Portion {
  readonly name: string;
  readonly quantity: number;
}

function portionOf(topping: JsonValue, path: string): Result<Portion, ConversionFault> {
  if (!isObject(topping)) return fault(path, "must be a map of name and quantity");
  const [name, quantity] = [member(topping, "name"), member(topping, "quantity")];
  if (typeof name !== "string") return fault(`${path}.name`, "must be a topping's name");
  const count = typeof quantity === "bigint" ? Number(quantity) : quantity;
  if (typeof count !== "number" || !Number.isInteger(count) || count < 0) {
    return fault(`${path}.quantity`, "must be a whole number, 0 or more");
  }
  return ok({ name, quantity: count });
}

function fault(path: string, message: string): Result<never, ConversionFault> {
  return err({ code: "ValueRefused", path, message });
}
