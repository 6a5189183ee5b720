import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { kinds as deployedKinds } from "../../functions/kinds/kinds.ts";
import { requireCompiled } from "../../lib/cli/kinds/compile/refuse-undecided.ts";
import { codeFile } from "../../lib/cli/kinds/kinds.ts";
import type { Kind } from "../../lib/kind/kind.ts";
import { pathOf } from "./root.ts";

/**
 * Compiles the lenses of the deployment's kinds: what is deployed compiles nothing, so that its cold start stays short.
 * Throws UsageError with every error, by file and line.
 */
export async function compileKinds(kinds: readonly Kind[] = deployedKinds): Promise<void> {
  const folders = await foldersByKind(pathOf("functions/kinds"));
  const deployed = kinds.map((kind) => ({ kind, folder: folders.get(kind) ?? "functions/kinds" }));
  await requireCompiled(deployed, "refused");
}

/** Which folder declares a kind; one that kinds.ts leaves out is not deployed, whatever is in it. */
async function foldersByKind(kindsFolder: string): Promise<ReadonlyMap<unknown, string>> {
  const found = readdirSync(kindsFolder).map(async (name) => {
    const folder = join(kindsFolder, name);
    const code = codeFile(folder);
    const module = code === undefined ? {} : await import(pathToFileURL(code).href);
    return [module.kind, folder] as const;
  });
  return new Map(await Promise.all(found));
}
