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
    "A path, or the list of those of which the first that is there says its value.",
    {
      type: "array",
      items: source,
    },
    {
      home: {
        anyOf: [{ type: "integer" }, { const: "all" }],
        description: "The index of the source that the value goes back to, or all. Default 0.",
      },
      default: any("The path's value where no source says one. Back, it goes to the source."),
    },
  ),
  split: manySided(
    "split",
    "A text's path, or its parts' paths by the names in the template.",
    texts,
    {
      template: text('How the text is made of its parts: "{host}:{port}".'),
    },
    ["template"],
  ),
  entry: manySided(
    "entry",
    "Fields' paths by their item's name, or the path of the list of {name, value}.",
    texts,
    {
      name: text("The items' member for the name. Default name."),
      value: text("The items' member for the value. Default value."),
      members: {
        type: "object",
        additionalProperties: { type: "object" },
        description: "Further members of the items by name.",
      },
      fill: {
        type: "array",
        items: { type: "string" },
        description: "Names whose item stands in the list whether its field is there or not.",
      },
    },
  ),
  variant: twoSided(
    "variant",
    "A map with a tag; there, a map whose members tell the case.",
    {
      tag: text("The tag's path below the first side's map."),
      cases: {
        type: "object",
        additionalProperties: object(
          {
            test: {
              type: "object",
              description:
                "Paths of the second side by what they must hold; { present: true }: anything.",
            },
            rules,
          },
          ["test"],
        ),
        description: "The cases by the tag's word.",
      },
      inverted,
    },
    ["tag", "cases"],
  ),
};
