import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * The text of what was thrown while `file`, a module of the user, was loaded: the error's name and message, and the first
 * `file:line:column` of its stack, never the whole stack. For an ES module that Node.js reads as a script, and for a missing
 * generated.ts: the remedy instead.
 */
export function loadFaultText(fault: unknown, file: string): string {
  if (!(fault instanceof Error)) return String(fault);
  const isScript = /import statement outside a module|Unexpected token 'export'/.test(
    fault.message,
  );
  if (isScript) return scriptText(file);
  if (/^Cannot find module '.*\bgenerated\.[jt]s'/.test(fault.message)) {
    return `there is no generated.ts in ${dirname(file)} yet: customhouse generate writes it`;
  }
  const [, place] = /file:\/\/(\/[^\s()]+?:\d+(?::\d+)?)\)?$/m.exec(fault.stack ?? "") ?? [];
  return `${fault.name}: ${fault.message}${place === undefined ? "" : ` (${place})`}`;
}

/** Says why Node.js reads an ES module as a CommonJS script, and what to do. */
function scriptText(file: string): string {
  const found = packageFileAbove(dirname(file));
  const remedy = `give the folder of the kind a package.json with "type": "module"`;
  if (found === undefined) return `it is an ES module; ${remedy}`;
  return `it is an ES module, but ${found} makes it CommonJS: set "type": "module" there, or ${remedy}`;
}

/** The nearest package.json, in the folder or a folder above it; undefined where there is none. */
function packageFileAbove(folder: string): string | undefined {
  const file = join(folder, "package.json");
  if (existsSync(file)) return file;
  return dirname(folder) === folder ? undefined : packageFileAbove(dirname(folder));
}
