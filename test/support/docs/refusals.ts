import { withJoinedMembers } from "../../../lib/cli/kinds/compile/uncovered-members.ts";
import type { JsonObject } from "../../../lib/json/value.ts";
import { analyzeKind } from "../../../lib/lens/check/analyze-kind.ts";
import type { LensData } from "../../../lib/lens.ts";
import { readLens } from "./lens-examples.ts";
import type { Part } from "./markdown.ts";

/** A lens that the compiler has something to say of, and what the document says that it says. */
export interface Refusal {
  readonly name: string;
  readonly said: readonly string[];
  readonly told: readonly string[];
}

/** Blocks of `yaml refused` and `ts refused`, each with the block of text behind it. */
export function refusalsIn(parts: readonly Part[]): readonly Refusal[] {
  const blocks = parts.flatMap((part) => (part.type === "block" ? [part] : []));
  return blocks.flatMap(({ info, text, line }, index) => {
    const [language = "", word] = info.split(" ");
    const next = blocks[index + 1];
    if (word !== "refused") return [];
    const { schemas, lenses } = readLens(text, language, line);
    const said = compilerLines(schemas, lenses);
    const told = next?.info === "text" ? next.text.split("\n").filter((one) => one !== "") : [];
    return [{ name: `${told[0]?.slice(0, 4)}, line ${line}`, said, told }];
  });
}

/** What commands print of what the compiler says of lenses, without the places of rules. */
export function compilerLines(
  schemas: Readonly<Record<string, JsonObject>>,
  lenses: readonly LensData[],
): readonly string[] {
  const versions = Object.entries(schemas).map(([name, schema]) => ({ name, schema }));
  const kind = { group: "example.com", kind: "Example", versions, lenses };
  const analysis = analyzeKind(kind);
  const faults = [
    ...analysis.faults,
    ...analysis.lenses.flatMap((lens) => withJoinedMembers(lens.faults)),
  ];
  return faults.map(({ code, severity, message }) => {
    const text = message.replaceAll(/, conversion\.yaml:\d+:\d+/g, "");
    return severity === "warning" ? `${code} (warning) ${text}` : `${code} ${text}`;
  });
}
