import type { ConversionRegistry } from "../../conversion/registry.ts";
import type { CrdFacts, CrdVersion } from "../../crd/crd-facts.ts";
import type { KeyPath } from "../../lens/language/path.ts";
import type { LensData } from "../../lens/language/rule.ts";
import { namedMetadata } from "../../lens/place/metadata-paths.ts";
import { scopeLens } from "../../lens/place/scope-lens.ts";
import { lazySchema, type VersionSchema } from "./version-schema.ts";

/** A kind with a conversion guard, which denies writes of objects that can't be read, or are invalid, in another version. */
export interface GuardedKind {
  readonly group: string;
  /** The versions that are served or stored. */
  readonly versions: readonly GuardedVersion[];
  readonly lenses: readonly LensData[];
  /**
   * Paths in the metadata that rules of the lenses use. A change of such metadata changes the body in another version.
   */
  readonly metadataPaths: readonly KeyPath[];
  /**
   * Conversions to the storage version that replace an unconvertible object by its nearest valid shape. Absent if the service
   * does not do so.
   */
  readonly storing?: ConversionRegistry;
}

/** A version of a guarded kind. */
export interface GuardedVersion {
  readonly name: string;
  readonly isStored: boolean;
  readonly schema: VersionSchema;
  /** Paths that can be written only through the status and scale subresources. */
  readonly subresourcePaths: readonly (readonly string[])[];
}

interface GuardableKind {
  readonly crd: Pick<CrdFacts, "group" | "versions">;
  readonly lenses: readonly LensData[];
}

/** Prepares the guard of a kind. Each schema is parsed when it is first used. */
export function guardOf(
  { crd, lenses }: GuardableKind,
  storing: ConversionRegistry | undefined,
): GuardedKind {
  const versions = crd.versions
    .filter(({ served, storage }) => served || storage)
    .map((version) => ({
      name: version.name,
      isStored: version.storage,
      schema: lazySchema(version.schema),
      subresourcePaths: subresourcePaths(version),
    }));
  const metadataPaths = lenses.flatMap((lens) => namedMetadata(scopeLens(lens)));
  const kind = { group: crd.group, versions, lenses, metadataPaths };
  return { ...kind, ...(storing !== undefined && { storing }) };
}

/** The path of the status, and those of the fields that the scale subresource reads and writes. */
export function subresourcePaths({
  hasStatus = false,
  scale,
}: Pick<CrdVersion, "hasStatus" | "scale">): readonly (readonly string[])[] {
  const scalePaths =
    scale === undefined
      ? []
      : [scale.specReplicasPath, scale.statusReplicasPath, scale.labelSelectorPath ?? ""];
  const keys = scalePaths.map((path) => path.split(".").filter((key) => key !== ""));
  return [...(hasStatus ? [["status"]] : []), ...keys.filter((path) => path.length > 0)];
}
