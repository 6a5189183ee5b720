/** The commands of a page's section: of blocks that are indented or fenced as console, continued lines joined. */
export function shownCommands(page: string, title: string): readonly string[] {
  const [, section = ""] = page.split(`\n## ${title}\n`);
  const [own = ""] = section.split("\n## ");
  return blocksIn(own).flatMap((block) =>
    block
      .replace(/(\||\\)\s*(#.*)?\n\s*/g, (_, mark: string) => (mark === "|" ? "| " : " "))
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  );
}

function blocksIn(section: string): readonly string[] {
  const fenced = [...section.matchAll(/^```(\w*)\n(.*?)^```$/gms)];
  const shown = fenced.filter(([, language]) => language === "console");
  const prose = fenced.reduce((text, [fence]) => text.replace(fence, blank), section);
  const indented = [...prose.matchAll(/^(?: {4}\S.*\n(?: {4}.*\n)*)/gm)];
  return [...shown, ...indented]
    .toSorted((a, b) => a.index - b.index)
    .map(([whole, , inner]) => inner ?? whole);
}

/** A text of the same length without anything in it, so that what follows stays where it is. */
function blank(text: string): string {
  return text.replace(/[^\n]/g, " ");
}
