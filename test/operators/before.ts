import { readFileSync } from "node:fs";
import type { DirectionScore } from "./scores.ts";

/** For each direction, by `kind from to`, how many vectors agreed with the operator's conversion according to README.md. */
export type FairBefore = ReadonlyMap<string, number>;

/** Reads the figures from the table in README.md. */
export function fairBefore(): FairBefore {
  const readme = readFileSync(new URL("README.md", import.meta.url), "utf8");
  const rows = readme.matchAll(/^\| (\S+) \| (\S+) \| (\S+) \| (\d+) of \d+ \|/gm);
  return new Map(
    [...rows].map(([, kind, from, to, fair]) => [`${kind} ${from} ${to}`, Number(fair)]),
  );
}

/** True if at least as many vectors of a direction agree with the operator's conversion as in README.md. */
export function isAsFair({ kind, from, to, fair }: DirectionScore, before: FairBefore): boolean {
  const least = before.get(`${kind} ${from} ${to}`);
  if (least === undefined) throw new Error(`README.md has no figures for ${kind} ${from} to ${to}`);
  return fair.count >= least;
}
