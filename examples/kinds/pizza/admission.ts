import type { LookupRule, Refusal } from "../../../lib/admission/admission-kind.ts";
import type { Lookup } from "../../../lib/cluster/lookup.ts";
import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../../../lib/json/value.ts";
import type { FieldError } from "../../../lib/schema/field-error/field-error.ts";

const defaultToppings: JsonValue = ["tomato", "mozzarella", "salami"].map((name) => ({
  name,
  quantity: 1,
}));

/** A pizza without toppings gets tomato, mozzarella and salami. */
export function defaultPizza(pizza: JsonObject): JsonObject {
  const spec = member(pizza, "spec") ?? {};
  if (!isObject(spec)) return pizza;
  const ordered = member(spec, "toppings") ?? [];
  if (!isArray(ordered) || ordered.length > 0) return pizza;
  return { ...pizza, spec: { ...spec, toppings: defaultToppings } };
}

const toppings = {
  group: "restaurant.programming-kubernetes.info",
  version: "v1alpha1",
  resource: "toppings",
} as const;

/** Every topping must exist as a Topping in the cluster; the message names the first that does not. */
export const knownToppings: LookupRule = {
  reads: ["spec.toppings"],
  asks: [{ ...toppings, verbs: ["get"] }],
  check: async (pizza, { lookup, signal }): Promise<Refusal | undefined> => {
    const names = toppingNames(pizza);
    const distinct = new Set(names.filter((name) => name !== undefined));
    const unknown = await unknownNames(distinct, lookup, signal);
    const faults = names.flatMap((name, index) =>
      name !== undefined && unknown.has(name)
        ? [notKnown(name, `spec.toppings[${index}].name`)]
        : [],
    );
    const [first] = faults;
    return first === undefined ? undefined : { message: first.detail, faults };
  },
};

/** The names by index; undefined for what is not a name, which the schema refuses. */
function toppingNames(pizza: JsonObject): readonly (string | undefined)[] {
  const spec = member(pizza, "spec");
  const list = isObject(spec) ? member(spec, "toppings") : undefined;
  if (!isArray(list)) return [];
  return list.map((topping) => {
    const name = isObject(topping) ? member(topping, "name") : undefined;
    return typeof name === "string" ? name : undefined;
  });
}

async function unknownNames(
  names: ReadonlySet<string>,
  lookup: Lookup,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const unknown = new Set<string>();
  const isKnown = (name: string): Promise<boolean> => lookup.exists({ ...toppings, name }, signal);
  const pending = names.values();
  const lookUpInTurn = async (): Promise<void> => {
    for (const name of pending) if (!(await isKnown(name))) unknown.add(name);
  };
  const length = Math.min(names.size, maxConcurrentLookups);
  await Promise.all(Array.from({ length }, lookUpInTurn));
  return unknown;
}

/** How many lookups run at the same time. */
const maxConcurrentLookups = 100;

function notKnown(name: string, field: string): FieldError {
  return {
    type: "FieldValueNotFound",
    field,
    detail: `topping ${JSON.stringify(name)} not known`,
    badValue: name,
  };
}
