import { equal } from "../../json/equal.ts";
import type { JsonObject } from "../../json/value.ts";
import { valueAtObjectPath } from "../../lens/place/object-path.ts";
import { metadataOf } from "../../protocol/object-metadata.ts";
import { structuralForm } from "../../schema/structural/form.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import { prunedAndDefaulted } from "../../verify/pruned-and-defaulted.ts";
import { bodyOf } from "../../verify/samples/object-body.ts";
import { placedDifferences } from "../../verify/values/differences.ts";
import { type ClusterReader, pagesOf } from "../cluster-reader.ts";
import {
  type LiveDefinition,
  liveDefinition,
  objectsPath,
  openApiSchemaAt,
} from "../live-definition.ts";
import { objectLabel } from "../named-versions.ts";

/** The most paths that a line names. The number is a choice: they fit on a line or two. */
const maxPaths = 5;

/** The fields that objects had at each version when they were first read at it, for comparison later. */
export class FieldBaseline {
  readonly #first = new Map<string, ReadonlyMap<string, JsonObject>>();

  /**
   * Reads the objects at each served version, and compares them with those that were first read at that version. Returns a line
   * for each object that differs or is gone, with paths and without values. A field that was absent and now has the default of
   * the version's schema is not a difference: the API server sets defaults when it reads a stored object, but not after it
   * converted one. Errors: ReadError.
   */
  async changedObjects(reader: ClusterReader, crd: JsonObject): Promise<readonly string[]> {
    const definition = liveDefinition(crd);
    const lines: string[] = [];
    for (const { name: version } of definition.versions.filter(({ served }) => served)) {
      const now = await fieldsAt(reader, definition, version);
      const first = this.#first.get(version);
      if (first === undefined) this.#first.set(version, now);
      else lines.push(...changedLines(first, now, { version, schema: structuralAt(crd, version) }));
    }
    return lines;
  }
}

/**
 * The objects at a version by their names. Their apiVersion, kind and metadata are left out: clients and the server change these.
 */
async function fieldsAt(
  reader: ClusterReader,
  definition: LiveDefinition,
  version: string,
): Promise<ReadonlyMap<string, JsonObject>> {
  const found = new Map<string, JsonObject>();
  for await (const page of pagesOf(reader, objectsPath(definition, version))) {
    for (const object of page) found.set(objectLabel(metadataOf(object)), bodyOf(object));
  }
  return found;
}

/** A version with its schema; undefined if it has none. */
interface ComparedVersion {
  readonly version: string;
  readonly schema: Structural | undefined;
}

function structuralAt(crd: JsonObject, version: string): Structural | undefined {
  const schema = openApiSchemaAt(crd, version);
  return schema && structuralForm(schema);
}

function changedLines(
  first: ReadonlyMap<string, JsonObject>,
  now: ReadonlyMap<string, JsonObject>,
  compared: ComparedVersion,
): readonly string[] {
  const { version } = compared;
  return [...first].flatMap(([name, fields]) => {
    const other = now.get(name);
    if (other === undefined) return [`${name} is gone at ${version}`];
    const paths = changedPaths(fields, other, compared);
    if (paths.length === 0) return [];
    const more = paths.length > maxPaths ? ` and ${paths.length - maxPaths} more` : "";
    return [
      `${name} has other values at ${version}: ${paths.slice(0, maxPaths).join(", ")}${more}`,
    ];
  });
}

/** The paths at which the fields of an object differ, without those that only got their default. */
function changedPaths(
  fields: JsonObject,
  now: JsonObject,
  { schema }: ComparedVersion,
): readonly string[] {
  const found = placedDifferences(fields, now);
  if (found.length === 0 || schema === undefined) return found.map(({ path }) => path);
  // Defaults do not depend on the type and the metadata, which are left out of the fields.
  const defaulted = prunedAndDefaulted({ ...fields, apiVersion: "", kind: "" }, { schema });
  return found
    .filter(
      ({ at, one, other }) =>
        one !== undefined || other === undefined || !equal(valueAtObjectPath(defaulted, at), other),
    )
    .map(({ path }) => path);
}
