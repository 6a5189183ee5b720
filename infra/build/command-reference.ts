import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadCommands } from "../../lib/cli/command.ts";
import { commonHelp } from "../../lib/cli/common-options.ts";
import { verbs } from "../../lib/cli/verbs.ts";

/** The page of the documentation that ends with the help of every command. */
export const referenceFile = fileURLToPath(new URL("../../docs/reference.md", import.meta.url));

const generated = /(<!-- generated: command line -->\n)[\s\S]*?(<!-- end -->)/;

/** The page with the current `--help` of every command between its markers. The options of all commands come first. */
export async function withCommandHelp(page: string): Promise<string> {
  const commands = await loadCommands(verbs);
  const sections = Object.entries(commands).map(
    ([verb, { summary, help }]) =>
      `### customhouse ${verb}\n\n${sentence(summary)}\n\n\`\`\`text\n${help.trim()}\n\`\`\`\n`,
  );
  return page.replace(
    generated,
    (_, start: string, end: string) =>
      `${start}\n\`\`\`text\n${commonHelp}\n\`\`\`\n\n${sections.join("\n")}\n${end}`,
  );
}

function sentence(summary: string): string {
  return `${summary.slice(0, 1).toUpperCase()}${summary.slice(1)}.`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(referenceFile, await withCommandHelp(readFileSync(referenceFile, "utf8")));
}
