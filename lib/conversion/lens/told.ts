import type { Run } from "./codec.ts";
import { type KeyPath, keyText } from "./path.ts";

/** Puts a step before the paths that were noted below it. */
export function putBelow(step: string, told: number, run: Run): void {
  if (run.fault !== undefined) run.fault = { ...run.fault, path: joined(step, run.fault.path) };
  for (let index = told; index < run.unread.length; index++) {
    run.unread[index] = joined(step, run.unread[index] ?? "");
  }
}

export function pathOf(path: KeyPath): string {
  return path.map(keyText).join("").replace(/^\./, "");
}

export function joined(outer: string, inner: string): string {
  if (outer === "" || inner === "") return outer + inner;
  return inner.startsWith("[") ? outer + inner : `${outer}.${inner}`;
}
