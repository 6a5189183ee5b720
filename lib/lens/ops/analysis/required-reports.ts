import type { Side } from "../../../converter/side.ts";
import type { Path } from "../../language/path.ts";
import type { RuleData } from "../../language/rule.ts";
import { isAcceptedRefusal } from "./accepted.ts";
import type { AnalysisContext } from "./analysis-context.ts";
import { quotedPath, reportFault } from "./fault-texts.ts";
import type { NarrowerConstraint } from "./lens-analysis.ts";

/** A member that a version requires and that no rule is certain to write. */
interface UnwrittenMember {
  readonly side: Side;
  readonly path: Path;
  /** What to try: the end of the message. */
  readonly remedy: string;
  readonly rule: RuleData | undefined;
  /** If a modifier of the member's rule may leave the member absent: the rule, and the clause that says so in the message. */
  readonly cause?: { readonly rule: RuleData; readonly text: string } | undefined;
}

/** Reports E104, unless an entry of `accept` accepts it. */
export function reportMissing(
  walk: AnalysisContext,
  { side, path, remedy, rule, cause }: UnwrittenMember,
): void {
  const refusal = requiredConstraint(walk, side, path);
  if (isAcceptedRefusal(walk, refusal)) return;
  const version = walk.versions[side];
  const fact = `${version} requires ${quotedPath(path)}, but`;
  const text =
    cause === undefined
      ? `${fact} it may stay absent. Try ${remedy}`
      : `${fact} ${cause.text}. Try fill: { ${version}: … } with a value`;
  reportFault(walk, {
    code: "E104",
    path,
    text,
    rule: cause?.rule ?? rule,
    refusal,
  });
}

/** The `required` constraint of a version for a member, in the form that `accept` uses. */
export function requiredConstraint(
  walk: AnalysisContext,
  side: Side,
  path: Path,
): NarrowerConstraint {
  return { version: walk.versions[side], constraint: { path, keyword: "required" } };
}
