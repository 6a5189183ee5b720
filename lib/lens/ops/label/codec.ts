import { labelValueFaults } from "../../../schema/metadata/names.ts";
import type { LabelRule } from "../../language/rule.ts";
import { type One, type OneCodec, unreadable } from "../codec.ts";

/**
 * The value of a label or an annotation against a field: strings only, and for a label only what the server lets a
 * label be. The same both ways.
 */
export function labelCodec({ op }: Pick<LabelRule, "op">): OneCodec {
  const allows = op === "label" ? isLabelValue : () => true;
  const same: One = (value) => (typeof value === "string" && allows(value) ? value : unreadable);
  return { forward: same, backward: same, exactForward: true, exactBackward: true };
}

function isLabelValue(text: string): boolean {
  return labelValueFaults(text).length === 0;
}
