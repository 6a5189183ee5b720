import type { JsonValue } from "../../json/value.ts";

/**
 * One direction of a hook. It gets the values at the hook's paths and at its `reads`, and returns the values for the paths of the
 * other side, each in the order of the paths. An undefined value means absent; undefined instead of a list means that the values
 * cannot be parsed.
 */
export type HookFunction = (
  values: readonly (JsonValue | undefined)[],
  reads: readonly (JsonValue | undefined)[],
) => readonly (JsonValue | undefined)[] | undefined;
