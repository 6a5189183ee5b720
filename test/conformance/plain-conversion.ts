import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../../lib/json/value.ts";

/**
 * The two example conversions in the fewest lines, apart from `lib`, for webhooks that are to be right but for one fault.
 *
 * Errors: one that names what cannot be read.
 */
export function convertPlainly(object: JsonObject, to: string): JsonObject {
  const convertSpec = specConversion(to);
  const { apiVersion: _, ...rest } = object;
  const converted = { ...rest, metadata: member(object, "metadata") ?? {}, apiVersion: to };
  const spec = member(object, "spec");
  if (object["apiVersion"] === to || !isObject(spec)) return converted;
  return { ...converted, spec: convertSpec(spec) };
}

function specConversion(to: string): (spec: JsonObject) => JsonObject {
  switch (to) {
    case "stable.example.com/v1":
      return splitHostPort;
    case "stable.example.com/v1beta1":
      return joinHostPort;
    case "restaurant.programming-kubernetes.info/v1beta1":
      return (spec) => withToppings(spec, counted);
    case "restaurant.programming-kubernetes.info/v1alpha1":
      return (spec) => withToppings(spec, repeated);
    default:
      throw new Error(`${to} is not served`);
  }
}

function splitHostPort({ hostPort, ...spec }: JsonObject): JsonObject {
  if (hostPort === undefined) return spec;
  const [, host, port] = /^(.*):([^:]*)$/.exec(typeof hostPort === "string" ? hostPort : "") ?? [];
  if (host === undefined || port === undefined) throw new Error("hostPort holds no colon");
  return { ...spec, host, port };
}

/** Half of it says nothing in the older version. */
function joinHostPort({ host, port, ...spec }: JsonObject): JsonObject {
  const isWhole = typeof host === "string" && typeof port === "string";
  return isWhole ? { ...spec, hostPort: `${host}:${port}` } : spec;
}

function withToppings(
  spec: JsonObject,
  change: (toppings: readonly JsonValue[]) => JsonValue,
): JsonObject {
  const toppings = member(spec, "toppings");
  return isArray(toppings) ? { ...spec, toppings: change(toppings) } : spec;
}

function counted(names: readonly JsonValue[]): JsonValue {
  return [...new Set(names)].map((name) => ({
    name,
    quantity: names.filter((it) => it === name).length,
  }));
}

function repeated(toppings: readonly JsonValue[]): JsonValue {
  return toppings.filter(isObject).flatMap(({ name = "", quantity }) => {
    const times = Number(quantity);
    if (times > 1000) throw new Error(`${times} of a topping`);
    return Array.from({ length: times }, () => name);
  });
}
