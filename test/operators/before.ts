import { readFileSync } from "node:fs";
import type { DirectionScore } from "./scores.ts";

/** How many vectors of a direction agreed with the operator's conversion before. */
export type FairBefore = ReadonlyMap<string, number>;

/** The figures of README.md's table. */
export function fairBefore(): FairBefore {
  const readme = readFileSync(new URL("README.md", import.meta.url), "utf8");
  const rows = readme.matchAll(/^\| (\S+) \| (\S+) \| (\S+) \| (\d+) of \d+ \|/gm);
  return new Map(
    [...rows].map(([, kind, from, to, fair]) => [`${kind} ${from} ${to}`, Number(fair)]),
  );
}

/** True where a direction agrees with the operator's conversion on as many vectors as before. */
export function isAsFair({ kind, from, to, fair }: DirectionScore, before: FairBefore): boolean {
  const least = before.get(`${kind} ${from} ${to}`);
  if (least === undefined) throw new Error(`README.md has no figures for ${kind} ${from} to ${to}`);
  return fair.count >= least;
}
