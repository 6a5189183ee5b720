import type { ConvertibleKind } from "../converter/convertible-kind.ts";
import { IncompleteRegistry } from "../converter/convertible-kind.ts";
import {
  type GraphOptions,
  graphFaults,
  type VersionGraph,
  versionGraph,
} from "./version-graph.ts";

/** The kinds that a deployment serves. `graph` returns a kind's version graph; undefined if the kind is not served. */
export interface ConversionRegistry {
  graph(group: string, kind: string): VersionGraph | undefined;
}

/**
 * Builds the registry. Throws {@link IncompleteRegistry}, with all faults, if a kind is declared twice or has a fault
 * that {@link graphFaults} reports, such as two versions that no chain of conversions connects.
 */
export function conversionRegistry(
  kinds: readonly ConvertibleKind[],
  options: GraphOptions = {},
): ConversionRegistry {
  const graphs = new Map<string, VersionGraph>();
  const faults: string[] = [];
  for (const kind of kinds) {
    const key = groupKindKey(kind.group, kind.kind);
    faults.push(...graphFaults(kind));
    if (graphs.has(key))
      faults.push(`${kind.kind}.${kind.group} is declared twice: remove one declaration`);
    graphs.set(key, versionGraph(kind, options));
  }
  if (faults.length > 0) throw new IncompleteRegistry(faults);
  return { graph: (group, kind) => graphs.get(groupKindKey(group, kind)) };
}

function groupKindKey(group: string, kind: string): string {
  return `${group}/${kind}`;
}
