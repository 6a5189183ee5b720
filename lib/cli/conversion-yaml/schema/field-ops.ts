import type { JsonObject } from "../../../json/value.ts";
import { any, inverted, oneSided, rules, text, twoSided } from "./parts.ts";

/** Ops that say where a field is, or that it is only here. */
export const fieldOps: Readonly<Record<string, JsonObject>> = {
  move: twoSided("move", "A value that has another path.", { rules }, []),
  drop: oneSided("drop", "A value that is given up.", { reason: text("Why that is right.") }, [
    "reason",
  ]),
  keep: oneSided(
    "keep",
    "A value that only its version can say: it is kept in the stash.",
    {
      beside: text(
        "A path of the other version: what was kept is forgotten when the value there changes.",
      ),
    },
    [],
  ),
  constant: oneSided(
    "constant",
    "What only this version has, and always the same.",
    { value: any("The value.") },
    ["value"],
  ),
  default: twoSided(
    "default",
    "A value that may be absent here and is filled on the other side.",
    {
      value: any("What it is filled with."),
      inverted,
    },
    ["value"],
  ),
  label: oneSided(
    "label",
    "A field that is a label of the other version.",
    { key: text("The label's key.") },
    ["key"],
  ),
  annotation: oneSided(
    "annotation",
    "A field that is an annotation of the other version.",
    { key: text("The annotation's key.") },
    ["key"],
  ),
  use: twoSided("use", "A value that a named lens converts.", { lens: text("The lens's name.") }, [
    "lens",
  ]),
};
