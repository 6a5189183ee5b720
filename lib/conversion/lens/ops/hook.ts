import { type Many, type ManyCodec, unreadable } from "../codec.ts";
import type { HookFunction, HookRule } from "../rule.ts";

/**
 * An author's code over declared paths. It gets the values of its paths and of what it declares to read, and nothing
 * else; a direction that is left out yields nothing. Code that throws, or answers no list of as many values as it has
 * paths to give, cannot read its values: they are kept and reported, as with any op.
 */
export function hookCodec({ from, to, forward, backward }: HookRule): ManyCodec {
  return {
    forward: called(forward, from.length, to.length),
    backward: called(backward, to.length, from.length),
    exactForward: false,
    exactBackward: false,
  };
}

function called(hook: HookFunction | undefined, sources: number, targets: number): Many {
  if (hook === undefined) return () => Array.from({ length: targets }, () => undefined);
  return (values) => {
    const answer = attempt(hook, values.slice(0, sources), values.slice(sources));
    return Array.isArray(answer) && answer.length === targets ? answer : unreadable;
  };
}

/** What a hook answers; one that throws cannot read its values. */
function attempt(hook: HookFunction, ...[values, reads]: Parameters<HookFunction>): unknown {
  try {
    return hook(values, reads);
  } catch {
    return undefined;
  }
}
