import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, matchesGlob } from "node:path";
import { describe, expect, test } from "vitest";

const pages = ["*.md", "docs/**/*.md"].flatMap((pattern) =>
  globSync(pattern, { exclude: ["docs/site/**"] }),
);

/** Text without blocks and code, because links in these are not links. */
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

/** The links of a page within the project. */
function linksOf(page: string): readonly string[] {
  const links = [...prose(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
  return links.filter((link) => !/^https?:/.test(link));
}

function brokenIn(page: string): readonly string[] {
  return linksOf(page).filter((link) => {
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

/** What the npm package has, by `files` in package.json and by npm's own rules. */
const { files }: { readonly files: readonly string[] } = JSON.parse(
  readFileSync("package.json", "utf8"),
);
const packed = [...files.filter((name) => !name.startsWith("!")), "README.md", "LICENSE"];
const left = files.flatMap((name) => (name.startsWith("!") ? [name.slice(1)] : []));

function isPacked(path: string): boolean {
  const isIn = (name: string): boolean =>
    path === name || path.startsWith(`${name}/`) || matchesGlob(path, name);
  return packed.some(isIn) && !left.some(isIn);
}

describe("links in the npm package lead to files of the package", () => {
  test.each(pages.filter(isPacked))("%s", (page) => {
    const targets = linksOf(page).map((link) => join(dirname(page), link.split("#")[0] ?? ""));
    expect(targets.filter((path) => path !== dirname(page) && !isPacked(path))).toEqual([]);
  });
});
