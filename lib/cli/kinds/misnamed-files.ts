import { join } from "node:path";
import { UsageError } from "../command.ts";
import { namesInFolder } from "../files/read-file.ts";

/** Likely misspellings of the names of a kind's files. */
const mistaken =
  /^(?:crd\.(?:yml|json)|(?:conversion|admission)\.(?:yml|json)|kind\.(?:mts|mjs|cjs|tsx|jsx))$/;

/** A line for each file in a folder that is probably meant as a file of a kind, where no file of the right name is beside it. */
export function misnamedFiles(folder: string): readonly string[] {
  const names = namesInFolder(folder);
  const isThere = (stem: string): boolean =>
    names.some((name) => name.startsWith(`${stem}.`) && !mistaken.test(name));
  return names
    .filter((name) => mistaken.test(name) && !isThere(name.slice(0, name.indexOf("."))))
    .map(
      (name) =>
        `${join(folder, name)} is not read: a kind's files are crd.yaml, conversion.yaml, admission.yaml and kind.ts. Rename it`,
    );
}

/** Throws {@link UsageError} if there are {@link misnamedFiles} in one of the folders. */
export function refuseMisnamedFiles(folders: readonly string[]): void {
  const misnamed = folders.flatMap(misnamedFiles);
  if (misnamed.length > 0) throw new UsageError(misnamed.join("\n"));
}
