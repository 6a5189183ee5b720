import { existsSync } from "node:fs";
import { type Invocation, textOption, UsageError } from "../../../command.ts";
import { isFolder, makeFolder } from "../../../files/read-file.ts";

/**
 * The folder of `--out`, which is created if it does not exist; undefined if the option is left out. Throws {@link UsageError} if
 * a file has that path.
 */
export function folderOption(invocation: Invocation): string | undefined {
  const folder = textOption(invocation, "out");
  if (folder === undefined || isFolder(folder)) return folder;
  if (existsSync(folder)) throw new UsageError(`--out: ${folder} is not a folder`);
  makeFolder(folder);
  return folder;
}
