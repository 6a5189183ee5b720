import { pathToFileURL } from "node:url";
import { libraryFile } from "./library-path.ts";

/** The exports of a library module by name. `module` has the form that {@link libraryFile} takes. */
export function exportsOf(module: string): Promise<Readonly<Record<string, unknown>>> {
  return import(pathToFileURL(libraryFile(module)).href);
}
