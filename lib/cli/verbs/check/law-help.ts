import type { Law } from "../../../verify/laws/law.ts";

/** Laws for a help text, a line each. */
export function lawHelp(laws: readonly Law[]): string {
  const width = Math.max(...laws.map(({ name }) => name.length));
  return laws.map(({ name, statement }) => `  ${name.padEnd(width)} ${statement}`).join("\n");
}
