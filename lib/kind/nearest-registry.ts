import { type ConversionRegistry, conversionRegistry } from "../conversion/registry.ts";
import { type Kind, lensKind } from "./kind.ts";
import { nearestEdge } from "./nearest-edge.ts";

/**
 * A registry of conversions that replace an unconvertible object by its nearest valid shape. This covers lenses, and
 * authors' code between versions with known schemas. Throws as {@link conversionRegistry} does.
 */
export function nearestRegistry(kinds: readonly Kind[]): ConversionRegistry {
  const near = kinds.map((kind) => ({
    ...kind,
    edges: kind.edges.map((edge) => nearestEdge(lensKind(kind), edge)),
  }));
  return conversionRegistry(near, { nearestValid: true });
}
