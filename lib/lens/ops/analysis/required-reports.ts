import type { Side } from "../../../converter/side.ts";
import type { Path } from "../../language/path.ts";
import type { RuleData } from "../../language/rule.ts";
import { accepts } from "./accepted.ts";
import type { AnalysisContext } from "./analysis-context.ts";
import { quotedPath, report } from "./fault-texts.ts";
import type { Refused } from "./lens-analysis.ts";

/** A member that a side requires and that may be missing. */
interface Unfilled {
  readonly side: Side;
  readonly path: Path;
  /** What to try, as the message says it. */
  readonly remedy: string;
  readonly rule: RuleData | undefined;
  /** The rule for the member, where one of its modifiers may leave it absent. */
  readonly cause?: { readonly rule: RuleData; readonly text: string } | undefined;
}

/** E104, unless an entry of `accept` says why it is right. */
export function reportMissing(
  walk: AnalysisContext,
  { side, path, remedy, rule, cause }: Unfilled,
): void {
  const refusal = requiredAt(walk, side, path);
  if (accepts(walk, refusal)) return;
  const version = walk.versions[side];
  const fact = `${version} requires ${quotedPath(path)}, and nothing surely fills it`;
  const text =
    cause === undefined
      ? `${fact}. Try ${remedy}`
      : `${fact}: ${cause.text}. Try fill: { ${version}: … } with a value`;
  report(walk, {
    code: "E104",
    path,
    text,
    rule: cause?.rule ?? rule,
    refusal,
  });
}

/** The constraint that a side requires a member. */
export function requiredAt(walk: AnalysisContext, side: Side, path: Path): Refused {
  return { version: walk.versions[side], constraint: { path, keyword: "required" } };
}
