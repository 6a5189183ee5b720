import { isArray, isObject, type JsonObject, member } from "../../../lib/json/value.ts";
import { pizza } from "./kinds.ts";
import { refusal, unregister, until } from "./registrations.ts";
import type { World } from "./world.ts";

/** Where pizzas are written. */
type Place = Pick<World, "objects" | "client">;

/** Creates a pizza as a dry run: what is stored of it, or why it is refused. */
async function tryPizza(world: Place, toppings: readonly string[]): Promise<string> {
  const head = {
    apiVersion: `${pizza.group}/v1alpha1`,
    kind: "Pizza",
    metadata: { name: "probe" },
  };
  let stored: JsonObject = {};
  const message = await refusal(
    world
      .objects(pizza, "v1alpha1")
      .create({ ...head, spec: { toppings } }, { dryRun: "All" })
      .then((answer) => {
        stored = answer;
      }),
  );
  return message === "" ? toppingsOf(stored).join() : message;
}

function toppingsOf(object: JsonObject): readonly unknown[] {
  const spec = member(object, "spec");
  const toppings = isObject(spec) ? member(spec, "toppings") : undefined;
  return isArray(toppings) ? toppings : [];
}

/** Waits until the validating webhook of Pizza is in force. */
export async function untilValidating(world: Place): Promise<void> {
  await until(
    () => tryPizza(world, ["stone"]),
    (answer) => answer.includes("not known"),
  );
}

/** Waits until the mutating webhook of Pizza is in force: a pizza gets tomato, or is refused for that. */
export async function untilMutating(world: Place): Promise<void> {
  await until(
    () => tryPizza(world, []),
    (answer) => answer.includes("tomato"),
  );
}

/** Removes both webhooks of Pizza and waits until neither is called any more. */
export async function unregisterBoth(world: Place): Promise<void> {
  await unregister(world.client, "Mutating");
  await unregister(world.client, "Validating");
  await until(
    () => tryPizza(world, ["stone"]),
    (answer) => answer === "stone",
  );
  await until(
    () => tryPizza(world, []),
    (answer) => answer === "",
  );
}
