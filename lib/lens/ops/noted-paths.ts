import { type KeyPath, keyText } from "../language/path.ts";
import type { ConversionRun } from "./codec.ts";

/** How many paths a run had recorded before a value was converted. */
interface NotedBefore {
  readonly unparsed: number;
  readonly rounded: number;
}

/** True if the run has a fault, or has recorded more paths than these two numbers. */
export function hasNewNotes(run: ConversionRun, unparsed: number, rounded: number): boolean {
  return run.fault !== undefined || run.unparsed.length > unparsed || run.rounded.length > rounded;
}

/** Puts a step before the paths of the fault and of values that were recorded since `before`. */
export function prefixNotedPaths(step: string, before: NotedBefore, run: ConversionRun): void {
  if (run.fault !== undefined)
    run.fault = { ...run.fault, path: joinedPaths(step, run.fault.path) };
  putAllBelow(step, before.unparsed, run.unparsed);
  putAllBelow(step, before.rounded, run.rounded);
}

function putAllBelow(step: string, start: number, paths: string[]): void {
  for (const [index, path] of paths.entries()) {
    if (index >= start) paths[index] = joinedPaths(step, path);
  }
}

/** The text of a path of keys, `spec.a`, as faults and warnings show it. */
export function keyPathText(path: KeyPath): string {
  return path.map(keyText).join("").replace(/^\./, "");
}

/** Joins the texts of two paths; either may be empty. */
export function joinedPaths(outer: string, inner: string): string {
  if (outer === "" || inner === "") return outer + inner;
  return inner.startsWith("[") ? outer + inner : `${outer}.${inner}`;
}
