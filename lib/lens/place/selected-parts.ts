import type { Side } from "../../converter/side.ts";
import type { JsonValue } from "../../json/value.ts";
import { opOf } from "../ops/registry.ts";
import type { ValuePredicate } from "../ops/value-test.ts";
import type { ScopeRule } from "./scoped-lens.ts";

/** A test that is true for the items or values that a rule converts on a side; undefined if it converts all. */
export function partSelector(
  { data }: Pick<ScopeRule, "data">,
  side: Side,
): ValuePredicate | undefined {
  if (data === undefined) return undefined;
  const op = opOf(data);
  return op.kind === "container" ? op.selects?.(data, side) : undefined;
}

/** The indexes of the items that a rule converts, in order. The nth of one side corresponds to the nth of the other. */
export function selectedIndexes(
  list: readonly JsonValue[],
  selects: ValuePredicate | undefined,
): readonly number[] {
  const indexes = [...list.keys()];
  return selects === undefined
    ? indexes
    : indexes.filter((index) => selectsItem(list[index], selects));
}

function selectsItem(item: JsonValue | undefined, selects: ValuePredicate): boolean {
  return item !== undefined && selects(item);
}
