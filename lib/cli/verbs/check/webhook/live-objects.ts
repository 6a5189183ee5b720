import type { CrdFacts } from "../../../../crd/crd-facts.ts";
import { type ClusterReader, pagesOf, ReadError } from "../../../../evolve/cluster-reader.ts";
import type { JsonObject } from "../../../../json/value.ts";
import { metadataOf } from "../../../../protocol/object-metadata.ts";
import { seededSource } from "../../../../verify/draw/draw.ts";
import { UsageError } from "../../../command.ts";

/**
 * The most pages of 500 objects that are read: of a longer list, only the first 10,000 objects. The number is a choice: enough
 * to choose at most 200 objects from, and each page costs the API server memory.
 */
const maxPages = 20;

/** Which objects of a cluster are read, and how many. */
export interface LiveSample {
  readonly crd: CrdFacts;
  readonly count: number;
  /** The seed of the random choice of objects, if the cluster has more than `count`. */
  readonly seed: number;
}

/**
 * Objects of a kind in a cluster. Each object on the pages that are read has the same chance to be returned. Pages are read at
 * the storage version, if that is served: at any other the API server would have the webhook convert each page. Only the name,
 * namespace, labels and annotations of the objects' metadata are kept. Errors: {@link UsageError} with the API server's message,
 * or if no version is served.
 */
export async function liveObjects(
  reader: ClusterReader,
  { crd, count, seed }: LiveSample,
): Promise<readonly JsonObject[]> {
  const served = crd.versions.filter((version) => version.served);
  const version = served.find(({ storage }) => storage) ?? served[0];
  if (version === undefined) throw new UsageError(`--live: no version of ${crd.kind} is served`);
  const type = { apiVersion: `${crd.group}/${version.name}`, kind: crd.kind };
  const source = seededSource(seed);
  const taken: JsonObject[] = [];
  let [pages, offered] = [0, 0];
  try {
    for await (const page of pagesOf(reader, `/apis/${type.apiVersion}/${crd.plural}`)) {
      for (const item of page) {
        offered++;
        // The nth object replaces one of the sample with a probability of count/n.
        const at = taken.length < count ? taken.length : source.nextInt(0, offered - 1);
        if (at < count) taken[at] = { ...withPlainMetadata(item), ...type };
      }
      pages++;
      if (pages === maxPages) break;
    }
  } catch (fault) {
    if (fault instanceof ReadError) throw new UsageError(`--live: ${fault.message}`);
    throw fault;
  }
  return taken;
}

function withPlainMetadata(item: JsonObject): JsonObject {
  const kept = Object.entries(metadataOf(item)).filter(([name]) => keptMetadata.has(name));
  return { ...item, metadata: Object.fromEntries(kept) };
}

const keptMetadata = new Set(["name", "namespace", "labels", "annotations"]);
