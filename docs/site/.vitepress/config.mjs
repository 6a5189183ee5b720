import { cpSync, globSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** The pages, in the order in which a reader needs them. */
const sections = [
  {
    text: "Start",
    items: [
      ["What it is", "README.md"],
      ["Kinds", "docs/kinds.md"],
      ["Lenses", "docs/lenses.md"],
      ["The rules of a lens", "docs/lens-rules.md"],
      ["How do I say …", "docs/lens-recipes.md"],
      ["Serve while you write", "docs/dev.md"],
      ["From Go conversions", "docs/migrate-from-go.md"],
      ["Admission", "docs/admission.md"],
      ["Test any webhook", "docs/check-url.md"],
    ],
  },
  {
    text: "Run",
    items: [
      ["Deploy", "docs/deploy.md"],
      ["Operate", "docs/operate.md"],
      ["The life of a version", "docs/versions.md"],
      ["Performance", "docs/performance.md"],
      ["Soak test", "docs/soak.md"],
      ["Security", "SECURITY.md"],
    ],
  },
  {
    text: "Look up",
    items: [
      ["Reference", "docs/reference.md"],
      ["What the compiler says", "docs/lens-errors.md"],
      ["CRDs and schemas", "docs/schema.md"],
      ["CEL", "docs/cel.md"],
      ["Changes", "CHANGELOG.md"],
    ],
  },
  {
    text: "Change the code",
    items: [
      ["Architecture", "docs/architecture.md"],
      ["Contributing", "docs/CONTRIBUTING.md"],
    ],
  },
];

/** Pages of a folder, each with its own heading. */
function pagesIn(pattern) {
  return globSync(pattern, { cwd: root })
    .sort()
    .map((path) => [/^# (.*)$/m.exec(readFileSync(join(root, path), "utf8"))?.[1], path]);
}

const listed = sections.flatMap(({ items }) => items.map(([, path]) => path));
/** A page that no section names is not lost: it stands below them. */
const others = pagesIn("docs/*.md").filter(([, path]) => !listed.includes(path));
const sidebar = [
  ...sections,
  ...(others.length === 0 ? [] : [{ text: "More", items: others }]),
  { text: "Decisions", collapsed: true, items: pagesIn("docs/decisions/*.md") },
];
const pages = sidebar.flatMap(({ items }) => items.map(([, path]) => path));

/** Vite finds vue only from within this folder, so the pages are copied to it. */
const copies = fileURLToPath(new URL("../pages", import.meta.url));
rmSync(copies, { recursive: true, force: true });
const pictures = globSync("docs/*.{svg,png}", { cwd: root });
for (const file of [...pages, ...pictures]) cpSync(join(root, file), join(copies, file));

/** The path of a page on the site: the README is its start. */
function siteOf(path) {
  if (path === "README.md") return "index.md";
  return path.startsWith("docs/") ? path.slice("docs/".length) : path;
}

/** Links to pages lead to their place on the site; of links to other files, such as code, only the text is left. */
function withLinksOfSite(markdown) {
  markdown.core.ruler.push("links-of-site", ({ tokens, env }) => {
    for (const { children } of tokens) {
      let isForeign = false;
      for (const token of children ?? []) {
        if (token.type === "link_open") {
          const link = linkOnSite(token.attrGet("href") ?? "", env);
          isForeign = link === undefined;
          if (link !== undefined) token.attrSet("href", link);
        }
        if (!isForeign || !token.type.startsWith("link_")) continue;
        if (token.type === "link_close") isForeign = false;
        token.tag = "span";
        token.attrs = null;
      }
    }
  });
}

/** Undefined for what is not on the site. */
function linkOnSite(link, { path, realPath }) {
  const [target, anchor] = link.split("#");
  if (target === "" || /^[a-z]+:/.test(link)) return link;
  const file = resolve(dirname(realPath ?? path), target);
  const page = relative(copies, file);
  if (!pages.includes(page)) return undefined;
  return `/${urlOf(page)}${anchor === undefined ? "" : `#${anchor}`}`;
}

/** The url of a page, from the site's start. */
function urlOf(page) {
  return siteOf(page).replace(/(?:^index)?\.md$/, "");
}

/** As GitHub makes them: the links in the pages name these. */
function anchorOf(heading) {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

export default defineConfig({
  title: "Customhouse",
  description: "Conversion and admission for Kubernetes custom resources, from outside the cluster",
  srcDir: copies,
  outDir: fileURLToPath(new URL("../dist", import.meta.url)),
  cacheDir: fileURLToPath(new URL("../node_modules/.cache", import.meta.url)),
  rewrites: (path) => siteOf(path),
  cleanUrls: true,
  lastUpdated: false,
  markdown: {
    anchor: { slugify: anchorOf },
    config: withLinksOfSite,
  },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    sidebar: sidebar.map(({ items, ...section }) => ({
      ...section,
      items: items.map(([name, path]) => ({
        text: name,
        link: `/${urlOf(path)}`,
      })),
    })),
  },
});
