import type { JsonObject, JsonValue } from "../../lib/json/value.ts";
import { objectIn, pizza } from "../cluster/support/kinds.ts";
import { admission, at, type RecordedCase, whole } from "./scenario.ts";

/** AdmissionReviews v1; the rules name both versions of Pizza, with status and DELETE, and CronTab with its scale. */
export const admissionCases: readonly RecordedCase[] = [
  {
    name: "mutate-create-default",
    how: "create a Pizza in v1alpha1 without toppings",
    act: ({ pizza: pizzas }) => pizzas.v1alpha1.create(pizzaOf("v1alpha1", "default", {})),
    is: admission("/admit", "CREATE", about("default")),
  },
  {
    name: "mutate-create-no-spec",
    how: "create a Pizza in v1beta1 without a spec",
    act: ({ pizza: pizzas }) => pizzas.v1beta1.create(pizzaOf("v1beta1", "specless")),
    is: admission("/admit", "CREATE", about("specless")),
  },
  {
    name: "mutate-create-nothing-to-do",
    how: "create a Pizza in v1beta1 with known toppings",
    act: ({ pizza: pizzas }) => pizzas.v1beta1.create(objectIn(pizza, "v1beta1", "complete")),
    is: admission("/admit", "CREATE", about("complete")),
  },
  {
    name: "mutate-dry-run",
    how: "create a Pizza in v1beta1 without toppings, as a dry run",
    act: ({ pizza: pizzas }) =>
      pizzas.v1beta1.create(pizzaOf("v1beta1", "dry", { toppings: [] }), { dryRun: "All" }),
    is: admission("/admit", "CREATE", (request) => request["dryRun"] === true),
  },
  {
    name: "mutate-generate-name",
    how: "create a Pizza in v1alpha1 under a generated name",
    act: ({ pizza: pizzas }) =>
      pizzas.v1alpha1.create(whole(pizza, "v1alpha1", { generateName: "many-" }, {})),
    is: admission("/admit", "CREATE", (request) => hasGenerateName(request)),
  },
  {
    name: "mutate-scale",
    how: "merge patch of the scale of a CronTab",
    act: ({ cron }) => cron.v1.sub("scale").patch("created", "merge", { spec: { replicas: 5 } }),
    is: admission("/mutate", "UPDATE", (request) => request["subResource"] === "scale"),
  },
  {
    name: "validate-create",
    how: "create a Pizza in v1alpha1 with known toppings",
    act: ({ pizza: pizzas }) => pizzas.v1alpha1.create(objectIn(pizza, "v1alpha1", "valid")),
    is: admission("/validate", "CREATE", about("valid")),
  },
  {
    name: "validate-unknown-topping",
    how: "create a Pizza in v1beta1 with a topping that is not known",
    act: ({ pizza: pizzas }) =>
      pizzas.v1beta1.create(
        pizzaOf("v1beta1", "stony", { toppings: [{ name: "stone", quantity: 1 }] }),
      ),
    is: admission("/validate", "CREATE", about("stony")),
  },
  {
    name: "validate-update",
    how: "update a Pizza in v1beta1",
    act: async ({ pizza: pizzas }) => {
      const now = await pizzas.v1beta1.get("valid");
      return pizzas.v1beta1.update({
        ...now,
        spec: { toppings: [{ name: "tomato", quantity: 3 }] },
      });
    },
    is: admission("/validate", "UPDATE", about("valid")),
  },
  {
    name: "validate-apply",
    how: "server-side apply of a Pizza in v1alpha1",
    act: ({ pizza: pizzas }) =>
      pizzas.v1alpha1.apply(pizzaOf("v1alpha1", "valid", { toppings: ["salami"] }), {
        fieldManager: "recorder",
        force: true,
      }),
    is: admission(
      "/validate",
      "UPDATE",
      (request) => at(request, "options", "fieldManager") === "recorder",
    ),
  },
  {
    name: "validate-status-int64",
    how: "merge patch of the status of a Pizza: cost 2^53+1",
    act: ({ pizza: pizzas }) =>
      pizzas.v1beta1.sub("status").patch("valid", "merge", { status: { cost: 9007199254740993n } }),
    is: admission("/validate", "UPDATE", (request) => request["subResource"] === "status"),
  },
  {
    name: "validate-delete",
    how: "delete a Pizza",
    act: ({ pizza: pizzas }) => pizzas.v1alpha1.delete("valid"),
    is: admission("/validate", "DELETE", (request) => request["name"] === "valid"),
  },
];

/** AdmissionReviews v1beta1. */
export const olderAdmissionCases: readonly RecordedCase[] = [
  {
    name: "mutate-v1beta1-create-default",
    how: "create a Pizza in v1alpha1 with empty toppings, v1beta1 review",
    act: ({ pizza: pizzas }) =>
      pizzas.v1alpha1.create(pizzaOf("v1alpha1", "older", { toppings: [] })),
    is: admission("/admit", "CREATE", about("older")),
  },
  {
    name: "validate-v1beta1-unknown-toppings",
    how: "create a Pizza in v1alpha1 with two toppings that are not known, v1beta1 review",
    act: ({ pizza: pizzas }) =>
      pizzas.v1alpha1.create(
        pizzaOf("v1alpha1", "sandy", { toppings: ["stone", "tomato", "sand"] }),
      ),
    is: admission("/validate", "CREATE", about("sandy")),
  },
];

function pizzaOf(version: string, name: string, spec?: JsonValue): JsonObject {
  return whole(pizza, version, { name }, spec === undefined ? {} : { spec });
}

function about(name: string): (request: JsonObject) => boolean {
  return (request) => request["name"] === name;
}

function hasGenerateName(request: JsonObject): boolean {
  return at(request, "object", "metadata", "generateName") === "many-";
}
