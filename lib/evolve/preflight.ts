import { guardFindings } from "../admission/guard/conversion-guard.ts";
import { guardOf } from "../admission/guard/guarded-kind.ts";
import { conversionRegistry } from "../conversion/registry.ts";
import { objectValidators } from "../crd/validator/object-validators.ts";
import { equal } from "../json/equal.ts";
import type { JsonObject } from "../json/value.ts";
import type { Kind } from "../kind/kind.ts";
import { metadataOf } from "../protocol/object-metadata.ts";
import { type ClusterReader, pagesOf, ReadError } from "./cluster-reader.ts";
import { type DroppedField, DroppedFields } from "./dropped-fields.ts";
import {
  type LiveDefinition,
  mayBeStoredAt,
  objectsPath,
  openApiSchemaAt,
  readableVersion,
} from "./live-definition.ts";
import { objectLabel } from "./named-versions.ts";

/** Why an object, or all objects, can't be read or converted, or would lose fields. */
export interface PreflightFault {
  /** `namespace/name`; absent if the server did not name the object. */
  readonly object?: string;
  /** The conversion that failed: `cluster`, the one that the cluster uses now; `kind`, the one in the kind's folder. */
  readonly by: "cluster" | "kind";
  /** What is wrong, where, and what to do. */
  readonly text: string;
}

/** The result of {@link preflight}. */
export interface Preflight {
  readonly objects: number;
  /** The versions at which the cluster could list all objects. */
  readonly readAt: readonly string[];
  /** True if the kind's conversions were tried on each object, through every version, and the results validated. */
  readonly isTriedInMemory: boolean;
  /** The fields that the kind's rules drop when the objects are stored at `target`. Empty without a kind or a target. */
  readonly dropped: readonly DroppedField[];
  readonly faults: readonly PreflightFault[];
}

/**
 * Reads every object, page by page, in every served version, so that the cluster converts it by its present conversion. If
 * `kind` is given, also converts each object in memory by the kind's conversions and validates the results. `target`: the version
 * at which all objects will be stored; undefined if that doesn't change. Changes nothing.
 */
export async function preflight(
  reader: ClusterReader,
  definition: LiveDefinition,
  kind?: Kind,
  target?: string,
): Promise<Preflight> {
  const first = readableVersion(definition);
  const others = definition.versions.filter(({ name, served }) => served && name !== first);
  const faults: PreflightFault[] = [];
  const readAt: string[] = [];
  const faultsOf = kind === undefined ? () => [] : kindFaults(kind);
  const dropped = kind && target !== undefined && new DroppedFields(kind, definition, target);
  let objects = 0;
  for (const version of [
    ...(first === undefined ? [] : [first]),
    ...others.map(({ name }) => name),
  ]) {
    try {
      for await (const page of pagesOf(reader, objectsPath(definition, version))) {
        if (dropped) for (const object of page) dropped.add(object, version);
        if (version !== first) continue;
        objects += page.length;
        for (const object of page) faults.push(...faultsOf(object, version));
      }
      readAt.push(version);
    } catch (fault) {
      if (!(fault instanceof ReadError)) throw fault;
      faults.push(...serverFaults(fault, version));
    }
  }
  if (first === undefined) {
    faults.push({
      by: "cluster",
      text: "no version is served, so no object can be read: serve a version first",
    });
  }
  return {
    objects,
    readAt,
    isTriedInMemory: kind !== undefined,
    dropped: dropped ? dropped.fields() : [],
    faults,
  };
}

/** A fault in one line. */
export function preflightFaultText({ object, text }: PreflightFault): string {
  return object === undefined ? text : `${object}: ${text}`;
}

/**
 * With conversion strategy None, storing objects at another version drops the fields that this version lacks. Returns a fault
 * for each version whose schema differs from that of `version`, and at which objects may be stored.
 */
export function droppedFaults(
  crd: JsonObject,
  definition: LiveDefinition,
  version: string,
): readonly PreflightFault[] {
  const { versions, conversion } = definition;
  if (conversion !== "None") return [];
  const target = openApiSchemaAt(crd, version);
  const stored = versions.filter(({ name }) => mayBeStoredAt(definition, name));
  return stored
    .filter(({ name }) => name !== version && !equal(openApiSchemaAt(crd, name), target))
    .map(({ name }) => ({
      by: "cluster",
      text: `conversion is None and the schemas of ${name} and ${version} differ: a rewrite would drop fields that ${version} lacks: set up a conversion webhook first`,
    }));
}

/** Returns a function that lists why the kind's conversion guard would refuse to create an object in a version. */
function kindFaults(kind: Kind) {
  const guard = guardOf(kind, undefined);
  const registry = conversionRegistry([kind]);
  return (object: JsonObject, version: string): readonly PreflightFault[] => {
    const write = { version, object, oldObject: undefined };
    const { refusals } = guardFindings(write, guard, registry, { validators: objectValidators });
    return refusals.map(({ message = "is refused" }) => ({
      object: objectLabel(metadataOf(object)),
      by: "kind",
      text: message,
    }));
  };
}

function serverFaults({ message, keys }: ReadError, version: string): readonly PreflightFault[] {
  const text = `can't be read at ${version}: ${message}`;
  if (keys.length === 0) return [{ by: "cluster", text: `objects ${text}` }];
  return keys.map((key) => ({ object: key.split("/").slice(-2).join("/"), by: "cluster", text }));
}
