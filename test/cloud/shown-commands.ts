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
  const shown = section.replace(/^```(?!console$).*?^```$/gms, "");
  const fenced = [...shown.matchAll(/^```console\n(.*?)^```$/gms)];
  const indented = [...shown.matchAll(/^(?: {4}\S.*\n(?: {4}.*\n)*)/gm)];
  return [...fenced, ...indented]
    .toSorted((a, b) => a.index - b.index)
    .map(([whole, inner]) => inner ?? whole);
}
