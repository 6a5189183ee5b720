import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";

const pages = ["*.md", "docs/**/*.md"].flatMap((pattern) =>
  globSync(pattern, { exclude: ["docs/site/**"] }),
);

/** Text without blocks and code: what stands in them is no link. */
function prose(page: string): string {
  return readFileSync(page, "utf8")
    .replaceAll(/^( *)```.*?^\1```$/gms, "")
    .replaceAll(/`` .*? ``|`[^`\n]*`/g, (code) => (code.includes("](") ? "" : code));
}

/** The anchors of a page: of its headings as GitHub makes them, and those that it sets itself. */
function anchorsOf(page: string): readonly string[] {
  const text = prose(page);
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
  return [...headings, ...[...text.matchAll(/<a id="([^"]*)">/g)].map(([, id = ""]) => id)];
}

function brokenIn(page: string): readonly string[] {
  const links = [...prose(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
  return links.filter((link) => {
    if (/^https?:/.test(link)) return false;
    const [path = "", anchor] = link.split("#");
    const target = path === "" ? page : join(dirname(page), path);
    return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
  });
}

describe("links within the documentation", () => {
  test.each(pages)("%s", (page) => {
    expect(brokenIn(page)).toEqual([]);
  });
});
