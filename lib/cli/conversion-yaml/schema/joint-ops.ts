import type { JsonObject } from "../../../json/value.ts";
import { any, inverted, manySided, object, rules, text, texts, twoSided } from "./parts.ts";

const source: JsonObject = {
  anyOf: [
    { type: "string" },
    { type: "object", description: "A value op with its path: { wrap: spec.names, key: name }." },
  ],
};

/** Ops that join several fields. */
export const jointOps: Readonly<Record<string, JsonObject>> = {
  first: manySided(
    "first",
    "A path, or a list of paths of which the first that is set gives its value.",
    {
      type: "array",
      items: source,
    },
    {
      home: {
        anyOf: [{ type: "integer" }, { const: "all" }],
        description: "The index of the source that the value returns to, or all. Default 0.",
      },
      default: any(
        "The path's value where no source has one. Converted back, it is written to the source.",
      ),
    },
  ),
  split: manySided(
    "split",
    "The path of a text, or the paths of its parts by the names in the template.",
    texts,
    {
      template: text('How the parts form the text: "{host}:{port}".'),
    },
    ["template"],
  ),
  entry: manySided(
    "entry",
    "The paths of fields by the name of their item, or the path of the list of {name, value}.",
    texts,
    {
      name: text("The member of an item that holds the name. Default name."),
      value: text("The member of an item that holds the value. Default value."),
      members: {
        type: "object",
        additionalProperties: { type: "object" },
        description: "The schemas of further members of the items, by member.",
      },
      fill: {
        type: "array",
        items: { type: "string" },
        description: "Names whose item is in the list even where its field is absent.",
      },
    },
  ),
  variant: twoSided(
    "variant",
    "A map with a tag; in the other version, a map whose members determine the case.",
    {
      tag: text("The path of the tag, from the map of the first side."),
      cases: {
        type: "object",
        additionalProperties: object(
          {
            test: {
              type: "object",
              description:
                "The value that each path of the second side must hold; { present: true } for any value.",
            },
            rules,
          },
          ["test"],
        ),
        description: "The cases by the value of the tag.",
      },
      inverted,
    },
    ["tag", "cases"],
  ),
};
