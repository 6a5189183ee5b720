import type { JsonValue } from "../../../json/value.ts";
import { stringify } from "../../../json/write.ts";
import { type Path, pathText } from "../../language/path.ts";
import type { LensData, RuleData } from "../../language/rule.ts";
import { rulePositionText, ruleText } from "../rule-text.ts";
import type { AnalysisContext } from "./analysis-context.ts";
import type { LensFault } from "./lens-analysis.ts";

/** A fault without the text of its rule and the rule's position. */
interface FaultDraft {
  readonly code: string;
  readonly path: Path | string;
  /** Starts with the path and ends with what to do. */
  readonly text: string;
  readonly rule: RuleData | undefined;
  readonly meant?: Path | undefined;
  readonly candidate?: LensFault["candidate"] | undefined;
  readonly onlyIn?: LensFault["onlyIn"] | undefined;
  readonly word?: JsonValue | undefined;
  /** The constraint that an entry of `accept` can accept. */
  readonly refusal?: LensFault["refusal"] | undefined;
}

/** The codes of warnings; all others are errors. */
const warnings: ReadonlySet<string> = new Set([
  "E116",
  "E117",
  "E118",
  "E124",
  "E125",
  "E127",
  "E130",
  "E131",
  "E135",
  "E136",
]);

/** Adds a fault to the findings. Its message ends with the rule and the rule's position. */
export function reportFault(
  walk: Pick<AnalysisContext, "findings" | "data">,
  draft: FaultDraft,
): void {
  walk.findings.fault(lensFault(draft, walk.data));
}

/** A fault whose message ends with the rule and the rule's position. */
export function lensFault(
  { code, path, text, rule, meant, candidate, onlyIn, word, refusal }: FaultDraft,
  lens?: LensData,
): LensFault {
  return {
    code,
    severity: warnings.has(code) ? "warning" : "error",
    path: typeof path === "string" ? path : pathText(path),
    message: rule === undefined ? text : `${text} (${placedRule(rule, lens)})`,
    rule,
    ...(meant !== undefined && { meant: pathText(meant) }),
    ...(candidate !== undefined && { candidate }),
    ...(onlyIn !== undefined && { onlyIn }),
    ...(word !== undefined && { word }),
    ...(refusal !== undefined && { refusal }),
  };
}

/** A rule as messages show it, with its position: `move spec.a → spec.b, conversion.yaml:12:3`. */
export function placedRule(rule: RuleData, lens: LensData | undefined): string {
  const at = lens === undefined ? "" : rulePositionText(lens, rule);
  return at === "" ? ruleText(rule) : `${ruleText(rule)}, ${at}`;
}

/** A path as messages show it, in backquotes. */
export function quotedPath(path: Path | string): string {
  return `\`${typeof path === "string" ? path : pathText(path)}\``;
}

/** A value as messages show it, in backquotes. */
export function valueText(value: JsonValue): string {
  return `\`${typeof value === "string" && value !== "" ? value : stringify(value)}\``;
}
