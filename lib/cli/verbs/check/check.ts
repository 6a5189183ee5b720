import { type Command, UsageError } from "../../command.ts";
import { kindsHelp, kindsOption } from "../../kinds/kinds.ts";
import { outputOption, textOrJson } from "../../output-form.ts";
import { checkDefinitions } from "./crd.ts";
import { checkKinds, lawHelp } from "./kinds.ts";

/** Tests laws or definitions, by its first word; exit code 1 where one fails. */
export const check: Command = {
  summary:
    "test the laws of conversion on your kinds; with crd, validate a CustomResourceDefinition",
  help: `usage: customhouse check [--kinds DIR]... [--kind NAME] [--law NAME]... [--runs N] [--seed N]
                         [--verbose] [-o FORM] [--html FILE]
       customhouse check crd FILE... [-o FORM]

Without crd: compiles each lens and tests the laws on objects that are generated from the CRD's own schemas: valid
objects, fragments as server-side apply sends them, and objects that older schemas allowed. Of a lens that does not
compile, only the errors are printed. Else what fails is printed in full, a counterexample reduced and side by side, and
all that is ok in one line. The laws:

${lawHelp()}

${kindsHelp}
  --kind NAME       only kinds of this name (Pizza); may be given again
  --law NAME        only the law of this name; may be given again
  --runs N          objects for each law and direction (default: 1000)
  --seed N          the same seed gives the same objects (default: a new seed, which is printed)
  --verbose         also print a line for each law, the rules as they run, what becomes of each field, what entries of
                    accept excused, and every warning
  -o, --output FORM text (default), or json: the whole report
  --html FILE       also draw the two versions of each lens side by side into FILE, a page that loads nothing

With crd: validates CustomResourceDefinitions as kube-apiserver 1.36 does when one is created: names, versions,
structural schemas, defaults, rules and their costs, conversion, columns, subresources. FILE is YAML or JSON with
one or more definitions; - is standard input. Those of v1beta1 are upgraded first. Prints errors and warnings as
kubectl would, and for a schema that is not structural also the condition that the server sets. -o json: a list of
{file, name, errors, warnings} instead of text.

examples: customhouse check --kind Pizza --runs 200
          customhouse check crd kinds/*/crd.yaml
exit code: 0 every law ok, every definition accepted; 1 a law or the compiler fails, or a definition is refused;
           2 wrong usage`,
  forms: textOrJson,
  firstWords: ["crd"],
  options: {
    ...kindsOption,
    kind: { type: "string", multiple: true },
    law: { type: "string", multiple: true },
    runs: { type: "string" },
    seed: { type: "string" },
    html: { type: "string" },
    verbose: { type: "boolean" },
    ...outputOption,
  },
  run: async (invocation) => {
    const [what, ...files] = invocation.words;
    if (what === undefined) return checkKinds(invocation);
    if (what === "crd") return checkDefinitions(invocation, files);
    throw new UsageError(
      `unknown argument ${what}: give crd and a file, or nothing to check the kinds`,
    );
  },
};
