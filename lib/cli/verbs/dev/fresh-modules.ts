import * as nodeModule from "node:module";
import { sep } from "node:path";
import { fileURLToPath } from "node:url";
import { UsageError } from "../../command.ts";
import { isInside, realPath } from "../../files/project-folder.ts";

/** Loads a project's own modules anew after an edit. */
export interface FreshModules {
  /**
   * From now on every module of the project is loaded anew, with what it imports of the project. The paths of these modules,
   * also of those that are missing, are added to `files`.
   */
  readonly forget: (files: Set<string>) => void;
}

/**
 * Makes the modules of a project loadable anew: Node.js keeps a module under its url for as long as the process lives, so
 * each round gives them urls of their own. Modules of packages, and Customhouse's own, are loaded once: what they export
 * must be the same for all. The modules of past rounds stay in memory.
 */
export function freshModules(projects: readonly string[]): FreshModules {
  const roots = projects.map(realPath);
  let files = new Set<string>();
  let round = 0;
  const isOwn = (file: string): boolean =>
    roots.some((root) => isInside(file, root)) && !isInside(file, library) && !isOfPackage(file);
  // Not imported by name: that would stop every verb on a Node.js that lacks it.
  if (!("registerHooks" in nodeModule)) {
    throw new UsageError("customhouse dev needs Node 22.18, 23.5 or newer");
  }
  nodeModule.registerHooks({
    resolve: (specifier, context, next) => {
      const found = resolved(() => next(specifier, context), specifier, context.parentURL, files);
      if (!found.url.startsWith("file:")) return found;
      const file = fileURLToPath(found.url);
      if (!isOwn(file)) return found;
      files.add(file);
      const url = new URL(found.url);
      url.searchParams.set(parameter, roundOf(context.parentURL) ?? String(round));
      return { ...found, url: url.href };
    },
  });
  return {
    forget: (next) => {
      // A CommonJS module is kept under its path, whatever its url.
      const { cache } = nodeModule.createRequire(import.meta.url);
      for (const file of Object.keys(cache).filter(isOwn)) delete cache[file];
      files = next;
      round += 1;
    },
  };
}

/** Resolves a module; the path of one that is missing is added to `files`, since it may be about to be written. */
function resolved(
  resolve: () => nodeModule.ResolveFnOutput,
  specifier: string,
  parent: string | undefined,
  files: Set<string>,
): nodeModule.ResolveFnOutput {
  try {
    return resolve();
  } catch (fault) {
    if (URL.canParse(specifier, parent)) {
      const { protocol, href } = new URL(specifier, parent);
      if (protocol === "file:") files.add(fileURLToPath(href));
    }
    throw fault;
  }
}

/** The query parameter that holds the round. */
const parameter = "customhouse-dev";

/** The round in which a module was loaded: what it imports later belongs to the same. */
function roundOf(url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined;
  return new URL(url).searchParams.get(parameter) ?? undefined;
}

/** A message without the rounds in the urls of modules. */
export function withoutRound(text: string): string {
  return text.replaceAll(new RegExp(`\\?${parameter}=\\d+`, "g"), "");
}

/** The folder of Customhouse's own modules: `lib` of a checkout or of the package. */
const library = realPath(fileURLToPath(new URL("../../..", import.meta.url)));

function isOfPackage(file: string): boolean {
  return file.split(sep).includes("node_modules");
}
