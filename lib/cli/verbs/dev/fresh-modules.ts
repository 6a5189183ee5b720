import * as nodeModule from "node:module";
import { sep } from "node:path";
import { fileURLToPath } from "node:url";
import { UsageError } from "../../command.ts";
import { isInside, realPath } from "../../files/project-folder.ts";

/** Loads a project's own modules again after an edit. */
export interface FreshModules {
  /**
   * Makes the next import of any module of the project read its file again. The paths of modules that are then imported, also
   * of missing ones, are added to `files`.
   */
  readonly forget: (files: Set<string>) => void;
}

/**
 * Makes it possible to load a project's modules again. Node.js caches a module by its url until the process ends, so each
 * call of `forget` starts a round with other urls. Modules of packages and of Customhouse are loaded only once, because all
 * rounds must share their exports. The modules of past rounds stay in memory.
 */
export function freshModules(projects: readonly string[]): FreshModules {
  const roots = projects.map(realPath);
  let files = new Set<string>();
  let round = 0;
  const isOwn = (file: string): boolean =>
    roots.some((root) => isInside(file, root)) && !isInside(file, library) && !isOfPackage(file);
  // Not imported by name: on a Node.js without registerHooks, that import would make every command fail.
  if (!("registerHooks" in nodeModule)) {
    throw new UsageError("customhouse dev needs Node 22.18, 23.5 or newer");
  }
  nodeModule.registerHooks({
    resolve: (specifier, context, next) => {
      const found = resolveNoting(
        () => next(specifier, context),
        specifier,
        context.parentURL,
        files,
      );
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
      // Node.js caches a CommonJS module by its path, not its url.
      const { cache } = nodeModule.createRequire(import.meta.url);
      for (const file of Object.keys(cache).filter(isOwn)) delete cache[file];
      files = next;
      round += 1;
    },
  };
}

/** Resolves a module. If it is missing, adds its path to `files`, because the file may be about to be written. */
function resolveNoting(
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

/** The query parameter of a module's url with the number of the round. */
const parameter = "customhouse-dev";

/** The round in which the module with this url was loaded; modules that it imports later get the same round. */
function roundOf(url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined;
  return new URL(url).searchParams.get(parameter) ?? undefined;
}

/** A message without the rounds in the urls of modules. */
export function withoutRoundParameter(text: string): string {
  return text.replaceAll(new RegExp(`\\?${parameter}=\\d+`, "g"), "");
}

/** The folder of Customhouse's own modules: `lib` of a checkout or of the package. */
const library = realPath(fileURLToPath(new URL("../../..", import.meta.url)));

function isOfPackage(file: string): boolean {
  return file.split(sep).includes("node_modules");
}
