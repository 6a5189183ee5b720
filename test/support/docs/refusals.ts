import { joinUncoveredMembers } from "../../../lib/cli/kinds/compile/uncovered-members.ts";
import type { JsonObject } from "../../../lib/json/value.ts";
import { analyzeKind } from "../../../lib/lens/check/analyze-kind.ts";
import type { LensData } from "../../../lib/lens.ts";
import { readLens } from "./lens-examples.ts";
import type { Part } from "./markdown.ts";

/** A lens that the compiler refuses: its faults, and the faults that the document shows. */
export interface Refusal {
  readonly name: string;
  readonly actual: readonly string[];
  readonly documented: readonly string[];
}

/** Blocks of `yaml refused` and `ts refused`, each with the block of text after it. */
export function refusalsIn(parts: readonly Part[]): readonly Refusal[] {
  const blocks = parts.flatMap((part) => (part.type === "block" ? [part] : []));
  return blocks.flatMap(({ info, text, line }, index) => {
    const [language = "", word] = info.split(" ");
    const next = blocks[index + 1];
    if (word !== "refused") return [];
    const { schemas, lenses } = readLens(text, language, line);
    const actual = compilerLines(schemas, lenses);
    const documented =
      next?.info === "text" ? next.text.split("\n").filter((one) => one !== "") : [];
    return [{ name: `${documented[0]?.slice(0, 4)}, line ${line}`, actual, documented }];
  });
}

/** The compiler's faults of lenses as commands print them, without the positions of rules. */
export function compilerLines(
  schemas: Readonly<Record<string, JsonObject>>,
  lenses: readonly LensData[],
): readonly string[] {
  const versions = Object.entries(schemas).map(([name, schema]) => ({ name, schema }));
  const kind = { group: "example.com", kind: "Example", versions, lenses };
  const analysis = analyzeKind(kind);
  const faults = [
    ...analysis.faults,
    ...analysis.lenses.flatMap((lens) => joinUncoveredMembers(lens.faults)),
  ];
  return faults.map(({ code, severity, message }) => {
    const text = message.replaceAll(/, conversion\.yaml:\d+:\d+/g, "");
    return severity === "warning" ? `${code} (warning) ${text}` : `${code} ${text}`;
  });
}
