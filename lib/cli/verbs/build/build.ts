import { relative, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { groupKindText } from "../../../protocol/gvk.ts";
import { buildBundles } from "../../bundle/build-bundles.ts";
import { bundledKinds } from "../../bundle/bundled-kinds.ts";
import { type Command, textOption, UsageError } from "../../command.ts";
import { allowsCode, kindsHelp, kindsOption } from "../../kinds/kinds.ts";

/** The command `build`: bundles the functions of a deployment with the kinds of a project. */
export const buildCommand: Command = {
  help: `usage: customhouse build [--kinds DIR] [--out DIR]

Bundles each of the functions convert, mutate and validate with your kinds, into files that need no node_modules. osls
package and osls deploy zip them. If a kind has an error, nothing is written. Errors are a conversion that does not
compile, a stale generated.ts, and a folder that looks like a kind but would not be bundled.

  --out DIR         the folder to write the bundles to (default: dist, where infra/functions.yml expects them)
${kindsHelp}

It needs esbuild, which is not installed with customhouse: npm install --save-dev --save-exact esbuild

example: customhouse build && osls package
exit code: 0 built, 2 wrong usage, or a kind that can't be bundled`,
  options: { ...kindsOption, out: { type: "string" } },
  run: async (invocation) => {
    const { words, options, error, progress } = invocation;
    const [word] = words;
    if (word !== undefined) throw new UsageError(`use --kinds ${word} to name a folder of kinds`);
    const folder = resolve(textOption(invocation, "out") ?? "dist");
    const kinds = await bundledKinds(options["kinds"], allowsCode(options));
    const { files, warnings } = await buildBundles({ kinds, folder });
    for (const warning of warnings) error(warning.trimEnd());
    progress.out(`kinds: ${kinds.map(({ kind }) => groupKindText(kind)).join(", ")}`);
    for (const { path, contents } of files.filter((file) => file.path.endsWith("index.cjs"))) {
      const bytes = gzipSync(contents).length;
      progress.out(`wrote ${relative(".", path)} (${(bytes / 1000).toFixed(1)} kB gzipped)`);
    }
    return 0;
  },
};
