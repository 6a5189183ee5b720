import { type Command, UsageError } from "../../command.ts";
import { kindsHelp, kindsOption } from "../../kinds/kinds.ts";
import { checkDefinitions } from "./crd.ts";
import { checkKinds, lawLines } from "./kinds.ts";

export const check: Command = {
  summary:
    "try the laws of conversion on your kinds; with crd, validate a CustomResourceDefinition",
  help: `usage: customhouse check [--kinds DIR]... [--kind NAME] [--law NAME]... [--runs N] [--seed N]
                         [--json] [--html FILE]
       customhouse check crd FILE... [--json]

Without crd: says of each two versions of a kind what becomes of every field, and tries the laws on objects that
are generated from the CRD's own schemas: valid ones, parts as server-side apply sends them, and such as old
schemas leave behind. A counter-example is made small and shown side by side. A note names a kind whose status can be
set through annotations, because it has no conversion guard. The laws:

${lawLines()}

${kindsHelp}
  --kind NAME       only kinds of this name (Pizza); may be given again
  --law NAME        only this law; may be given again
  --runs N          objects for each law and direction (default: 1000)
  --seed N          the same seed gives the same objects (default: a new one, which is printed)
  --json            the whole report in place of text
  --html FILE       also draw each two versions side by side into FILE, which needs no network

With crd: validates CustomResourceDefinitions as kube-apiserver 1.36 does when one is created: names, versions,
structural schemas, defaults, rules and what they cost, conversion, columns, subresources. FILE is YAML or JSON
with one or more of them; - is standard input. One of v1beta1 is upgraded first. Prints errors and warnings as
kubectl would; what is not structural also as the condition that the server sets. --json: a list of {file, name,
errors, warnings} in place of text.

examples: customhouse check --kind Pizza --runs 200
          customhouse check crd functions/kinds/*/crd.yaml
exit code: 0 all kept, all accepted; 1 a law broken, a definition refused; 2 wrong usage`,
  options: {
    ...kindsOption,
    kind: { type: "string", multiple: true },
    law: { type: "string", multiple: true },
    runs: { type: "string" },
    seed: { type: "string" },
    html: { type: "string" },
    json: { type: "boolean" },
  },
  run: async (invocation) => {
    const [what, ...files] = invocation.words;
    if (what === undefined) return checkKinds(invocation);
    if (what === "crd") return checkDefinitions(invocation, files);
    throw new UsageError(
      `${what} is nothing to check: say nothing for the kinds, or crd and a file`,
    );
  },
};
