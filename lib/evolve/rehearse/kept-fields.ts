import type { JsonObject } from "../../json/value.ts";
import { metadataOf } from "../../protocol/object-metadata.ts";
import { differences } from "../../verify/values/differences.ts";
import { type ClusterReader, pagesOf } from "../cluster-reader.ts";
import { type LiveDefinition, objectsPath } from "../live-definition.ts";
import { objectLabel } from "../named-versions.ts";

/** The most paths of an object that are named. */
const maxPaths = 5;

/** The fields that objects have at each version, from the first time that they are read there. */
export class KeptFields {
  readonly #first = new Map<string, ReadonlyMap<string, JsonObject>>();

  /**
   * What of the objects differs from what they had at first, in each served version: a line for each object, with paths and
   * without values. Errors: ReadFailure.
   */
  async changed(reader: ClusterReader, definition: LiveDefinition): Promise<readonly string[]> {
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

/** The objects at a version by their names, without type and metadata, which clients and the server write. */
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
    const paths = differences(fields, other).map(({ path }) => path);
    if (paths.length === 0) return [];
    const more = paths.length > maxPaths ? ` and ${paths.length - maxPaths} more` : "";
    return [
      `${name} has other values at ${version}: ${paths.slice(0, maxPaths).join(", ")}${more}`,
    ];
  });
}
