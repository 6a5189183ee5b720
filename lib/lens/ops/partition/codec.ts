import { isArray, type JsonValue } from "../../../json/value.ts";
import type { PartitionRule } from "../../language/rule.ts";
import { exceedsDeadline, type JointCodec, unparsable } from "../codec.ts";
import { isPresent, itemPasses } from "../item-test.ts";

/**
 * Divides a list into two: the items that pass the test, and the others. A result without items is absent, but an empty source
 * becomes an empty first list. Back, the items of both lists are joined: those that pass come first.
 *
 * Null becomes null in both; back, null beside a list is ignored. Lossy: the order of passing and other items among each other;
 * an empty list beside another.
 */
export function partitionCodec({ test }: Pick<PartitionRule, "test">): JointCodec {
  const split = (items: readonly JsonValue[]) => {
    const passed = items.filter((item) => itemPasses(item, test));
    const rest = items.filter((item) => !itemPasses(item, test));
    return { passed, rest };
  };
  return {
    forward: ([list], run) => {
      if (!isPresent(list)) return [list, list];
      if (!isArray(list) || exceedsDeadline(run, list.length)) return unparsable;
      const { passed, rest } = split(list);
      return [rest.length === 0 || passed.length > 0 ? passed : undefined, orAbsent(rest)];
    },
    backward: (lists, run) => {
      const present = lists.filter(isPresent);
      if (present.length === 0) return [lists.includes(null) ? null : undefined];
      if (!present.every(isArray)) return unparsable;
      const items = present.flat(1);
      if (exceedsDeadline(run, items.length)) return unparsable;
      const { passed, rest } = split(items);
      return [[...passed, ...rest]];
    },
    exactForward: false,
    exactBackward: false,
  };
}

function orAbsent(items: readonly JsonValue[]): readonly JsonValue[] | undefined {
  return items.length === 0 ? undefined : items;
}
