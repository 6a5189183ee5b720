import { type KeyPath, keyText } from "../language/path.ts";
import type { ConversionRun } from "./codec.ts";

/** How many paths were noted before a value was read. */
interface NotedBefore {
  readonly unread: number;
  readonly rounded: number;
}

/** True where a fault or a path was noted since. */
export function hasNoted(run: ConversionRun, unread: number, rounded: number): boolean {
  return run.fault !== undefined || run.unread.length > unread || run.rounded.length > rounded;
}

/** Prefixes a step to the fault and the paths that were noted since. */
export function putBelow(step: string, before: NotedBefore, run: ConversionRun): void {
  if (run.fault !== undefined)
    run.fault = { ...run.fault, path: joinedPaths(step, run.fault.path) };
  putAllBelow(step, before.unread, run.unread);
  putAllBelow(step, before.rounded, run.rounded);
}

function putAllBelow(step: string, start: number, paths: string[]): void {
  for (const [index, path] of paths.entries()) {
    if (index >= start) paths[index] = joinedPaths(step, path);
  }
}

/** Keys as text, `spec.a`, as faults and warnings name them. */
export function keyPathText(path: KeyPath): string {
  return path.map(keyText).join("").replace(/^\./, "");
}

/** An inner path below an outer one; either may be empty. */
export function joinedPaths(outer: string, inner: string): string {
  if (outer === "" || inner === "") return outer + inner;
  return inner.startsWith("[") ? outer + inner : `${outer}.${inner}`;
}
