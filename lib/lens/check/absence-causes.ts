import { otherSide, type Side } from "../../converter/side.ts";
import { isSamePath, type KeyPath } from "../language/path.ts";
import type { RuleData } from "../language/rule.ts";
import type { RuleScope } from "../place/scoped-lens.ts";

/** A rule that may leave the field at its path absent, and the modifier (`fill` or `omit`) that is the cause. */
interface AbsenceCause {
  readonly rule: RuleData;
  /** The text for a message: `omit for v1 may leave it absent`. */
  readonly text: string;
}

/** Why the rule whose only path on `side` is `path` may leave the field absent: its `fill` or `omit`. Otherwise undefined. */
export function absenceCauseAt(
  { rules }: RuleScope,
  side: Side,
  path: KeyPath,
  versions: Readonly<Record<Side, string>>,
): AbsenceCause | undefined {
  const found = rules.find(({ [side]: [own, ...others] }) => {
    return own !== undefined && others.length === 0 && isSamePath(own, path);
  });
  const rule = found?.data;
  const text = rule && causeText(rule, side, versions);
  return rule === undefined || text === undefined ? undefined : { rule, text };
}

function causeText(
  { fill, omit }: RuleData,
  side: Side,
  versions: Readonly<Record<Side, string>>,
): string | undefined {
  const opposite = otherSide(side);
  const [thisFill, otherFill] = [fill?.[side], fill?.[opposite]];
  if (thisFill?.where !== undefined) {
    return `fill for ${versions[side]} gives nothing where a test of its where fails`;
  }
  if (thisFill !== undefined && thisFill.value === undefined) {
    return `fill for ${versions[side]} gives nothing where what it reads is absent`;
  }
  for (const each of [opposite, side]) {
    if (omit?.[each] !== undefined) return `omit for ${versions[each]} may leave it absent`;
  }
  if (otherFill === undefined || otherFill.returns === true) return undefined;
  return `a value that fill for ${versions[opposite]} would fill in counts as absent and is left out`;
}
