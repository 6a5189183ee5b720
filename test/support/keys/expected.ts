import { unknownTopping } from "./odd-reviews.ts";
import { below, isTreeList, isTreeMap, type Tree, type TreeMap } from "./tree.ts";

const defaults = ["tomato", "mozzarella", "salami"];

/** The expected objects of a ConversionReview, computed independently of the project's lenses. */
export function convertedObjects(review: Tree): Tree {
  const to = String(below(review, "request", "desiredAPIVersion"));
  const objects = below(review, "request", "objects");
  return isTreeList(objects) ? objects.map((object) => converted(object, to)) : [];
}

function converted(object: Tree, to: string): Tree {
  const spec = new Map(mapIn(below(object, "spec")));
  if (to.endsWith("/v1")) {
    const [host = "", port = ""] = String(spec.get("hostPort")).split(":");
    spec.set("host", host).set("port", port).delete("hostPort");
  } else if (spec.has("toppings")) {
    spec.set("toppings", listIn(spec.get("toppings")).map(counted));
  } else {
    spec.set("hostPort", `${spec.get("host")}:${spec.get("port")}`);
    spec.delete("host");
    spec.delete("port");
  }
  return new Map(mapIn(object)).set("apiVersion", to).set("spec", spec);
}

function counted(name: Tree): Tree {
  return new Map<string, Tree>([
    ["name", name],
    ["quantity", { token: "1" }],
  ]);
}

/** The expected Pizza after admission: without fields that its schema doesn't declare, and with default toppings if it has none. */
export function mutatedPizza(review: Tree): Tree {
  const object = mapIn(below(review, "request", "object"));
  const isAlpha = String(object.get("apiVersion")).endsWith("alpha1");
  const given = listIn(below(object, "spec", "toppings"));
  const toppings =
    given.length > 0 ? given : defaults.map((name) => (isAlpha ? name : counted(name)));
  const kept = toppings.map((topping) =>
    isTreeMap(topping) ? only(topping, ["name", "quantity"]) : topping,
  );
  return new Map(object).set("spec", new Map([["toppings", kept]]));
}

/** True if a Pizza should be allowed: all its toppings are known. */
export function isAllowedPizza(review: Tree): boolean {
  const toppings = listIn(below(review, "request", "object", "spec", "toppings"));
  return toppings.every((it) => (isTreeMap(it) ? it.get("name") : it) !== unknownTopping);
}

function only(map: TreeMap, keys: readonly string[]): TreeMap {
  return new Map([...map].filter(([key]) => keys.includes(key)));
}

/** The tree with a JSON Patch (RFC 6902) applied. Only operations that a mutating webhook may send are supported. */
export function patchedTree(tree: Tree, patch: Tree): Tree {
  return listIn(patch).reduce<Tree>((before, operation) => {
    const steps = String(below(operation, "path"))
      .split("/")
      .slice(1)
      .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
    return changed(
      before,
      steps,
      String(below(operation, "op")),
      below(operation, "value") ?? null,
    );
  }, tree);
}

function changed(tree: Tree, steps: readonly string[], op: string, value: Tree): Tree {
  const [step, ...rest] = steps;
  if (step === undefined) return value;
  if (isTreeList(tree)) {
    const items = [...tree];
    const index = step === "-" ? items.length : Number(step);
    if (rest.length > 0) items[index] = changed(items[index] ?? null, rest, op, value);
    else items.splice(index, op === "add" ? 0 : 1, ...(op === "remove" ? [] : [value]));
    return items;
  }
  const map = new Map(mapIn(tree));
  if (op !== "add" && !map.has(step)) throw new RangeError(`${op} of ${step}, which is absent`);
  if (rest.length > 0) map.set(step, changed(map.get(step) ?? null, rest, op, value));
  else if (op === "remove") map.delete(step);
  else map.set(step, value);
  return map;
}

function mapIn(tree: Tree | undefined): TreeMap {
  if (!isTreeMap(tree)) throw new TypeError("not a map");
  return tree;
}

function listIn(tree: Tree | undefined): readonly Tree[] {
  if (!isTreeList(tree)) throw new TypeError("not a list");
  return tree;
}
