import { otherSide, type Side } from "../../converter/side.ts";
import { assertDefined } from "../../json/invariant.ts";
import { isObject, member } from "../../json/value.ts";
import { valueAt } from "../language/key-path.ts";
import { type ConversionRun, type ConvertValue, unparsable } from "../ops/codec.ts";
import { hasNewNotes, keyPathText } from "../ops/noted-paths.ts";
import type { RuleScope } from "../place/scoped-lens.ts";
import { wholeValueSideOf } from "../place/whole-value.ts";

/**
 * If a rule names a whole value as `.`, the value is put into a map under this key while the rules are applied, since they work
 * on maps and members only. A member of the other side with the name `.` is another field.
 */
const wholeKey = ".";

/** A copy of a scope in which the rule for the whole value of a side names the member that holds it instead. */
export function withWholeAsMember({ rules }: RuleScope, side: Side): RuleScope {
  return {
    rules: rules.map((rule) =>
      rule[side].some((path) => path.length === 0) ? { ...rule, [side]: [[wholeKey]] } : rule,
    ),
  };
}

/** Turns a pass of a scope into one that starts at a whole value, which becomes a member on the other side. */
export function passFromWholeValue(
  pass: ConvertValue,
  { rules }: RuleScope,
  side: Side,
): ConvertValue {
  const rule = assertDefined(
    rules.find((each) => wholeValueSideOf(each) === side),
    "the scope has a rule for the whole value",
  );
  const target = assertDefined(rule[otherSide(side)][0], "a move has a path on either side");
  return (value, run) => {
    const [unparsed, rounded] = [run.unparsed.length, run.rounded.length];
    const image = pass({ [wholeKey]: value }, run);
    if (hasNewNotes(run, unparsed, rounded)) removeKey(run, unparsed, rounded);
    // Without the member at `target`, the image would convert back neither to the whole value nor to the same image.
    const isRead = image !== unparsable && image !== undefined && isObject(image);
    return isRead && valueAt(image, target) !== undefined ? image : unparsable;
  };
}

/**
 * Turns a pass of a scope into one whose result is a whole value, which is a member on the other side. Further members beside it
 * are not converted, but preserved.
 */
export function passToWholeValue(pass: ConvertValue): ConvertValue {
  return (value, run) => {
    const image = pass(value, run);
    if (image === unparsable || image === undefined || !isObject(image)) return unparsable;
    const whole = member(image, wholeKey);
    if (whole === undefined) return unparsable;
    // Null stays null on the way back: it does not become a member.
    if (whole === null || Object.keys(image).length > 1) run.isInexact = true;
    return whole;
  };
}

const keyPath = keyPathText([wholeKey]);

/** Removes {@link wholeKey}, which authors don't know, from the paths that a pass recorded. */
function removeKey(run: ConversionRun, unparsed: number, rounded: number): void {
  for (const [paths, start] of [
    [run.unparsed, unparsed],
    [run.rounded, rounded],
  ] as const) {
    for (const [index, path] of paths.entries())
      if (index >= start) paths[index] = withoutKeyPath(path);
  }
  if (run.fault !== undefined) run.fault = { ...run.fault, path: withoutKeyPath(run.fault.path) };
}

function withoutKeyPath(path: string): string {
  return path.startsWith(keyPath) ? path.slice(keyPath.length).replace(/^\./, "") : path;
}
