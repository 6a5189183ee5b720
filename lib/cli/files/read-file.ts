import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { decodeUtf8 } from "../../json/parse.ts";
import { UsageError } from "../command.ts";

/**
 * The text of a file that the user named (`-`: standard input). A file whose name ends in `.gz` is decompressed. Throws
 * {@link UsageError} if the file does not exist, is a folder, can't be read or decompressed, or is not UTF-8.
 */
export function readText(file: string): string {
  const bytes = readBytes(file);
  const text = decodeUtf8(file.endsWith(".gz") ? gunzipped(bytes, file) : bytes);
  if (text.ok) return text.value;
  throw new UsageError(`${fileLabel(file)}: ${text.error.message}`);
}

/**
 * The most bytes of a `.gz` file after decompression. Definitions are smaller, but a small file can decompress to any size. The
 * number is a choice: far more than any definition, and little enough for the memory of a small machine.
 */
const maxUnpackedBytes = 64 * 1024 * 1024;

function gunzipped(bytes: Buffer, file: string): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: maxUnpackedBytes });
  } catch (cause) {
    throw new UsageError(`${file} can't be decompressed: it is not a gzip file, or too large`, {
      cause,
    });
  }
}

/** The bytes of a file that the user named (`-`: standard input). Throws {@link UsageError} if it can't be read. */
export function readBytes(file: string): Buffer {
  recorded?.add(resolve(file));
  return readOrThrow(file, "a file", () => readFileSync(file === "-" ? 0 : file));
}

/** The set for the paths of files that are read while {@link recordReads} runs; undefined while it does not run. */
let recorded: Set<string> | undefined;

/** Runs a synchronous function, and adds the paths of the files that it reads, or tries to read, to `files`. */
export function recordReads<T>(files: Set<string>, run: () => T): T {
  recorded = files;
  try {
    return run();
  } finally {
    recorded = undefined;
  }
}

/** The names in a folder, sorted. Throws {@link UsageError} if the folder does not exist, is a file or can't be read. */
export function namesInFolder(folder: string): readonly string[] {
  return readOrThrow(folder, "a folder", () => readdirSync(folder).sort());
}

/** The files in a folder and in all folders below it, sorted by path. Throws {@link UsageError} as {@link namesInFolder}. */
export function filesBelow(folder: string): readonly string[] {
  return readOrThrow(folder, "a folder", () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort(),
  );
}

/** The file `name`; for a folder, its .yaml, .yml and .json files, sorted. Throws {@link UsageError} if no file is found. */
export function manifestFilesAt(name: string): readonly string[] {
  if (name === "-" || !readOrThrow(name, "a file", () => statSync(name)).isDirectory())
    return [name];
  const files = namesInFolder(name).filter((file) => /\.(?:ya?ml|json)$/.test(file));
  if (files.length > 0) return files.map((file) => join(name, file));
  throw new UsageError(`the folder ${name} has no .yaml, .yml or .json file`);
}

/** True for a folder or a link to a folder; false for any other path, also if it does not exist or can't be read. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Creates a folder and its parents, unless they exist. Throws {@link UsageError} if that fails, such as for an existing file. */
export function makeFolder(path: string): void {
  readOrThrow(path, "a folder", () => mkdirSync(path, { recursive: true }));
}

/**
 * Throws {@link UsageError} if the folder can't be created, because it or a parent is a file. Called before the work whose result
 * is written into the folder; creates nothing.
 */
export function checkFolderWritable(path: string): void {
  const nearest = [path, ...parentsOf(path)].find((each) => existsSync(each));
  if (nearest !== undefined && !isFolder(nearest)) makeFolder(path);
}

/** The folders above a path, the nearest first. */
function parentsOf(path: string): readonly string[] {
  const parent = dirname(path);
  return parent === path ? [] : [parent, ...parentsOf(parent)];
}

/**
 * Throws {@link UsageError} if the path is a folder or its parent folder does not exist. Called before the work whose result is
 * written to the path. Does nothing if the path is undefined.
 */
export function checkWritable(path: string | undefined): void {
  if (path === undefined) return;
  if (isFolder(path)) throw new UsageError(`${path} is a folder, not a file`);
  const folder = dirname(path);
  if (!isFolder(folder)) throw new UsageError(`there is no folder ${folder} for ${basename(path)}`);
}

/** A file's name for messages: `standard input` for `-`. */
export function fileLabel(file: string): string {
  return file === "-" ? "standard input" : file;
}

function readOrThrow<T>(file: string, expected: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    const text = systemFaultText(cause, { path: fileLabel(file), expected });
    if (text === undefined) throw cause;
    throw new UsageError(text, { cause });
  }
}

/** The path of a failed system call, and what was expected there. */
interface FailedCall {
  readonly path?: string;
  /** `a file` or `a folder`. */
  readonly expected?: string;
}

/** The message of a system error, with its path, in plain words; undefined for any other error. */
export function systemFaultText(fault: unknown, failed: FailedCall = {}): string | undefined {
  if (!(fault instanceof Error && "code" in fault && "syscall" in fault)) return undefined;
  const path = failed.path ?? ("path" in fault ? String(fault.path) : undefined);
  const code = String(fault.code);
  if (path === undefined) return fault.message;
  if (code === "ENOENT") return missingText(path, failed.expected ?? "a file");
  const text = systemErrors[code];
  return text === undefined ? `${path}: ${fault.message}` : `${path} ${text}`;
}

/** Messages by error code. The path is put before the message. */
const systemErrors: Readonly<Record<string, string>> = {
  EEXIST: "is a file, not a folder",
  EISDIR: "is a folder, not a file",
  ENOTDIR: "is a file or below a file, not a folder",
  EACCES: "can't be read or written: permission denied",
  EPERM: "can't be read or written: permission denied",
  ELOOP: "is a link that leads back to itself",
  EROFS: "can't be written: the file system is read-only",
  ENOSPC: "can't be written: no space is left",
};

function missingText(path: string, expected: string): string {
  const noun = expected.replace(/^an? /, "");
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  return isLink
    ? `${path} is a link to ${readlinkSync(path)}, which does not exist`
    : `there is no ${noun} ${path}`;
}
