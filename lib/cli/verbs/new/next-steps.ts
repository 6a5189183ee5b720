import { join } from "node:path";
import type { CrdFacts } from "../../../crd/crd-facts.ts";
import type { DraftedLens } from "../../draft/draft-lens.ts";
import { todoCounts } from "../../draft/undecided-lines.ts";
import { defaultKinds } from "../../kinds/kinds.ts";

interface CreatedKind {
  readonly folder: string;
  readonly crd: CrdFacts;
  readonly lenses: readonly DraftedLens[];
}

/** A text with the next steps for new kinds. `kinds` is the folder of kinds. */
export function nextSteps(created: readonly CreatedKind[], kinds: string, isCode: boolean): string {
  const kindsWords = kinds === defaultKinds ? "" : ` --kinds ${kinds}`;
  const [only, ...more] = created;
  const chosen = only === undefined || more.length > 0 ? "" : ` --kind ${only.crd.kind}`;
  const converted = created.find(({ lenses }) => lenses.length > 0);
  return [
    "",
    `${created.map((kind) => decisionLine(kind, isCode)).join("\n")} Then:`,
    "",
    `  npx customhouse check${chosen}${kindsWords}`,
    ...(converted === undefined ? [] : [`  ${convertLine(converted)}${kindsWords}`]),
    `  npx customhouse serve${kindsWords}`,
    ...(isCode
      ? ["", `After each change of crd.yaml or a sample: npx customhouse generate${kindsWords}`]
      : []),
  ].join("\n");
}

function decisionLine({ folder, lenses }: CreatedKind, isCode: boolean): string {
  const file = join(folder, fileToRead(isCode, lenses.length > 0));
  const counts = todoCounts(lenses);
  return counts === "" ? `Read ${file}.` : `Decide what is marked TODO in ${file} (${counts}).`;
}

function convertLine({ folder, crd, lenses }: CreatedKind): string {
  const [lens] = lenses;
  const sample = join(folder, "samples", `${lens?.from}.yaml`);
  return `npx customhouse convert -f ${sample} --to ${crd.group}/${lens?.to} --explain`;
}

function fileToRead(isCode: boolean, isConverted: boolean): string {
  if (!isCode) return "conversion.yaml";
  return isConverted ? "conversion.ts" : "kind.ts";
}
