import type { Converter } from "./converter.ts";
import type { ConvertibleKind, VersionEdge } from "./kind.ts";

/** For each pair of versions, the steps of the shortest path; versions of the same name need none. */
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
}

/** Lays out all paths of a kind once, so that a review only looks one up. A pair's path is the same both ways. */
export function versionGraph({ versions, edges }: ConvertibleKind): VersionGraph {
  const paths = new Map(versions.map((version) => [version, new Map<string, Path>()]));
  for (const from of versions) {
    for (const [to, steps] of pathsFrom(from, edges)) {
      if (from > to) continue;
      paths.get(from)?.set(
        to,
        steps.map(({ convert }) => convert),
      );
      paths.get(to)?.set(from, steps.map(({ back }) => back).reverse());
    }
  }
  return {
    has: (version) => paths.has(version),
    path: (from, to) => paths.get(from)?.get(to),
  };
}

type Path = readonly Converter[];

/** Breadth first, so the first path to a version is one of the shortest; steps in order of name. */
function pathsFrom(start: string, edges: readonly VersionEdge[]): Map<string, readonly Step[]> {
  const found = new Map<string, readonly Step[]>([[start, []]]);
  for (const [version, path] of found) {
    for (const step of stepsFrom(version, edges)) {
      if (!found.has(step.to)) found.set(step.to, [...path, step]);
    }
  }
  return found;
}

function stepsFrom(version: string, edges: readonly VersionEdge[]): readonly Step[] {
  const steps: Step[] = [];
  for (const { from, to, forward, backward } of edges) {
    if (from === version) steps.push({ to, convert: forward, back: backward });
    if (to === version) steps.push({ to: from, convert: backward, back: forward });
  }
  return steps.sort((a, b) => (a.to < b.to ? -1 : 1));
}

/** Everything that keeps a kind from being served: foreign, repeated and unreachable versions. */
export function graphFaults(kind: ConvertibleKind): readonly string[] {
  const name = `${kind.kind}.${kind.group}`;
  const { versions, edges } = kind;
  const pairs = edges.map(({ from, to }) => [from, to].sort().join(" and "));
  const graph = versionGraph(kind);
  const unreachable = versions.flatMap((from) =>
    versions.filter((to) => graph.path(from, to) === undefined).map((to) => `${from} to ${to}`),
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

function repeated(names: readonly string[]): readonly string[] {
  return names.filter((name, index) => names.indexOf(name) !== index);
}
