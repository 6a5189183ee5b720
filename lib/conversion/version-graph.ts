import type { Converter } from "../converter/converter.ts";
import type { ConvertibleKind, VersionEdge } from "../converter/convertible-kind.ts";
import { otherSide, type Side } from "../converter/side.ts";

/**
 * The versions of a kind and, for each pair of versions, the cheapest path of conversions. The path from a version to
 * itself is empty.
 */
export interface VersionGraph<Edge extends VersionEdge = VersionEdge> {
  has(version: string): boolean;
  /** The converters to run one after another; undefined if no path leads to `to`. */
  path(from: string, to: string): readonly Converter[] | undefined;
  /** The steps of {@link VersionGraph.path}, each with its edge; undefined if no path leads to `to`. */
  steps(from: string, to: string): readonly EdgeStep<Edge>[] | undefined;
}

/** One conversion on a path: an edge and its direction. */
export interface EdgeStep<Edge extends VersionEdge = VersionEdge> {
  readonly edge: Edge;
  /** The side of the edge that is converted from. */
  readonly side: Side;
}

/**
 * Creates a kind's version graph. A path is computed when it is first needed. Between two versions both directions use the
 * same edges.
 */
export function versionGraph<Edge extends VersionEdge>(
  { versions, edges: declared }: Pick<ConvertibleKind<Edge>, "versions" | "edges">,
  { nearestValid = false }: GraphOptions = {},
): VersionGraph<Edge> {
  const edges = nearestValid ? declared.map(withNearest) : declared;
  const known = new Map(
    versions.map((version) => [version, new Map<string, ConverterPath | undefined>()]),
  );
  const steps = (from: string, to: string): readonly EdgeStep<Edge>[] | undefined => {
    const [start, end] = from < to ? [from, to] : [to, from];
    const found = pathsFrom(start, edges).get(end);
    return from === start ? found : found?.map(reversedStep).reverse();
  };
  return {
    has: (version) => known.has(version),
    path: (from, to) => {
      const paths = known.get(from);
      if (paths === undefined || !known.has(to)) return undefined;
      if (!paths.has(to)) paths.set(to, steps(from, to)?.map(converterOf));
      return paths.get(to);
    },
    steps,
  };
}

/** How conversions handle an unconvertible object. */
export interface GraphOptions {
  /**
   * True: replace the object by its nearest valid shape if the kind's conversions can do so. Default false: the review fails.
   */
  readonly nearestValid?: boolean;
}

function withNearest<Edge extends VersionEdge>(edge: Edge): Edge {
  return { ...edge, ...edge.nearest };
}

/** The converter that runs for one step. */
export function converterOf({ edge, side }: EdgeStep): Converter {
  return side === "from" ? edge.forward : edge.backward;
}

/** The version that a step leads to. */
export function targetVersion({ edge, side }: EdgeStep): string {
  return edge[otherSide(side)];
}

function reversedStep<Edge extends VersionEdge>({ edge, side }: EdgeStep<Edge>): EdgeStep<Edge> {
  return { edge, side: otherSide(side) };
}

type ConverterPath = readonly Converter[];

/** A path that may be extended: its last version, its steps and their cost. */
interface PathCandidate<Edge extends VersionEdge> {
  readonly to: string;
  readonly steps: readonly EdgeStep<Edge>[];
  readonly inexact: number;
}

/**
 * The cheapest path from `start` to each version: the fewest inexact rules, then the fewest steps, then the first by
 * the names of its versions. Candidates are processed in the order of their cost, so the first path that reaches a
 * version is the cheapest.
 */
function pathsFrom<Edge extends VersionEdge>(
  start: string,
  edges: readonly Edge[],
): Map<string, readonly EdgeStep<Edge>[]> {
  const found = new Map<string, readonly EdgeStep<Edge>[]>();
  const open: PathCandidate<Edge>[] = [{ to: start, steps: [], inexact: 0 }];
  for (let candidate = open.shift(); candidate !== undefined; candidate = open.shift()) {
    if (found.has(candidate.to)) continue;
    found.set(candidate.to, candidate.steps);
    for (const step of stepsFrom(candidate.to, edges)) {
      const inexact = candidate.inexact + (step.edge.inexact ?? 0);
      open.push({ to: targetVersion(step), steps: [...candidate.steps, step], inexact });
    }
    open.sort(byCost);
  }
  return found;
}

function byCost(a: PathCandidate<VersionEdge>, b: PathCandidate<VersionEdge>): number {
  const cost = a.inexact - b.inexact || a.steps.length - b.steps.length;
  return cost || (stepNames(a) < stepNames(b) ? -1 : 1);
}

function stepNames({ steps }: PathCandidate<VersionEdge>): string {
  return steps.map(targetVersion).join(" ");
}

function stepsFrom<Edge extends VersionEdge>(
  version: string,
  edges: readonly Edge[],
): readonly EdgeStep<Edge>[] {
  const steps: EdgeStep<Edge>[] = [];
  for (const edge of edges) {
    if (edge.from === version) steps.push({ edge, side: "from" });
    if (edge.to === version) steps.push({ edge, side: "to" });
  }
  return steps.sort((a, b) => (targetVersion(a) < targetVersion(b) ? -1 : 1));
}

/**
 * Why a kind can't be served: no version, repeated or unknown versions, repeated conversions, a conversion from a version
 * to itself, or versions that no conversions connect.
 */
export function graphFaults(kind: ConvertibleKind): readonly string[] {
  const name = `${kind.kind}.${kind.group}`;
  const { versions, edges } = kind;
  const pairs = edges.map(({ from, to }) => [from, to].sort().join(" and "));
  const unreachable = versions.flatMap((from) =>
    unreachableFrom(from, kind).map((to) => `${from} to ${to}`),
  );
  return [
    ...(versions.length === 0 ? [`${name} has no version`] : []),
    ...repeatedNames(versions).map(
      (version) => `${name}: version ${version} is listed twice: remove one`,
    ),
    ...repeatedNames(pairs).map(
      (pair) => `${name}: ${pair} have two conversions between them: remove one`,
    ),
    ...edges
      .filter(({ from, to }) => from === to)
      .map(({ from }) => `${name}: a conversion leads from ${from} to ${from}`),
    ...edges
      .flatMap(({ from, to }) => [from, to])
      .filter((version) => !versions.includes(version))
      .map(
        (version) => `${name}: a conversion names ${version}, which is not a version of the kind`,
      ),
    ...unreachable.map((pair) => `${name}: no conversion leads from ${pair}`),
  ];
}

/** The versions that can't be reached from `start`. Runs at every start of a process, so it computes no paths. */
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

function repeatedNames(names: readonly string[]): readonly string[] {
  return names.filter((name, index) => names.indexOf(name) !== index);
}
