import type { LensData } from "../../conversion/lens/rule.ts";
import type { ConversionRegistry } from "../../conversion/registry.ts";
import type { JsonObject } from "../../json/value.ts";
import { type VersionSchema, versionSchema } from "./version-schema.ts";

/** A kind of which nothing may be stored that another version cannot read. */
export interface GuardedKind {
  readonly group: string;
  /** Those that are served or stored. */
  readonly versions: readonly GuardedVersion[];
  readonly lenses: readonly LensData[];
  /** What the server stores objects by, where conversions give the nearest valid shape; left out, as they are read. */
  readonly storing?: ConversionRegistry;
}

/** One of its versions. */
export interface GuardedVersion {
  readonly name: string;
  readonly isStored: boolean;
  readonly schema: VersionSchema;
}

interface GuardableKind {
  readonly crd: {
    readonly group: string;
    readonly versions: readonly {
      readonly name: string;
      readonly served: boolean;
      readonly storage: boolean;
      readonly schema: JsonObject;
    }[];
  };
  readonly lenses: readonly LensData[];
}

/** What the guard needs of a kind; its schemas are made ready when they are first used. */
export function guardOf(
  { crd, lenses }: GuardableKind,
  storing: ConversionRegistry | undefined,
): GuardedKind {
  const versions = crd.versions
    .filter(({ served, storage }) => served || storage)
    .map(({ name, storage, schema }) => ({
      name,
      isStored: storage,
      schema: versionSchema(schema),
    }));
  return { group: crd.group, versions, lenses, ...(storing !== undefined && { storing }) };
}
