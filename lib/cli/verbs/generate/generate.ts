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

/** Writes or, with `--check`, compares the generated module of each kind. */
export const generateCommand: Command = {
  summary: "write each kind's generated.ts from its YAML files",
  help: `usage: customhouse generate [--kinds DIR] [--check]

Writes generated.ts beside each crd.yaml: the versions as types, for lenses and handlers; the CRD's facts, the
samples and what a conversion.yaml (lenses, conversionGuard, oldStash) and an admission.yaml declare as data, so that
a cold start reads no YAML.
Run it after each change of one of these files, and commit the result.

  --check           write nothing; exit 1 where a generated.ts is stale
${kindsHelp}

A conversion.yaml that does not compile is refused. A lens in TypeScript is not compiled, since it needs the types
that are written here: the verbs that use it refuse it if it does not compile.

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

/** The kind that a folder's YAML files declare; empty where there is no conversion.yaml. */
function kindToCompile({ file }: GeneratedFile, mayRunCode: boolean): readonly LoadedKind[] {
  const folder = dirname(file);
  if (!existsSync(join(folder, "conversion.yaml"))) return [];
  return [
    { kind: kindFromFiles(folder, mayRunCode), folder, isPartial: codeFile(folder) !== undefined },
  ];
}
