import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Command } from "../../command.ts";
import { type LoadedKind, requireCompiled } from "../../kinds/compile/refuse-undecided.ts";
import { type GeneratedFile, generate, writeGenerated } from "../../kinds/generated-files.ts";
import {
  allowsCode,
  codeFile,
  kindFromFiles,
  kindsFolders,
  kindsHelp,
  kindsOption,
} from "../../kinds/kinds.ts";

/** The command `generate`: writes the `generated.ts` of each kind, or with `--check` reports stale ones. */
export const generateCommand: Command = {
  help: `usage: customhouse generate [--kinds DIR] [--check]

Writes generated.ts beside each crd.yaml. It has a TypeScript type for each version, for lenses and handlers. It also has
the data that the service needs from crd.yaml, the samples, conversion.yaml (lenses, conversionGuard, oldStash) and
admission.yaml, so that a cold start reads no YAML. Run generate after each change of one of these files, and commit the
result.

  --check           write nothing; exit 1 if a generated.ts is stale
${kindsHelp}

A conversion.yaml that does not compile is refused. A lens in TypeScript needs the generated types, so it is not compiled
here: commands that use the lens refuse it if it does not compile.

exit code: 0 done, 1 stale (with --check), 2 wrong usage, or a conversion.yaml that does not compile`,
  options: { ...kindsOption, check: { type: "boolean" } },
  run: async ({ options, out, progress }) => {
    const folders = kindsFolders(options["kinds"]);
    const generated = folders.flatMap(generate);
    requireCompiled(
      generated.flatMap((file) => kindToCompile(file, allowsCode(options))),
      "refused",
    );
    if (options["check"] === true) {
      const stale = generated.filter(({ isStale }) => isStale);
      for (const { file } of stale) out(`stale: ${relative(".", file)}`);
      return stale.length === 0 ? 0 : 1;
    }
    for (const file of folders.flatMap(writeGenerated)) {
      progress.out(`wrote ${relative(".", file)}`);
    }
    return 0;
  },
};

/** The kind in the folder of a generated file, from its YAML files; an empty list if it has no conversion.yaml. */
function kindToCompile({ file }: GeneratedFile, mayRunCode: boolean): readonly LoadedKind[] {
  const folder = dirname(file);
  if (!existsSync(join(folder, "conversion.yaml"))) return [];
  return [
    { kind: kindFromFiles(folder, mayRunCode), folder, isPartial: codeFile(folder) !== undefined },
  ];
}
