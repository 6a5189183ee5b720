import type { CrdFacts } from "../../../crd/crd-facts.ts";
import { groupKindText } from "../../../protocol/gvk.ts";
import { type Command, type Invocation, textOption, UsageError } from "../../command.ts";
import { conversionText } from "../../draft/conversion-text.ts";
import { draftLens } from "../../draft/draft-lens.ts";
import { undecidedLines } from "../../draft/undecided-lines.ts";
import { versionPairs } from "../../draft/version-pairs.ts";
import { crdFactsIn } from "../../kinds/definitions.ts";
import { crdFile } from "../../kinds/kind-files.ts";
import { kindFoldersIn } from "../../kinds/kinds.ts";

/** Drafts a conversion.yaml from the schemas of CustomResourceDefinitions; standard error lists what is undecided. */
export const suggest: Command = {
  help: `usage: customhouse suggest CRD... [--from V --to V]
       customhouse suggest --kinds DIR [--from V --to V]

Compares the schemas of two versions and drafts a conversion.yaml. It pairs maps and lists whose members agree; names that
differ in case, separators, the plural or a unit, or that changed in the same way; and a list with a list or map that has
the same content in another form. A comment gives the reason of each pair. Fields that are the same in both versions need
no rule. A value of an enum without a similar one in the other version is mapped to ?, which does not compile. Comments
list the fields that are left, with the likeliest rule; standard error lists them too. A draft has to be read, completed
and checked: check prints the entries of accept that the rules need.

  --from V --to V   the two versions (default: each version with the next newer one, one document for each pair)
  --kinds DIR       the folder of a kind or of kinds, instead of a file: drafts for the crd.yaml of each; may be given
                    again

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
    if (drafts.length === 0) throw new UsageError(oneVersionText(definitions));
    invocation.out(
      drafts
        .map(({ head, lenses }) => head + conversionText(lenses))
        .join("---\n")
        .trimEnd(),
    );
    const undecided = drafts.flatMap(({ crd, lenses }) => undecidedLines(crd.kind, lenses));
    for (const line of undecided) invocation.error(line);
    return 0;
  },
};

function filesOf({ words, options }: Invocation): readonly string[] {
  const folders = options["kinds"];
  const files = Array.isArray(folders) ? folders.flatMap(String).flatMap(definitionsBelow) : [];
  if (words.length + files.length === 0) {
    throw new UsageError("name a file with a CustomResourceDefinition, or --kinds DIR");
  }
  return [...words, ...files];
}

function definitionsBelow(folder: string): readonly string[] {
  const own = crdFile(folder);
  if (own !== undefined) return [own];
  const files = kindFoldersIn(folder)
    .map(crdFile)
    .filter((file) => file !== undefined);
  if (files.length > 0) return files;
  throw new UsageError(`${folder} has no kind: no folder in it has a crd.yaml`);
}

function draftsOf(crd: CrdFacts, from: string | undefined, to: string | undefined) {
  const pairs = versionPairs(crd, from, to);
  if (pairs.length === 0) return [];
  const lenses = pairs.map((pair) => draftLens(pair, crd.group));
  return [{ crd, head: `# ${groupKindText(crd)}\n`, lenses }];
}

function oneVersionText(definitions: readonly CrdFacts[]): string {
  const kinds = definitions.map(({ kind }) => kind).join(", ");
  return `${kinds}: with one version there is nothing to convert; add another version to the CRD`;
}
