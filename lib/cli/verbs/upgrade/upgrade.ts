import { stringify as toYaml } from "yaml";
import { upgradeCrd } from "../../../crd/upgrade/upgrade-crd.ts";
import { type Command, UsageError } from "../../command.ts";
import { readDefinitions } from "../../kinds/definitions.ts";

/** The command `upgrade`: rewrites v1beta1 definitions as v1. Standard error lists the changes. */
export const upgrade: Command = {
  help: `usage: customhouse upgrade crd FILE

Reads CustomResourceDefinitions of apiextensions.k8s.io/v1beta1 (YAML or JSON; - is standard input) and writes
them in v1 as YAML to standard output. Standard error lists the changes, and what was removed from a schema that is not
structural. A v1 definition is written unchanged. Comments are lost.

example: customhouse upgrade crd old.yaml > crd.yaml && customhouse check crd crd.yaml
exit code: 0 written, 2 wrong usage or no CustomResourceDefinition in the file`,
  firstWords: ["crd"],
  options: {},
  run: async ({ words, out, error }) => {
    const [what, file, ...rest] = words;
    if (what !== "crd" || file === undefined || rest.length > 0) {
      throw new UsageError("give crd and one file");
    }
    const documents: string[] = [];
    for (const definition of readDefinitions(file)) {
      const { crd, notes } = upgradeCrd(definition);
      for (const { path, text } of notes) error(path === "" ? text : `${path}: ${text}`);
      documents.push(toYaml(crd, { lineWidth: 0 }));
    }
    out(documents.join("---\n").trimEnd());
    return 0;
  },
};
