import type { JsonValue } from "../../json/value.ts";
import { stringify } from "../../json/write.ts";
import { type Path, pathText } from "../lens/path.ts";
import { textsOf } from "../lens/placed.ts";
import type { RuleData } from "../lens/rule.ts";
import type { LensFault } from "./analysis.ts";
import type { Walk } from "./site.ts";

/** A fault before its rule and place are written out. */
export interface FaultDraft {
  readonly code: string;
  readonly path: Path | string;
  /** Begins with the path and ends with what to do. */
  readonly text: string;
  readonly rule: RuleData | undefined;
}

/** The codes that only warn. */
const warnings: ReadonlySet<string> = new Set(["E116", "E117", "E124", "E125"]);

/** Notes a fault, with the rule that it is about. */
export function report(walk: Pick<Walk, "findings" | "lens">, draft: FaultDraft): void {
  walk.findings.fault(faultOf(draft, walk.lens.data.file));
}

/** A fault with the rule that it is about, as the user reads it. */
export function faultOf({ code, path, text, rule }: FaultDraft, file?: string): LensFault {
  return {
    code,
    severity: warnings.has(code) ? "warning" : "error",
    path: typeof path === "string" ? path : pathText(path),
    message: rule === undefined ? text : `${text} (${ruleText(rule, file)})`,
    rule,
  };
}

/** A rule in a message: `move spec.a to spec.b, conversion.yaml:12:3`. */
export function ruleText(rule: RuleData, file?: string): string {
  const [from, to] = [namesOf(rule, "from"), namesOf(rule, "to")];
  const places = from === "" || to === "" || from === to ? from || to : `${from} to ${to}`;
  return `${rule.op} ${places}${placeText(rule, file)}`;
}

function namesOf(rule: RuleData, side: "from" | "to"): string {
  if (rule.op === "variant") return rule[side];
  return textsOf(rule, side).join(", ");
}

function placeText({ at }: RuleData, file: string | undefined): string {
  if (at === undefined) return file === undefined ? "" : `, ${file}`;
  const place = `${at.line}:${at.column}`;
  return file === undefined ? `, line ${place}` : `, ${file}:${place}`;
}

/** A path as it stands in a message. */
export function quoted(path: Path | string): string {
  return `\`${typeof path === "string" ? path : pathText(path)}\``;
}

/** A value as it stands in a message. */
export function valueText(value: JsonValue): string {
  return `\`${typeof value === "string" && value !== "" ? value : stringify(value)}\``;
}
