// The conversion of the Pizza in examples/kinds, written by hand: v1alpha1 repeats the name of a topping, v1beta1 has its number.
import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../../../../lib/json/value.ts";
import { withSpec } from "../job-conversion.ts";
import { Refused, type WebhookFault } from "../webhook.ts";

function counted(names: readonly JsonValue[]): JsonValue {
  const counts = new Map<JsonValue, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, quantity]) => ({ name, quantity }));
}

function repeated(toppings: readonly JsonValue[]): JsonValue {
  return toppings.filter(isObject).flatMap((topping) => {
    const { name = "", quantity = 0 } = topping;
    if (!(Number(quantity) <= 1_000_000)) throw new Refused("a quantity is above a million");
    return Array<JsonValue>(Math.max(0, Math.trunc(Number(quantity)))).fill(name);
  });
}

function convert(object: JsonObject, to: string): JsonObject {
  const converted = { ...object, apiVersion: to };
  if (object["apiVersion"] === to) return converted;
  return withSpec(converted, (spec) => {
    const toppings = member(spec, "toppings");
    if (toppings === undefined) return spec;
    if (!isArray(toppings)) throw new Refused("spec.toppings is not a list");
    return { ...spec, toppings: to.endsWith("/v1beta1") ? counted(toppings) : repeated(toppings) };
  });
}

/** The webhook. Its messages name the object. */
export const pizzaWebhook: WebhookFault = { convert };
