import type { Op } from "../op.ts";
import { isOfType } from "../orientation.ts";
import type { TextFormat } from "./codec.ts";
import { textCodec } from "./codec.ts";
import { jsonText } from "./json-text.ts";

/** Converts between a value and its YAML or JSON in a string. */
export const textOp: Op<"text"> = {
  kind: "value",
  isExact: false,
  isInverted: ({ inverted }, { from, to }) =>
    inverted ?? (isOfType(to, "string") && !isOfType(from, "string")),
  isFirstText: true,
  codec: ({ format }, { yaml, at: { to } }) =>
    textCodec(formatOf(format, yaml), typeof to === "string" ? undefined : to),
};

function formatOf(format: "yaml" | "json", yaml: TextFormat | undefined): TextFormat {
  if (format === "json") return jsonText;
  if (yaml !== undefined) return yaml;
  throw new TypeError(
    "the op text needs a YAML parser: pass one, as in defineKind({ …, tools: { yaml: yamlText } })",
  );
}
