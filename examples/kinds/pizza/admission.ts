import { admission } from "../../../lib/admission/admission.ts";
import type { Lookup } from "../../../lib/cluster/lookup.ts";
import { kind } from "./generated.ts";

const toppings = {
  group: "restaurant.programming-kubernetes.info",
  version: "v1alpha1",
  resource: "toppings",
} as const;

const usual = ["tomato", "mozzarella", "salami"].map((name) => ({ name, quantity: 1 }));

export const handlers = admission(kind, "v1beta1", {
  // A pizza without toppings gets tomato, mozzarella and salami.
  mutate: (pizza) => {
    const ordered = pizza.spec?.toppings ?? [];
    return ordered.length > 0 ? pizza : { ...pizza, spec: { ...pizza.spec, toppings: usual } };
  },

  // Every topping must exist as a Topping in the cluster; the message names the first that does not.
  lookups: [
    {
      reads: ["spec.toppings"],
      resources: [{ ...toppings, verbs: ["get"] }],
      check: async ({ spec }, { lookup, signal, deny }) => {
        const names = (spec?.toppings ?? []).map(({ name }) => name);
        // The object of a version that requires less may lack a name: the schema and the guard say that, not this rule.
        const given = new Set(names.filter((name) => name !== undefined));
        const unknown = await unknownNames(given, lookup, signal);
        for (const [index, name] of names.entries()) {
          if (!unknown.has(name)) continue;
          deny(`spec.toppings[${index}].name`, notKnown(name), "FieldValueNotFound");
        }
        const first = names.find((name) => unknown.has(name));
        return first === undefined ? undefined : notKnown(first);
      },
    },
  ],
});

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

function notKnown(name: string): string {
  return `topping ${JSON.stringify(name)} not known`;
}
