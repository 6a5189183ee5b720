import type { Converter } from "../converter/converter.ts";
import type { ConvertibleKind, VersionEdge } from "../converter/convertible-kind.ts";

/** For each pair of versions, the steps of the cheapest path; versions of the same name need none. */
export interface VersionGraph {
  has(version: string): boolean;
  /** The converters to run one after another; undefined where there is no path. */
  path(from: string, to: string): readonly Converter[] | undefined;
}

/** One conversion of a path, with its way back. */
interface Step {
  readonly to: string;
  readonly convert: Converter;
  readonly back: Converter;
  readonly inexact: number;
}

/** Lays out a path when it is first asked for, so that later reviews only look it up. A pair's path is the same both ways. */
export function versionGraph(
  { versions, edges: declared }: ConvertibleKind,
  { nearestValid = false }: GraphOptions = {},
): VersionGraph {
  const edges = nearestValid ? declared.map(withNearest) : declared;
  const known = new Map(versions.map((version) => [version, new Map<string, Path | undefined>()]));
  const pathOf = (from: string, to: string): Path | undefined => {
    const [start, end] = from < to ? [from, to] : [to, from];
    const steps = pathsFrom(start, edges).get(end);
    return from === start
      ? steps?.map(({ convert }) => convert)
      : steps?.map(({ back }) => back).reverse();
  };
  return {
    has: (version) => known.has(version),
    path: (from, to) => {
      const paths = known.get(from);
      if (paths === undefined || !known.has(to)) return undefined;
      if (!paths.has(to)) paths.set(to, pathOf(from, to));
      return paths.get(to);
    },
  };
}

/** How conversions answer an object that cannot be converted. */
export interface GraphOptions {
  /** With its nearest valid shape, where a kind's conversions have one; else, the default, the review fails. */
  readonly nearestValid?: boolean;
}

function withNearest(edge: VersionEdge): VersionEdge {
  return { ...edge, ...edge.nearest };
}

type Path = readonly Converter[];

/** A path under way: steps, and what they cost. */
interface Route {
  readonly to: string;
  readonly steps: readonly Step[];
  readonly inexact: number;
}

/**
 * The cheapest path to each version: by inexact rules, then by steps, then by the versions' names along the way. Cheapest
 * first, so that the first path to a version is its path.
 */
function pathsFrom(start: string, edges: readonly VersionEdge[]): Map<string, readonly Step[]> {
  const found = new Map<string, readonly Step[]>();
  const open: Route[] = [{ to: start, steps: [], inexact: 0 }];
  for (let route = open.shift(); route !== undefined; route = open.shift()) {
    if (found.has(route.to)) continue;
    found.set(route.to, route.steps);
    for (const step of stepsFrom(route.to, edges)) {
      const inexact = route.inexact + step.inexact;
      open.push({ to: step.to, steps: [...route.steps, step], inexact });
    }
    open.sort(byCost);
  }
  return found;
}

function byCost(a: Route, b: Route): number {
  const cost = a.inexact - b.inexact || a.steps.length - b.steps.length;
  return cost || (namesOf(a) < namesOf(b) ? -1 : 1);
}

function namesOf({ steps }: Route): string {
  return steps.map(({ to }) => to).join(" ");
}

function stepsFrom(version: string, edges: readonly VersionEdge[]): readonly Step[] {
  const steps: Step[] = [];
  for (const { from, to, forward, backward, inexact = 0 } of edges) {
    if (from === version) steps.push({ to, convert: forward, back: backward, inexact });
    if (to === version) steps.push({ to: from, convert: backward, back: forward, inexact });
  }
  return steps.sort((a, b) => (a.to < b.to ? -1 : 1));
}

/** Everything that keeps a kind from being served: foreign, repeated and unreachable versions. */
export function graphFaults(kind: ConvertibleKind): readonly string[] {
  const name = `${kind.kind}.${kind.group}`;
  const { versions, edges } = kind;
  const pairs = edges.map(({ from, to }) => [from, to].sort().join(" and "));
  const unreachable = versions.flatMap((from) =>
    unreachableFrom(from, kind).map((to) => `${from} to ${to}`),
  );
  return [
    ...(versions.length === 0 ? [`${name} has no version`] : []),
    ...repeated(versions).map((version) => `${name}: version ${version} is named twice`),
    ...repeated(pairs).map((pair) => `${name}: ${pair} are joined by two conversions`),
    ...edges
      .filter(({ from, to }) => from === to)
      .map(({ from }) => `${name}: a conversion joins ${from} with itself`),
    ...edges
      .flatMap(({ from, to }) => [from, to])
      .filter((version) => !versions.includes(version))
      .map((version) => `${name}: a conversion names ${version}, which is no version of the kind`),
    ...unreachable.map((pair) => `${name}: no conversion leads from ${pair}`),
  ];
}

/** By the joints alone: this is asked at every start, and paths are laid out only once they are wanted. */
function unreachableFrom(start: string, { versions, edges }: ConvertibleKind): readonly string[] {
  const reached = new Set([start]);
  for (const version of reached) {
    for (const { from, to } of edges) {
      if (from === version) reached.add(to);
      if (to === version) reached.add(from);
    }
  }
  return versions.filter((version) => !reached.has(version));
}

function repeated(names: readonly string[]): readonly string[] {
  return names.filter((name, index) => names.indexOf(name) !== index);
}
