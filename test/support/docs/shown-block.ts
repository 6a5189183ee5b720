import { readFile } from "node:fs/promises";
import { partsOf } from "./markdown.ts";

/** The text of the first block of a page with an info string, such as `yaml crd.yaml`. Throws if there is none. */
export async function shownBlock(page: string, info: string): Promise<string> {
  const file = new URL(`../../../${page}`, import.meta.url);
  for (const part of partsOf(await readFile(file, "utf8"))) {
    if (part.type === "block" && part.info === info) return part.text;
  }
  throw new Error(`${page} has no block ${info}`);
}
