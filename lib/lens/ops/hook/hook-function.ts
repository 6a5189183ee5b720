import type { JsonValue } from "../../../json/value.ts";
import type { HookFunction } from "../../language/hook-function.ts";

/** Code for one direction of a hook, whatever its author declares that it gets and returns. */
export type AnyHookFunction = (...values: never[]) => unknown;

/**
 * Code as the engine calls it. Its types are what the author expects at its paths, which nothing guarantees: a hook has to
 * check them, and the codec checks what it returns. Throws a TypeError for what is not a function.
 */
export function hookFunction(code: AnyHookFunction): HookFunction;
export function hookFunction(code: AnyHookFunction): AnyHookFunction {
  if (typeof code !== "function") throw new TypeError("a direction of a hook is not a function");
  return code;
}

/** What computes a filled value: from what it reads, in the order of its paths; undefined fills nothing in. */
export type FillFunction = (values: readonly (JsonValue | undefined)[]) => JsonValue | undefined;

/** The code of a fill as a hook of one direction. Throws a TypeError for what is not a function. */
export function fillFunction(code: AnyHookFunction): HookFunction {
  const compute = asFill(code);
  return (values) => [compute(values)];
}

function asFill(code: AnyHookFunction): FillFunction;
function asFill(code: AnyHookFunction): AnyHookFunction {
  if (typeof code !== "function") throw new TypeError("the hook of a fill is not a function");
  return code;
}
