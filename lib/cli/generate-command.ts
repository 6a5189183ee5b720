import { relative } from "node:path";
import type { Command } from "./command.ts";
import { generate, writeGenerated } from "./generate.ts";
import { kindsFolders, kindsHelp, kindsOption } from "./kinds.ts";

export const generateCommand: Command = {
  summary: "write each kind's generated.ts from its YAML files",
  help: `usage: customhouse generate [--kinds DIR] [--check]

Writes generated.ts beside each crd.yaml: the versions as types, for lenses and handlers; the CRD's facts, the
samples and the lenses of a conversion.yaml as data, so that a cold start reads no YAML. Run it after each change
of one of these files, and commit the result.

  --check           write nothing; exit 1 where a generated.ts is stale
${kindsHelp}

exit code: 0 done, 1 stale (with --check), 2 wrong usage`,
  options: { ...kindsOption, check: { type: "boolean" } },
  run: async ({ options, out }) => {
    const folders = kindsFolders(options["kinds"]);
    if (options["check"] === true) {
      const stale = folders.flatMap(generate).filter(({ isStale }) => isStale);
      for (const { file } of stale) out(`stale: ${relative(".", file)}`);
      return stale.length === 0 ? 0 : 1;
    }
    for (const file of folders.flatMap(writeGenerated)) out(`wrote ${relative(".", file)}`);
    return 0;
  },
};
