import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * A text about an error that was thrown while `file`, a module of the user, was loaded: the error's name and message, and the
 * first `file:line:column` of its stack trace. For an ES module that Node.js reads as a script, and for a missing generated.ts,
 * the text has the remedy instead.
 */
export function loadFaultText(fault: unknown, file: string): string {
  if (!(fault instanceof Error)) return String(fault);
  const isScript = /import statement outside a module|Unexpected token 'export'/.test(
    fault.message,
  );
  if (isScript) return scriptText(file);
  if (/^Cannot find module '.*\bgenerated\.[jt]s'/.test(fault.message)) {
    return `there is no generated.ts in ${dirname(file)} yet: write it with customhouse generate`;
  }
  const [, place] = /file:\/\/(\/[^\s()]+?:\d+(?::\d+)?)\)?$/m.exec(fault.stack ?? "") ?? [];
  return `${fault.name}: ${fault.message}${place === undefined ? "" : ` (${place})`}`;
}

/** The reason why Node.js reads an ES module as a CommonJS script, and the remedy. */
function scriptText(file: string): string {
  const found = packageFileAbove(dirname(file));
  const remedy = `give the folder of the kind a package.json with "type": "module"`;
  if (found === undefined) return `it is an ES module; ${remedy}`;
  return `it is an ES module, but ${found} makes it CommonJS: set "type": "module" in that file, or ${remedy}`;
}

/** The package.json in the folder or the nearest folder above it; undefined if there is none. */
function packageFileAbove(folder: string): string | undefined {
  const file = join(folder, "package.json");
  if (existsSync(file)) return file;
  return dirname(folder) === folder ? undefined : packageFileAbove(dirname(folder));
}
