import { type Path, pathText, startsWith } from "./path.ts";

/** The step that stands for any number of steps. */
const anySteps = "**";

/**
 * Shortens a list of paths: returns paths and patterns with `**` that match all of `places` and none of `others`. Not always the
 * fewest: each time it takes the pattern that matches the most of the paths left, and of several such patterns the longest.
 */
export function shortenedPaths(places: readonly Path[], others: readonly Path[]): readonly Path[] {
  const patterns = patternsFor(places).filter(({ matches }) => !others.some(matches));
  const chosen: Path[] = [];
  let open = places;
  while (open.length > 0) {
    const counted = patterns.map((pattern) => ({ pattern, count: countOf(open, pattern) }));
    const most = Math.max(0, ...counted.map(({ count }) => count));
    if (most < 2) return [...chosen, ...open];
    const best = counted.filter(({ count }) => count === most).map(({ pattern }) => pattern);
    const { path, matches } = best.reduce((one, other) =>
      other.path.length > one.path.length ? other : one,
    );
    chosen.push(path);
    open = open.filter((place) => !matches(place));
  }
  return chosen;
}

interface ShortPattern {
  readonly path: Path;
  readonly matches: (place: Path) => boolean;
}

function countOf(places: readonly Path[], { matches }: ShortPattern): number {
  return places.filter(matches).length;
}

/** The patterns to choose from: for each start of a path, `start.**` and, if the path ends in a key, `start.**.key`. */
function patternsFor(places: readonly Path[]): readonly ShortPattern[] {
  const found = new Map<string, ShortPattern>();
  const add = (pattern: ShortPattern): unknown => found.set(pathText(pattern.path), pattern);
  for (const place of places) {
    const last = place.at(-1);
    for (const [index] of place.slice(1).entries()) {
      const start = place.slice(0, index + 1);
      add({ path: [...start, anySteps], matches: (other) => startsWith(other, start) });
      if (typeof last !== "string") continue;
      add({
        path: [...start, anySteps, last],
        matches: (other) =>
          other.length > start.length && other.at(-1) === last && startsWith(other, start),
      });
    }
  }
  return [...found.values()];
}
