import { type Invocation, textOption, UsageError } from "../../../command.ts";
import { isFolder } from "../../../files/read-file.ts";

/** The folder of `--out`; undefined where it is left out. Throws {@link UsageError} where it does not exist. */
export function folderOption(invocation: Invocation): string | undefined {
  const folder = textOption(invocation, "out");
  if (folder === undefined || isFolder(folder)) return folder;
  throw new UsageError(`--out: ${folder} is not a folder`);
}
