import type { JsonValue } from "../../json/value.ts";

/** What a hook gets and gives: values in the order of its paths; undefined is absent. */
export type HookFunction = (
  values: readonly (JsonValue | undefined)[],
  reads: readonly (JsonValue | undefined)[],
) => readonly (JsonValue | undefined)[] | undefined;
