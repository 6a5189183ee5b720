import type { Side } from "../../converter/side.ts";
import { assertDefined } from "../../json/invariant.ts";
import { type Path, startsWith } from "../language/path.ts";
import type { RuleData } from "../language/rule.ts";
import { type ParsedRule, withMappedPaths } from "./parsed-rule.ts";

/** A rule while scopes are being built, with the rules that are nested in it. */
export interface RuleNode {
  readonly rule: ParsedRule;
  /** Undefined for a container that was generated for paths with `[*]` or `{}`. */
  readonly data: RuleData | undefined;
  readonly children: ParsedRule[];
  readonly excluded: ExcludedPath[];
}

/** A path inside a rule that another rule of the scope claims. */
export interface ExcludedPath {
  readonly side: Side;
  readonly path: Path;
  /** The other rule, for messages. */
  readonly claimedBy: RuleData | undefined;
}

/** A rule with its paths relative to a container. */
export function relativeTo(rule: ParsedRule, container: ParsedRule): ParsedRule {
  // Paths outside the container that the rule reads stay unchanged: inside the container they lead to no value.
  return withMappedPaths(rule, (path, side) => {
    const start = innerStart(container, side);
    return startsWith(path, start) ? path.slice(start.length) : path;
  });
}

/** The path at which a container's inner rules start. */
function innerStart(container: ParsedRule, side: Side): Path {
  const start = assertDefined(container[side][0], "a container has a path on either side");
  return [...start, ...assertDefined(container.steps, "only containers hold rules")];
}

/** True for the key of a map; false for the steps `[*]` and `{}`. */
export function isKey(step: Path[number]): step is string {
  return typeof step === "string";
}
