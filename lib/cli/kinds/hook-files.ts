import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { splitText } from "../../json/text-parts.ts";
import type { HookCode, HookCodes } from "../../kind/hook-codes.ts";
import type { LensData, RuleData } from "../../lens/language/rule.ts";
import { rulesWithin } from "../../lens/ops/registry.ts";
import { ownPlace } from "../../lens/ops/rule-text.ts";
import { UsageError } from "../command.ts";
import { didYouMean } from "../conversion-yaml/nearest.ts";
import { isInCurrentFolder } from "../files/project-folder.ts";
import { loadFaultText } from "./load-fault.ts";

/** A hook that a conversion.yaml names. */
export interface NamedHook {
  /** `./file.ts#export`, from the kind's folder. */
  readonly code: string;
  readonly file: string;
  readonly exported: string;
  /** File, line and column of a rule that names it, for messages. */
  readonly place: string;
}

/** The hooks that lenses name, each once. */
export function namedHooks(lenses: readonly LensData[], folder: string): readonly NamedHook[] {
  const found = new Map<string, NamedHook>();
  for (const lens of lenses) {
    for (const rule of allRules([lens.rules, ...Object.values(lens.lenses ?? {})].flat())) {
      if (rule.op !== "hook" || rule.code === undefined || found.has(rule.code)) continue;
      const [file, exported] = splitText(rule.code, "#");
      if (exported === undefined) continue;
      const place = join(folder, ownPlace(lens, rule));
      found.set(rule.code, { code: rule.code, file, exported, place });
    }
  }
  return [...found.values()];
}

/** The rules with those within them, however deep. */
function allRules(rules: readonly RuleData[]): readonly RuleData[] {
  return rules.flatMap((rule) => [rule, ...allRules(rulesWithin(rule))]);
}

/**
 * Runs the files of hooks, and returns what they export. Throws {@link UsageError} where one can't be loaded or has no such
 * hook, and for kinds outside the current folder unless code is allowed.
 */
export function loadHooks(
  lenses: readonly LensData[],
  folder: string,
  allowsCode: boolean,
): HookCodes {
  const hooks = namedHooks(lenses, folder);
  const [first] = hooks;
  if (first !== undefined && !allowsCode && !isInCurrentFolder(folder)) {
    throw new UsageError(
      `${first.place}: the hook ${first.code} is code outside the current folder. If you trust it, run it with --allow-code`,
    );
  }
  return Object.fromEntries(hooks.map((hook) => [hook.code, loadHook(hook, folder)]));
}

const load = createRequire(import.meta.url);

function loadHook({ file, exported, place }: NamedHook, folder: string): HookCode {
  const path = resolve(folder, file);
  const module = loadModule(path, place);
  const code = Object.hasOwn(module, exported) ? module[exported] : undefined;
  if (isHookCode(code)) return code;
  const near = didYouMean(exported, Object.keys(module));
  throw new UsageError(
    code === undefined
      ? `${place}: ${path} exports no ${exported}${near}`
      : `${place}: ${exported} of ${path} must be { forward, backward }, of which each is a function`,
  );
}

function loadModule(path: string, place: string): Readonly<Record<string, unknown>> {
  try {
    return load(path);
  } catch (cause) {
    throw new UsageError(`${place}: ${path} can't be loaded: ${loadFaultText(cause, path)}`, {
      cause,
    });
  }
}

function isHookCode(code: unknown): code is HookCode {
  if (typeof code !== "object" || code === null) return false;
  const ways = Object.entries(code).filter(([name]) => name === "forward" || name === "backward");
  return ways.length > 0 && ways.every(([, way]) => typeof way === "function");
}
