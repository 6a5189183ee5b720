import { stripTypeScriptTypes } from "node:module";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { readText } from "../../../files/read-file.ts";
import { crosswalkStyle } from "../../check/crosswalk/style.ts";
import { pageHtml } from "./page-html.ts";
import { pageStyle } from "./page-style.ts";

/** A static file of the page, without data of kinds or reviews. */
export interface PageFile {
  readonly type: string;
  readonly text: string;
}

/** The extension of the page's modules: `.js` in the package, `.ts` in a checkout. */
const extension = extname(import.meta.url);

const modules = ["page", "crosswalk", "elements", "events", "object"].map(
  (name) => `${name}${extension}`,
);

/** The page's file for a request's path; undefined if there is none. The path is only compared, never read from disk. */
export function pageFile(path: string): PageFile | undefined {
  if (path === "/") return { type: "text/html", text: pageHtml(`/client/page${extension}`) };
  if (path === "/page.css") return { type: "text/css", text: `${crosswalkStyle}${pageStyle}` };
  const module = modules.find((name) => path === `/client/${name}`);
  return module === undefined ? undefined : { type: "text/javascript", text: moduleText(module) };
}

function moduleText(name: string): string {
  const text = readText(fileURLToPath(new URL(`client/${name}`, import.meta.url)));
  return extension === ".js" ? text : stripTypeScriptTypes(text);
}
