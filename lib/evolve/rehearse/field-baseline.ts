import type { JsonObject } from "../../json/value.ts";
import { metadataOf } from "../../protocol/object-metadata.ts";
import { valueDifferences } from "../../verify/values/differences.ts";
import { type ClusterReader, pagesOf } from "../cluster-reader.ts";
import { type LiveDefinition, objectsPath } from "../live-definition.ts";
import { objectLabel } from "../named-versions.ts";

/** The most paths that a line names. The number is a choice: they fit on a line or two. */
const maxPaths = 5;

/** The fields that objects had at each version when they were first read at it, for comparison later. */
export class FieldBaseline {
  readonly #first = new Map<string, ReadonlyMap<string, JsonObject>>();

  /**
   * Reads the objects at each served version, and compares them with those that were first read at that version. Returns a line
   * for each object that differs or is gone, with paths and without values. Errors: ReadError.
   */
  async changedObjects(
    reader: ClusterReader,
    definition: LiveDefinition,
  ): Promise<readonly string[]> {
    const lines: string[] = [];
    for (const { name: version } of definition.versions.filter(({ served }) => served)) {
      const now = await fieldsAt(reader, definition, version);
      const first = this.#first.get(version);
      if (first === undefined) this.#first.set(version, now);
      else lines.push(...changedLines(first, now, version));
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
    for (const object of page) {
      const { apiVersion: _, kind: __, metadata: ___, ...fields } = object;
      found.set(objectLabel(metadataOf(object)), fields);
    }
  }
  return found;
}

function changedLines(
  first: ReadonlyMap<string, JsonObject>,
  now: ReadonlyMap<string, JsonObject>,
  version: string,
): readonly string[] {
  return [...first].flatMap(([name, fields]) => {
    const other = now.get(name);
    if (other === undefined) return [`${name} is gone at ${version}`];
    const paths = valueDifferences(fields, other).map(({ path }) => path);
    if (paths.length === 0) return [];
    const more = paths.length > maxPaths ? ` and ${paths.length - maxPaths} more` : "";
    return [
      `${name} has other values at ${version}: ${paths.slice(0, maxPaths).join(", ")}${more}`,
    ];
  });
}
