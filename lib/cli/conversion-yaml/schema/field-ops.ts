import type { JsonObject } from "../../../json/value.ts";
import { any, inverted, oneSided, rules, text, twoSided } from "./parts.ts";

/** Ops that say where a field is, or that only one version has it. */
export const fieldOps: Readonly<Record<string, JsonObject>> = {
  move: twoSided("move", "A value at another path.", { rules }, []),
  drop: oneSided("drop", "A value that is discarded.", { reason: text("Why nothing needs it.") }, [
    "reason",
  ]),
  keep: oneSided(
    "keep",
    "A value that only its version can represent: it is preserved in an annotation.",
    {
      beside: text(
        "A path of the other version: when its value changes, the preserved value is discarded.",
      ),
    },
    [],
  ),
  constant: oneSided(
    "constant",
    "A field that only its version has, always with the same value.",
    { value: any("The value.") },
    ["value"],
  ),
  default: twoSided(
    "default",
    "A value that may be absent in one version and is filled in the other.",
    {
      value: any("The value that fills it."),
      inverted,
    },
    ["value"],
  ),
  label: oneSided(
    "label",
    "A field that is a label in the other version.",
    { key: text("The label's key.") },
    ["key"],
  ),
  annotation: oneSided(
    "annotation",
    "A field that is an annotation in the other version.",
    { key: text("The annotation's key.") },
    ["key"],
  ),
  use: twoSided("use", "A value that a named lens converts.", { lens: text("The lens's name.") }, [
    "lens",
  ]),
};
