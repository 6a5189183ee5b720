import { sides } from "../converter/side.ts";
import type { LensData, RuleData } from "../lens/language/rule.ts";
import {
  type AnyHookFunction,
  fillFunction,
  hookFunction,
} from "../lens/ops/hook/hook-function.ts";

/** The code of a hook: one function for each direction. */
export interface HookCode {
  readonly forward?: AnyHookFunction;
  readonly backward?: AnyHookFunction;
}

/**
 * The code of hooks by the name that a `conversion.yaml` uses, `./file.ts#export`: a pair of functions for a hook, one
 * function for a fill.
 */
export type HookCodes = Readonly<Record<string, HookCode | AnyHookFunction>>;

/**
 * Returns the lens with the functions of the hooks that it names. Throws a TypeError if a function is missing or has
 * the wrong form.
 */
export function withHooks(lens: LensData, codes: HookCodes): LensData {
  const bind = (rules: readonly RuleData[]): readonly RuleData[] =>
    rules.map((rule) => boundRule(rule, codes));
  const { lenses } = lens;
  return {
    ...lens,
    rules: bind(lens.rules),
    ...(lenses !== undefined && {
      lenses: Object.fromEntries(
        Object.entries(lenses).map(([name, rules]) => [name, bind(rules)]),
      ),
    }),
  };
}

function boundRule(data: RuleData, codes: HookCodes): RuleData {
  const rule = withFillCode(data, codes);
  if (rule.op === "hook") return rule.code === undefined ? rule : boundHook(rule, rule.code, codes);
  if (rule.op === "variant") {
    const cases = Object.entries(rule.cases).map(([word, { rules, ...own }]) => [
      word,
      rules === undefined ? own : { ...own, rules: rules.map((each) => boundRule(each, codes)) },
    ]);
    return { ...rule, cases: Object.fromEntries(cases) };
  }
  if (!("rules" in rule) || rule.rules === undefined) return rule;
  return { ...rule, rules: rule.rules.map((each) => boundRule(each, codes)) };
}

function boundHook(
  rule: RuleData & { readonly op: "hook" },
  name: string,
  codes: HookCodes,
): RuleData {
  const code = codeNamed(name, codes);
  if (typeof code === "function") throw new TypeError(`${name} ${wrongForm}`);
  const { forward, backward } = code;
  return {
    ...rule,
    ...(forward && { forward: hookFunction(forward) }),
    ...(backward && { backward: hookFunction(backward) }),
  };
}

/** A rule with the functions of its fills. */
function withFillCode(rule: RuleData, codes: HookCodes): RuleData {
  const { fill } = rule;
  const entries = sides.flatMap((side) => {
    const own = fill?.[side];
    if (own?.hook?.code === undefined) return [];
    const code = codeNamed(own.hook.code, codes);
    if (typeof code !== "function") throw new TypeError(`${own.hook.code} ${wrongForm}`);
    return [[side, { ...own, hook: { ...own.hook, forward: fillFunction(code) } }] as const];
  });
  return entries.length === 0
    ? rule
    : { ...rule, fill: { ...fill, ...Object.fromEntries(entries) } };
}

const wrongForm = "must be an object { forward, backward } or, for a fill, one function";

function codeNamed(name: string, codes: HookCodes): HookCode | AnyHookFunction {
  const code = Object.hasOwn(codes, name) ? codes[name] : undefined;
  if (code !== undefined) return code;
  throw new TypeError(
    `${name} has no code: pass the hooks of generated.ts to defineKind({ hooks })`,
  );
}
