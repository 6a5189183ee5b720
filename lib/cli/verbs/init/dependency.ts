import { existsSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { parse } from "../../../json/parse.ts";
import { isObject, type JsonValue, member } from "../../../json/value.ts";
import { realPath } from "../../files/project-folder.ts";
import { readText } from "../../files/read-file.ts";
import type { OwnPackage } from "../../own-package.ts";

/**
 * The specifier with which a project's package.json names the running customhouse package: its version if it was installed
 * from a registry, else `file:` with its tarball or folder. `project` is an absolute path; the folder need not exist.
 */
export function dependencyOn({ folder, version }: OwnPackage, project: string): string {
  const modules = dirname(folder);
  if (basename(modules) !== "node_modules") return fileDependency(folder, project);
  const origin = installedFrom(modules);
  return origin === undefined ? version : fileDependency(origin, project);
}

/** The tarball or folder that npm installed the package from; undefined if it came from a registry or npm did not install it. */
function installedFrom(modules: string): string | undefined {
  const lock = join(modules, ".package-lock.json");
  const parsed = existsSync(lock) ? parse(readText(lock)) : undefined;
  const packages = parsed?.ok === true ? at(parsed.value, "packages") : undefined;
  const origin = at(at(packages, "node_modules/customhouse"), "resolved");
  return typeof origin === "string" && origin.startsWith("file:")
    ? resolve(dirname(modules), origin.slice("file:".length))
    : undefined;
}

function at(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return isObject(value) ? member(value, key) : undefined;
}

function fileDependency(origin: string, project: string): string {
  const parent = join(realPath(dirname(project)), basename(project));
  return `file:${relative(realPath(existsSync(project) ? project : parent), realPath(origin)).replaceAll("\\", "/")}`;
}
