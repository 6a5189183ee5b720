import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { kinds as deployedKinds } from "../../functions/kinds/kinds.ts";
import { requireCompiled } from "../../lib/cli/kinds/compile/refuse-undecided.ts";
import { codeFile } from "../../lib/cli/kinds/kinds.ts";
import type { Kind } from "../../lib/kind/kind.ts";
import { pathOf } from "./root.ts";

/**
 * Compiles the lenses of the deployment's kinds. The functions do not compile them, which keeps a cold start short. Throws
 * UsageError with every error, by file and line.
 */
export async function compileKinds(kinds: readonly Kind[] = deployedKinds): Promise<void> {
  const folders = await foldersByKind(pathOf("functions/kinds"));
  const deployed = kinds.map((kind) => ({ kind, folder: folders.get(kind) ?? "functions/kinds" }));
  requireCompiled(deployed, "refused");
}

/** The folders of the kinds. A kind that kinds.ts leaves out is not deployed, even if it has a folder. */
async function foldersByKind(kindsFolder: string): Promise<ReadonlyMap<unknown, string>> {
  const found = readdirSync(kindsFolder).map(async (name) => {
    const folder = join(kindsFolder, name);
    const code = codeFile(folder);
    const module = code === undefined ? {} : await import(pathToFileURL(code).href);
    return [module.kind, folder] as const;
  });
  return new Map(await Promise.all(found));
}
