import type { Authoring } from "../authoring.ts";
import { everyRule, object, rules, text } from "../yaml-schema.ts";

/** `at` for authors: a path of both versions, with rules. */
export const atAuthoring: Authoring<"at"> = {
  yaml: object(
    {
      at: text(
        "A path of both versions: where rules apply, whose paths are relative to it, or with fill or omit the value there.",
      ),
      rules,
      ...everyRule,
    },
    ["at"],
  ),
  example: "{ at: spec.template, rules: [{ move: image, to: container }] }",
  code: [],
  analyse: (walk, _, { at }) => walk.scope(walk, [], at),
  suppliedBy: "any",
  fillsFragments: false,
};
