import type { JsonValue } from "../../../json/value.ts";
import type { HookFunction } from "../../language/hook-function.ts";

/** An author's function for one direction of a hook, with any types of parameters and result. */
export type AnyHookFunction = (...values: never[]) => unknown;

/**
 * An author's function with the type by which the engine calls it. The author's types are not checked at run time: a hook has to
 * check the values that it gets, and the codec checks those that it returns. Throws a TypeError if the argument is not a
 * function.
 */
export function hookFunction(code: AnyHookFunction): HookFunction;
export function hookFunction(code: AnyHookFunction): AnyHookFunction {
  if (typeof code !== "function") throw new TypeError("a direction of a hook is not a function");
  return code;
}

/**
 * A function that computes a value to fill in. It gets the values at the paths in `reads`, in their order. If it returns
 * undefined, nothing is filled in.
 */
export type FillFunction = (values: readonly (JsonValue | undefined)[]) => JsonValue | undefined;

/** Returns the function of a fill as a hook with one direction. Throws a TypeError if the argument is not a function. */
export function fillFunction(code: AnyHookFunction): HookFunction {
  const compute = asFill(code);
  return (values) => [compute(values)];
}

function asFill(code: AnyHookFunction): FillFunction;
function asFill(code: AnyHookFunction): AnyHookFunction {
  if (typeof code !== "function") throw new TypeError("the hook of a fill is not a function");
  return code;
}
