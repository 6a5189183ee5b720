import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { decodeUtf8 } from "../../json/parse.ts";
import { UsageError } from "../command.ts";

/**
 * The text of a file that the user named (`-`: standard input). Throws {@link UsageError} where it is not there, is a
 * folder, can't be read or is not UTF-8. Every verb reads through here, so that none ends in a stack for a wrong name.
 */
export function readText(file: string): string {
  const text = decodeUtf8(readBytes(file));
  if (text.ok) return text.value;
  throw new UsageError(`${nameOf(file)}: ${text.error.message}`);
}

/** As {@link readText}, the bytes as they are. */
export function readBytes(file: string): Buffer {
  return readOrSay(file, "a file", () => readFileSync(file === "-" ? 0 : file));
}

/** The names in a folder, sorted. Throws {@link UsageError} where it is not there, is a file or can't be read. */
export function namesIn(folder: string): readonly string[] {
  return readOrSay(folder, "a folder", () => readdirSync(folder).sort());
}

/** The files in a folder and in all folders below it, sorted by path. Throws {@link UsageError} as {@link namesIn}. */
export function filesBelow(folder: string): readonly string[] {
  return readOrSay(folder, "a folder", () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort(),
  );
}

/** The file itself, or the .yaml, .yml and .json files of a folder by name. Throws {@link UsageError}. */
export function manifestFilesAt(name: string): readonly string[] {
  if (name === "-" || !readOrSay(name, "a file", () => statSync(name)).isDirectory()) return [name];
  const files = namesIn(name).filter((file) => /\.(?:ya?ml|json)$/.test(file));
  if (files.length > 0) return files.map((file) => join(name, file));
  throw new UsageError(`the folder ${name} has no .yaml, .yml or .json file`);
}

/** True for a folder, also behind a link; false for what is not there or can't be looked at. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Makes a folder with those above it, unless it is there. Throws {@link UsageError} where a file stands in its place. */
export function makeFolder(path: string): void {
  readOrSay(path, "a folder", () => mkdirSync(path, { recursive: true }));
}

/**
 * Throws {@link UsageError} where a file can't be written at a path, before the work whose result it shall hold; nothing
 * to check where no path was given.
 */
export function checkWritable(path: string | undefined): void {
  if (path === undefined) return;
  if (isFolder(path)) throw new UsageError(`${path} is a folder, and a file is wanted`);
  const folder = dirname(path);
  if (!isFolder(folder)) throw new UsageError(`there is no folder ${folder} for ${basename(path)}`);
}

/** What a file is called in a message. */
export function nameOf(file: string): string {
  return file === "-" ? "standard input" : file;
}

function readOrSay<T>(file: string, wanted: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    const text = systemFaultText(cause, { path: nameOf(file), wanted });
    if (text === undefined) throw cause;
    throw new UsageError(text, { cause });
  }
}

/** What was to be read where the operating system refused. */
export interface Refused {
  readonly path?: string;
  /** `a file` or `a folder`. */
  readonly wanted?: string;
}

/** What the operating system refused, in one line; undefined for an error that is not the system's. */
export function systemFaultText(fault: unknown, refused: Refused = {}): string | undefined {
  if (!(fault instanceof Error && "code" in fault && "syscall" in fault)) return undefined;
  const path = refused.path ?? ("path" in fault ? String(fault.path) : undefined);
  const code = String(fault.code);
  if (path === undefined) return fault.message;
  if (code === "ENOENT") return missingText(path, refused.wanted ?? "a file");
  const said = sayings[code];
  return said === undefined ? `${path}: ${fault.message}` : `${path} ${said}`;
}

const sayings: Readonly<Record<string, string>> = {
  EEXIST: "is a file, and a folder is wanted",
  EISDIR: "is a folder, and a file is wanted",
  ENOTDIR: "is a file or lies below one, and a folder is wanted",
  EACCES: "can't be read or written: permission denied",
  EPERM: "can't be read or written: permission denied",
  ELOOP: "is a link that leads back to itself",
  EROFS: "can't be written: the file system is read-only",
  ENOSPC: "can't be written: no space is left",
};

function missingText(path: string, wanted: string): string {
  const noun = wanted.replace(/^an? /, "");
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  return isLink
    ? `${path} is a link to ${readlinkSync(path)}, which is not there`
    : `there is no ${noun} ${path}`;
}
