import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { own, root, run } from "../package/run.ts";

/** Builds the bundles and packages them with `osls package` for the stage `rehearsal`, into a new folder. */
export async function packageService(parameters: readonly string[] = []): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "customhouse-package-"));
  await run(root, process.execPath, "infra/build/build.ts");
  const words = parameters.flatMap((parameter) => ["--param", parameter]);
  await run(root, own("osls"), "package", "--stage", "rehearsal", "--package", folder, ...words);
  return folder;
}
