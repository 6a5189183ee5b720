import type { JsonObject } from "../../../json/value.ts";
import { any, flag, inverted, manySided, object, rules, text, twoSided, words } from "./parts.ts";

const key = text("The member of an item that holds the key.");

const itemTest: JsonObject = object(
  {
    member: text("The member of the item that is tested."),
    equals: any("The member equals this."),
    in: { type: "array", description: "The member is one of these." },
    present: flag("true: the member is set. false: it is absent or null."),
  },
  ["member"],
);

/** Ops on lists and on maps with any keys. */
export const listOps: Readonly<Record<string, JsonObject>> = {
  each: twoSided(
    "each",
    "A list whose items correspond one to one.",
    {
      rules,
      key: {
        anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }],
        description: "Members that identify an item of an atomic list, for the stash only.",
      },
      align: words(
        ["exact"],
        "exact: an item that replaces another inherits none of its preserved values.",
      ),
    },
    ["rules"],
  ),
  eachValue: twoSided("eachValue", "A map with any keys whose values correspond.", { rules }, [
    "rules",
  ]),
  keyed: twoSided(
    "keyed",
    "A map; in the other version, a list whose items hold the key.",
    {
      key,
      value: text(
        "The member of an item that holds the map's value. Left out, the value's members are beside the key.",
      ),
      rules,
      inverted,
    },
    ["key"],
  ),
  count: twoSided(
    "count",
    "A list of strings that may repeat; in the other version, a list of {name, quantity}.",
    {
      name: text("The member of an item that holds the string. Default name."),
      quantity: text("The member of an item that holds the number. Default quantity."),
      limit: {
        type: "integer",
        description: "How many repetitions are allowed; more fail the review. Default 10000.",
      },
      inverted,
    },
    [],
  ),
  wrap: twoSided(
    "wrap",
    "Scalars; in the other version, maps with one member.",
    { key: text("The member."), inverted },
    ["key"],
  ),
  single: twoSided(
    "single",
    "A list; in the other version, its only item.",
    { rules, inverted },
    [],
  ),
  conditions: twoSided("conditions", "A list of conditions, by their type.", { rules }, []),
  partition: manySided(
    "partition",
    "A list, or the two lists that it is in the other version: items that pass the test, then the rest.",
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
