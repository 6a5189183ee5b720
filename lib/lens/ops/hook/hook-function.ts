import type { HookFunction } from "../../language/rule.ts";

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
