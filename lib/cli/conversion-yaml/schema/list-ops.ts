import type { JsonObject } from "../../../json/value.ts";
import { any, flag, inverted, manySided, object, rules, text, twoSided, words } from "./parts.ts";

const key = text("The items' member for the key.");

const itemTest: JsonObject = object(
  {
    member: text("The items' member that is looked at."),
    equals: any("It equals this."),
    in: { type: "array", description: "It is one of these." },
    present: flag("It is there."),
  },
  ["member"],
);

/** Ops on lists and on maps with free keys. */
export const listOps: Readonly<Record<string, JsonObject>> = {
  each: twoSided(
    "each",
    "A list whose items correspond one to one.",
    {
      rules,
      key: {
        anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }],
        description: "Members that tell the items of an atomic list apart, for the stash only.",
      },
      align: words(
        ["exact"],
        "exact: an item that was replaced inherits nothing that was kept for the one before it.",
      ),
    },
    ["rules"],
  ),
  eachValue: twoSided("eachValue", "A map with free keys whose values correspond.", { rules }, [
    "rules",
  ]),
  keyed: twoSided(
    "keyed",
    "A map, a list whose items bear the key there.",
    {
      key,
      value: text(
        "The items' member for the map's value; left out, the value's members stand beside the key.",
      ),
      rules,
      inverted,
    },
    ["key"],
  ),
  count: twoSided(
    "count",
    "Strings, each as often as it counts; {name, quantity} there.",
    {
      name: text("The items' member for the string. Default name."),
      quantity: text("The items' member for the number. Default quantity."),
      limit: {
        type: "integer",
        description:
          "Strings that may stand again after the first of their kind; more fail the review. Default 10000.",
      },
      inverted,
    },
    [],
  ),
  wrap: twoSided(
    "wrap",
    "Scalars, maps with one member there.",
    { key: text("That member."), inverted },
    ["key"],
  ),
  single: twoSided("single", "A list, its only item there.", { rules, inverted }, []),
  conditions: twoSided("conditions", "A list of conditions, by their type.", { rules }, []),
  partition: manySided(
    "partition",
    "A list, or the two that it is on the other side: those that pass the test, the rest.",
    {
      type: "array",
      items: { type: "string" },
      minItems: 2,
      maxItems: 2,
    },
    { test: itemTest },
    ["test"],
  ),
};
