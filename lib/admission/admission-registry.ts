import type { ConversionRegistry } from "../conversion/registry.ts";
import { IncompleteRegistry } from "../converter/convertible-kind.ts";
import type { AdmissibleKind } from "./admission-kind.ts";

/**
 * Finds a kind by group and resource. The kind named in a request is not enough: for a write of the scale subresource
 * it is Scale.
 */
export interface AdmissionRegistry {
  readonly conversions: ConversionRegistry;
  kind(group: string, resource: string): AdmissibleKind | undefined;
}

/**
 * Builds the registry. Throws {@link IncompleteRegistry} if a resource is declared twice or a handler's version is
 * unknown.
 */
export function admissionRegistry(
  kinds: readonly AdmissibleKind[],
  conversions: ConversionRegistry,
): AdmissionRegistry {
  const byResource = new Map<string, AdmissibleKind>();
  const faults: string[] = [];
  for (const kind of kinds) {
    const key = `${kind.group}/${kind.resource}`;
    if (byResource.has(key))
      faults.push(`${kind.resource}.${kind.group} is declared twice: remove one declaration`);
    byResource.set(key, kind);
    const { at } = kind.admission ?? {};
    if (at !== undefined && conversions.graph(kind.group, kind.kind)?.has(at) !== true) {
      faults.push(
        `${kind.kind}.${kind.group}: handlers are written at ${at}, which is not a version of the kind`,
      );
    }
  }
  if (faults.length > 0) throw new IncompleteRegistry(faults);
  return { conversions, kind: (group, resource) => byResource.get(`${group}/${resource}`) };
}
