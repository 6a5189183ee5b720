import type { HookFault } from "../../../converter/hook-fault.ts";
import { deepFreeze } from "../../../json/deep-freeze.ts";
import { equal } from "../../../json/equal.ts";
import { err, ok, type Result } from "../../../json/result.ts";
import type { JsonValue } from "../../../json/value.ts";
import type { HookFunction } from "../../language/hook-function.ts";
import type { HookRule } from "../../language/rule.ts";
import { type ConversionRun, type ConvertValues, type JointCodec, unparsable } from "../codec.ts";
import type { CodecContext } from "../op.ts";
import { hookResultFault } from "./hook-result.ts";
import { valueCopy } from "./value-copy.ts";

/**
 * Converts values with an author's functions. A function gets the values of its paths and of the paths in `reads`, as frozen
 * copies, and nothing else. A direction without a function writes nothing. A member of a result that is undefined is absent.
 *
 * If a function returns undefined, or a value that is not JSON, the values cannot be parsed: they are preserved and reported. For
 * a value that is not JSON, `check` fails. A function that throws, or does not return a list with one value for each target path,
 * fails the conversion.
 */
export function hookCodec(
  { name, from, to, forward, backward }: HookRule,
  { ruleText }: Pick<CodecContext, "ruleText">,
): JointCodec {
  const label = (): HookLabel => ({ name, text: ruleText() });
  return {
    forward: callHook(label, forward, { sources: from.length, targets: to }),
    backward: callHook(label, backward, { sources: to.length, targets: from }),
    exactForward: false,
    exactBackward: false,
  };
}

/** The names of a hook in messages: the author's name for it, and the text of its rule. */
interface HookLabel {
  readonly name: string | undefined;
  readonly text: string;
}

interface HookDirection {
  /** How many of the values are those of the hook's own paths. The values after them are those of `reads`. */
  readonly sources: number;
  readonly targets: readonly string[];
}

function callHook(
  label: () => HookLabel,
  hook: HookFunction | undefined,
  { sources, targets }: HookDirection,
): ConvertValues {
  if (hook === undefined) return () => Array.from({ length: targets.length }, () => undefined);
  return (values, run) => {
    const hookResult = (): HookResult => {
      try {
        const given = values.map((value) => value && deepFreeze(valueCopy(value)));
        const result: unknown = hook(given.slice(0, sources), given.slice(sources));
        if (result === undefined) return unparsable;
        const read = returnedValues(result, targets);
        return read.ok ? read.value : read.error;
      } catch (thrown) {
        return { what: "threw an error; the log has the details", thrown };
      }
    };
    const result = hookResult();
    if (isFailure(result)) {
      if (result.isUnparsable !== true || run.allowance.callsHooksTwice) {
        return hookFailed(label, run, result);
      }
      run.thrown ??= new TypeError(hookFailureMessage(label, result));
      return unparsable;
    }
    if (!run.allowance.callsHooksTwice || isSameResult(result, hookResult())) return result;
    const what = "returned different results for the same values when it was called twice";
    return hookFailed(label, run, { what, thrown: new TypeError(what) });
  };
}

/** What went wrong in a hook: `what` for the message, `thrown` for the log. */
interface HookFailure {
  readonly what: string;
  readonly thrown: unknown;
  /** True if the list has the right length but a value in it is not JSON. */
  readonly isUnparsable?: boolean;
}

type HookResult = readonly (JsonValue | undefined)[] | typeof unparsable | HookFailure;

function isFailure(result: HookResult): result is HookFailure {
  return result !== unparsable && "what" in result;
}

function isSameResult(one: Exclude<HookResult, HookFailure>, other: HookResult): boolean {
  if (one === unparsable || other === unparsable) return one === other;
  return !isFailure(other) && one.every((value, index) => equal(value, other[index]));
}

/** Copies the values of a hook's result; undefined for absent ones. The error describes what is wrong with the result. */
function returnedValues(
  result: unknown,
  targets: readonly string[],
): Result<readonly (JsonValue | undefined)[], HookFailure> {
  const refused = (what: string, isUnparsable = false) =>
    err({ what, thrown: new TypeError(what), isUnparsable });
  const wanted = `instead of a list of length ${targets.length}`;
  if (!Array.isArray(result)) {
    return refused(`returned ${hookResultFault(result)?.what ?? "another value"} ${wanted}`);
  }
  const given: readonly unknown[] = result;
  if (given.length !== targets.length)
    return refused(`returned a list of length ${given.length} ${wanted}`);
  const values: (JsonValue | undefined)[] = [];
  for (const [index, target] of targets.entries()) {
    const value = given[index];
    const fault = hookResultFault(value);
    if (fault !== undefined) {
      return refused(
        `returned ${fault.what} at ${target}${fault.at}, but a JSON value is required`,
        true,
      );
    }
    values.push(value === undefined ? undefined : valueCopy(value));
  }
  return ok(values);
}

/** Records a hook's failure as the conversion's fault. If rules may not fail in this run, the values cannot be parsed instead. */
function hookFailed(
  label: () => HookLabel,
  run: ConversionRun,
  { what, thrown }: HookFailure,
): typeof unparsable {
  if (!run.mayFail) {
    run.ignoredFailure = true;
    return unparsable;
  }
  const message = hookFailureMessage(label, { what });
  const fault: HookFault = { code: "HookFailed", path: "", message, thrown };
  run.fault = fault;
  return unparsable;
}

function hookFailureMessage(label: () => HookLabel, { what }: Pick<HookFailure, "what">): string {
  const { name, text } = label();
  const named = name === undefined ? "" : ` "${name}"`;
  return `the hook${named} ${what} (${text})`;
}
