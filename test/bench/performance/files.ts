import { fileURLToPath } from "node:url";

function inDocs(name: string): string {
  return fileURLToPath(new URL(`../../../docs/${name}`, import.meta.url));
}

export const figuresFile: string = inDocs("performance.json");
export const documentFile: string = inDocs("performance.md");
export const chartFile: string = inDocs("performance.svg");
