import { flowScalarText } from "../../../../lens/language/accept.ts";
import type { LawName } from "../../../../verify/laws/law.ts";

/** An entry for a list of known losses, ready to paste: `- { law: settles, path: spec.note, reason: "" }`. */
export function acknowledgeEntry(laws: readonly LawName[], path: string): string {
  const law = laws.length === 1 ? laws.join() : `[${laws.join(", ")}]`;
  return `- { law: ${law}, path: ${flowScalarText(path)}, reason: "" }`;
}
