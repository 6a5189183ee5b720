import type { HookFunction, HookRule } from "../../language/rule.ts";
import { type Many, type ManyCodec, type Run, unreadable } from "../codec.ts";
import type { HookFault } from "../hook-fault.ts";
import type { CodecContext } from "../op.ts";
import { answerFault } from "./hook-answer.ts";

/**
 * An author's code over declared paths. It gets the values of its paths and of what it declares to read, and nothing
 * else; a direction that is left out yields nothing. Undefined as an answer: the values cannot be read, and are kept and
 * reported as with any op. Code that throws, or answers anything but a list of as many JSON values as it has paths to
 * give, fails the conversion.
 */
export function hookCodec(
  { name, from, to, forward, backward }: HookRule,
  { ruleText }: Pick<CodecContext, "ruleText">,
): ManyCodec {
  const label = (): Label => ({ name, text: ruleText() });
  return {
    forward: called(label, forward, { sources: from.length, targets: to }),
    backward: called(label, backward, { sources: to.length, targets: from }),
    exactForward: false,
    exactBackward: false,
  };
}

/** What messages call a hook. */
interface Label {
  readonly name: string | undefined;
  readonly text: string;
}

interface Way {
  /** How many of the values are its own; those after them it only reads. */
  readonly sources: number;
  readonly targets: readonly string[];
}

function called(
  label: () => Label,
  hook: HookFunction | undefined,
  { sources, targets }: Way,
): Many {
  if (hook === undefined) return () => Array.from({ length: targets.length }, () => undefined);
  return (values, run) => {
    let answer: unknown;
    try {
      answer = hook(values.slice(0, sources), values.slice(sources));
    } catch (thrown) {
      return failed(label, run, "threw an error; the log has the details", thrown);
    }
    if (answer === undefined) return unreadable;
    const fault = faultOf(answer, targets);
    if (fault === undefined && isAnswer(answer)) return answer;
    return failed(label, run, fault ?? "", new TypeError(fault));
  };
}

/** What is wrong with an answer; absent values are undefined. */
function faultOf(answer: unknown, targets: readonly string[]): string | undefined {
  const wanted = `where a list of ${targets.length} is wanted`;
  if (!Array.isArray(answer))
    return `gave ${answerFault(answer)?.what ?? "another value"} ${wanted}`;
  if (answer.length !== targets.length) return `gave ${answer.length} values ${wanted}`;
  for (const [index, value] of answer.entries()) {
    const fault = value === undefined ? undefined : answerFault(value);
    if (fault !== undefined) {
      return `gave ${fault.what} at ${targets[index] ?? ""}${fault.at}, where JSON is wanted`;
    }
  }
  return undefined;
}

/** The guarded helper: {@link faultOf} has looked at it. */
function isAnswer(answer: unknown): answer is ReturnType<Many> {
  return Array.isArray(answer);
}

/** Fails the run; where no rule may fail, the values cannot be read. */
function failed(label: () => Label, run: Run, what: string, thrown: unknown): typeof unreadable {
  if (!run.mayFail) {
    run.ignoredFailure = true;
    return unreadable;
  }
  const { name, text } = label();
  const named = name === undefined ? "" : ` "${name}"`;
  const fault: HookFault = {
    path: "",
    message: `the hook${named} ${what} (${text})`,
    thrown,
  };
  run.fault = fault;
  return unreadable;
}
