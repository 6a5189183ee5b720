import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { optionalTextAt } from "../json/members.ts";
import { parse } from "../json/parse.ts";
import { isObject, member } from "../json/value.ts";
import { readText } from "./files/read-file.ts";

/** Facts about this package, from its package.json. */
export interface OwnPackage {
  /** The folder in which the package is installed, or the checkout. */
  readonly folder: string;
  readonly version: string;
  /**
   * The version of a tool in the package's devDependencies. Throws if the tool is not among them.
   */
  readonly toolVersion: (name: string) => string;
}

/** Reads the package.json of this package. */
export function ownPackage(): OwnPackage {
  const file = fileURLToPath(import.meta.resolve("customhouse/package.json"));
  const parsed = parse(readText(file));
  const content = parsed.ok && isObject(parsed.value) ? parsed.value : {};
  return {
    folder: dirname(file),
    version: optionalTextAt(content, "version") ?? "unknown",
    toolVersion: (name) => {
      const tools = member(content, "devDependencies");
      const version = isObject(tools) ? optionalTextAt(tools, name) : undefined;
      if (version === undefined) throw new Error(`devDependencies in ${file} lack ${name}`);
      return version;
    },
  };
}
