import {
  type ClusterReader,
  isObjectNotFound,
  metadataPages,
  ReadError,
} from "../../evolve/cluster-reader.ts";
import { definitionPath, definitionsPath } from "../../evolve/live-definition.ts";
import type { JsonObject } from "../../json/value.ts";
import { mostSimilar } from "../../lens/check/edit-distance.ts";
import { metadataOf } from "../../protocol/object-metadata.ts";
import { UsageError } from "../command.ts";

/**
 * Reads a CustomResourceDefinition. Errors: {@link UsageError} if the cluster has none of this name, with the most similar name
 * that it has; {@link ReadError}.
 */
export async function clusterDefinition(reader: ClusterReader, name: string): Promise<JsonObject> {
  const path = definitionPath(name);
  const reply = await reader.get(path);
  if (reply.status === 200) return reply.body;
  if (!isObjectNotFound(reply)) throw new ReadError(path, reply);
  const near = similarName(name, await definitionNames(reader));
  const hint =
    near === undefined
      ? ". Its name is PLURAL.GROUP, such as crontabs.stable.example.com"
      : `; did you mean ${near}?`;
  throw new UsageError(`the cluster has no CustomResourceDefinition ${name}${hint}`);
}

/** The names of all definitions; none if they can't be listed. */
async function definitionNames(reader: ClusterReader): Promise<readonly string[]> {
  const names: string[] = [];
  try {
    for await (const page of metadataPages(reader, definitionsPath))
      names.push(...page.map((crd) => String(metadataOf(crd)["name"])));
  } catch (fault) {
    if (!(fault instanceof ReadError)) throw fault;
  }
  return names;
}

/** The most similar name; for a word without a group, that with the most similar plural. Undefined if none is similar. */
function similarName(word: string, names: readonly string[]): string | undefined {
  if (word.includes(".")) return mostSimilar(word, names);
  const plurals = new Map(names.map((name) => [name.replace(/\..*/, ""), name]));
  return plurals.get(mostSimilar(word, [...plurals.keys()]) ?? "");
}
