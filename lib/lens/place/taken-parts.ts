import type { JsonValue } from "../../json/value.ts";
import type { Side } from "../language/side.ts";
import { opOf } from "../ops/registry.ts";
import type { Test } from "../ops/value-test.ts";
import type { ScopeRule } from "./scoped-lens.ts";

/** Which items or values a rule converts on a side; undefined where it converts all. */
export function takenParts({ data }: Pick<ScopeRule, "data">, side: Side): Test | undefined {
  if (data === undefined) return undefined;
  const op = opOf(data);
  return op.kind === "container" ? op.takes?.(data, side) : undefined;
}

/** The indexes of the items that a rule converts, in their order: the n-th of one side corresponds to the n-th of the other. */
export function takenIndexes(
  list: readonly JsonValue[],
  takes: Test | undefined,
): readonly number[] {
  const indexes = [...list.keys()];
  return takes === undefined ? indexes : indexes.filter((index) => takesItem(list[index], takes));
}

function takesItem(item: JsonValue | undefined, takes: Test): boolean {
  return item !== undefined && takes(item);
}
