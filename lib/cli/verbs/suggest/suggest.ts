import { existsSync } from "node:fs";
import { join } from "node:path";
import type { CrdFacts } from "../../../crd/crd-facts.ts";
import { type Command, type Invocation, textOption, UsageError } from "../../command.ts";
import { conversionText } from "../../draft/conversion-text.ts";
import { draftLens } from "../../draft/draft-lens.ts";
import { openLines } from "../../draft/open-lines.ts";
import { versionPairs } from "../../draft/version-pairs.ts";
import { crdFactsIn } from "../../kinds/definitions.ts";
import { kindFoldersIn } from "../../kinds/kinds.ts";

export const suggest: Command = {
  summary: "draft a conversion.yaml from the schemas of a CustomResourceDefinition",
  help: `usage: customhouse suggest CRD... [--from V --to V]
       customhouse suggest --kinds DIR [--from V --to V]

Compares the schemas of two versions and prints a conversion.yaml that says what became of each field: renames and
words that differ in case, separators or the plural, durations and seconds, lists in two forms. Fields that are the
same in both need no rule. Names that are only spelled alike are never paired. Where something was guessed, a comment
says what; what is left open stands as a comment with the rules that would decide it, and is listed on standard error.
Whatever it prints is a start to be read, then checked.

  --from V --to V   these two versions (default: each version with the next newer one, a document each)
  --kinds DIR       a folder of kinds in place of a file: drafts for the crd.yaml of each; may be given again

CRD is YAML or JSON with CustomResourceDefinitions, or a folder of such files; - is standard input.

example: customhouse suggest crd.yaml > conversion.yaml
exit code: 0 drafted, 2 wrong usage`,
  options: {
    from: { type: "string" },
    to: { type: "string" },
    kinds: { type: "string", multiple: true },
  },
  run: async (invocation) => {
    const definitions = filesOf(invocation).flatMap(crdFactsIn);
    const [from, to] = [textOption(invocation, "from"), textOption(invocation, "to")];
    const drafts = definitions.flatMap((crd) => draftsOf(crd, from, to));
    invocation.out(
      drafts
        .map(({ head, lenses }) => head + conversionText(lenses))
        .join("---\n")
        .trimEnd(),
    );
    const open = drafts.flatMap(({ crd, lenses }) => openLines(crd.kind, lenses));
    for (const line of open) invocation.error(line);
    return 0;
  },
};

function filesOf({ words, options }: Invocation): readonly string[] {
  const folders = options["kinds"];
  const files = Array.isArray(folders) ? folders.flatMap(String).flatMap(definitionsBelow) : [];
  if (words.length + files.length === 0) {
    throw new UsageError("say a file with a CustomResourceDefinition, or --kinds DIR");
  }
  return [...words, ...files];
}

function definitionsBelow(folder: string): readonly string[] {
  const files = kindFoldersIn(folder)
    .map((kind) => join(kind, "crd.yaml"))
    .filter((file) => existsSync(file));
  if (files.length > 0) return files;
  throw new UsageError(`${folder} has no kind: no folder in it has a crd.yaml`);
}

function draftsOf(crd: CrdFacts, from: string | undefined, to: string | undefined) {
  const pairs = versionPairs(crd, from, to);
  if (pairs.length === 0) return [];
  const lenses = pairs.map((pair) => draftLens(pair, crd.group));
  return [{ crd, head: `# ${crd.kind}.${crd.group}\n`, lenses }];
}
