import type { FirstOp, RuleData } from "../../language/rule.ts";

/** A source of `first` that is an op, as a rule from its path to the same path. The op is a value op; its members are not looked at. */
export function sourceRule({ path, ...op }: FirstOp): RuleData {
  // What stands beside op and path is the op's own, as the builder and the reader of conversion.yaml have checked.
  return { ...op, from: path, to: path } as unknown as RuleData;
}
