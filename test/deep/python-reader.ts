import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Oracle, Tree } from "../support/keys/tree.ts";

/** One Python process, to which texts of one line each are sent as they come. */
export interface PythonReader extends Oracle {
  close(): void;
}

/** Starts Python. Errors: throws where there is no python3. */
export async function pythonReader(): Promise<PythonReader> {
  const script = fileURLToPath(new URL("oracle.py", import.meta.url));
  const python = spawn("python3", [script], { stdio: ["pipe", "pipe", "inherit"] });
  try {
    await once(python, "spawn");
  } catch (cause) {
    throw new Error("this test compares with Python's JSON parser: it needs python3 in the PATH", {
      cause,
    });
  }
  const lines = createInterface({ input: python.stdout })[Symbol.asyncIterator]();
  return {
    read: async (texts) => {
      python.stdin.write(texts.map((text) => `${text}\n`).join(""));
      const trees: Tree[] = [];
      for (const text of texts) {
        const { value } = await lines.next();
        if (value === undefined) throw new Error(`Python did not read ${text}`);
        trees.push(treeOf(JSON.parse(value)));
      }
      return trees;
    },
    close: () => python.stdin.end(),
  };
}

/** Lists hold no keys, so that `JSON.parse` reads them rightly on every runtime. */
function treeOf(value: unknown): Tree {
  if (value === null || typeof value === "boolean" || typeof value === "string") return value;
  if (!Array.isArray(value)) throw new TypeError("not what oracle.py writes");
  const [tag, ...parts]: readonly unknown[] = value;
  if (tag === "n") return { token: String(parts[0]) };
  if (tag === "l") return parts.map(treeOf);
  const members = new Map<string, Tree>();
  for (let at = 0; at < parts.length; at += 2) {
    members.set(String(parts[at]), treeOf(parts[at + 1]));
  }
  return members;
}
