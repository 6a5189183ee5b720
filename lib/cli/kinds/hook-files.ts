import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { sides } from "../../converter/side.ts";
import { splitText } from "../../json/text-parts.ts";
import type { HookCode, HookCodes } from "../../kind/hook-codes.ts";
import type { LensData, RuleData } from "../../lens/language/rule.ts";
import type { AnyHookFunction } from "../../lens/ops/hook/hook-function.ts";
import { rulesWithin } from "../../lens/ops/registry.ts";
import { rulePositionWithoutIncludes } from "../../lens/ops/rule-text.ts";
import { UsageError } from "../command.ts";
import { didYouMean } from "../conversion-yaml/nearest.ts";
import { isInCurrentFolder } from "../files/project-folder.ts";
import { loadFaultText } from "./load-fault.ts";

/** A reference to a hook in a conversion.yaml. */
export interface NamedHook {
  /** File and export, relative to the kind's folder: `./file.ts#export`. */
  readonly code: string;
  readonly file: string;
  readonly exported: string;
  /** `rule`: the hook of a rule, with a function for each direction. `fill`: the hook of a fill, one function. */
  readonly use: "rule" | "fill";
  /** File, line and column of a rule that names the hook, for messages. */
  readonly place: string;
}

/** The hooks that the rules of lenses name, each once. */
export function namedHooks(lenses: readonly LensData[], folder: string): readonly NamedHook[] {
  const found = new Map<string, NamedHook>();
  for (const lens of lenses) {
    for (const rule of allRules([lens.rules, ...Object.values(lens.lenses ?? {})].flat())) {
      for (const { code, use } of codesIn(rule)) {
        const [file, exported] = splitText(code, "#");
        if (exported === undefined || found.has(code)) continue;
        const place = join(folder, rulePositionWithoutIncludes(lens, rule));
        found.set(code, { code, file, exported, use, place });
      }
    }
  }
  return [...found.values()];
}

/** The hooks that a rule names itself, without those of its inner rules. */
function codesIn(rule: RuleData): readonly Pick<NamedHook, "code" | "use">[] {
  const fills = sides.map((side) => rule.fill?.[side]?.hook?.code);
  return [
    ...(rule.op === "hook" && rule.code !== undefined
      ? [{ code: rule.code, use: "rule" as const }]
      : []),
    ...fills.flatMap((code) => (code === undefined ? [] : [{ code, use: "fill" as const }])),
  ];
}

/** The rules and all their inner rules, at any depth. */
function allRules(rules: readonly RuleData[]): readonly RuleData[] {
  return rules.flatMap((rule) => [rule, ...allRules(rulesWithin(rule))]);
}

/**
 * Loads the files of hooks with `require`, and returns the hooks. Throws {@link UsageError} if a file can't be loaded or does
 * not export the hook, and for a kind outside the current folder unless `allowsCode` is true.
 */
export function loadHooks(
  lenses: readonly LensData[],
  folder: string,
  allowsCode: boolean,
): HookCodes {
  return Object.fromEntries(
    allowedHooks(lenses, folder, allowsCode).map((hook) => {
      const path = resolve(folder, hook.file);
      return [hook.code, hookIn(loadModule(path, hook.place), path, hook)];
    }),
  );
}

/** As {@link loadHooks}, but with `import()`, so that `customhouse dev` can load changed files again. */
export async function importHooks(
  lenses: readonly LensData[],
  folder: string,
  allowsCode: boolean,
): Promise<HookCodes> {
  const found = allowedHooks(lenses, folder, allowsCode).map(async (hook) => {
    const path = resolve(folder, hook.file);
    const module: ModuleExports = await import(pathToFileURL(path).href).catch((cause) => {
      throw loadError(cause, path, hook.place);
    });
    return [hook.code, hookIn(module, path, hook)] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

function allowedHooks(
  lenses: readonly LensData[],
  folder: string,
  allowsCode: boolean,
): readonly NamedHook[] {
  const hooks = namedHooks(lenses, folder);
  const [first] = hooks;
  if (first === undefined || allowsCode || isInCurrentFolder(folder)) return hooks;
  throw new UsageError(
    `${first.place}: the hook ${first.code} is code outside the current folder. If you trust this code, allow it to run with --allow-code`,
  );
}

const load = createRequire(import.meta.url);

type ModuleExports = Readonly<Record<string, unknown>>;

function hookIn(
  module: ModuleExports,
  path: string,
  { exported, use, place }: NamedHook,
): HookCodes[string] {
  const code = Object.hasOwn(module, exported) ? module[exported] : undefined;
  if (use === "fill" && isFillCode(code)) return code;
  if (use === "rule" && isHookCode(code)) return code;
  const form =
    use === "fill"
      ? "a function"
      : "an object with the functions forward and backward, or one of them";
  const near = didYouMean(exported, Object.keys(module));
  throw new UsageError(
    code === undefined
      ? `${place}: ${path} does not export ${exported}${near}`
      : `${place}: the export ${exported} of ${path} must be ${form}`,
  );
}

function loadModule(path: string, place: string): ModuleExports {
  try {
    return load(path);
  } catch (cause) {
    throw loadError(cause, path, place);
  }
}

function loadError(cause: unknown, path: string, place: string): UsageError {
  return new UsageError(`${place}: ${path} can't be loaded: ${loadFaultText(cause, path)}`, {
    cause,
  });
}

function isFillCode(code: unknown): code is AnyHookFunction {
  return typeof code === "function";
}

function isHookCode(code: unknown): code is HookCode {
  if (typeof code !== "object" || code === null) return false;
  const ways = Object.entries(code).filter(([name]) => name === "forward" || name === "backward");
  return ways.length > 0 && ways.every(([, way]) => typeof way === "function");
}
