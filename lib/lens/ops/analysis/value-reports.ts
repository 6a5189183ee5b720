import type { Side } from "../../../converter/side.ts";
import type { JsonValue } from "../../../json/value.ts";
import { applyDefaults } from "../../../schema/defaulting/apply-defaults.ts";
import type { RuleData } from "../../language/rule.ts";
import type { SchemaNode } from "../../language/schema-node.ts";
import type { AnalysisContext } from "./analysis-context.ts";
import { quotedPath, reportFault, valueText } from "./fault-texts.ts";
import type { SchemaPlace } from "./place-pair.ts";
import { refusalReason } from "./value-refusal.ts";

interface WrittenValue {
  readonly rule: RuleData;
  readonly side: Side;
  /** What the value is, for the message: `fill` for the rule's option, `word` for a word of a table or of `else`. */
  readonly what: string;
}

/** Reports E119 if the schema refuses a value that the rule itself writes, even after the server's defaults are set in it. */
export function reportRefusedLiteral(
  walk: AnalysisContext,
  { path, node }: SchemaPlace,
  value: JsonValue,
  { rule, side, what }: WrittenValue,
): void {
  const reason = refusalReason(node, withDefaults(value, node));
  if (reason === undefined) return;
  const text = `${what} ${valueText(value)} does not fit ${quotedPath(path)} in ${walk.versions[side]}: ${reason}`;
  reportFault(walk, { code: "E119", path, text, rule });
}

function withDefaults(value: JsonValue, node: SchemaNode): JsonValue {
  return typeof node === "string" ? value : applyDefaults(value, node);
}

/** Reports E116: what is filled in is filled into fragments too. */
export function reportFill(walk: AnalysisContext, { path }: SchemaPlace, rule: RuleData): void {
  const text = `fill at ${quotedPath(path)} also fills fragments: server-side apply may show the field without an owner`;
  reportFault(walk, { code: "E116", path, text, rule });
}
