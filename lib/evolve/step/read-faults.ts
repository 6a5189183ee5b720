import { objectPath } from "../../cluster/object-path.ts";
import type { JsonObject } from "../../json/value.ts";
import { metadataOf } from "../../protocol/object-metadata.ts";
import { isObjectNotFound, metadataPages, pagesOf, replyText } from "../cluster-reader.ts";
import { objectsPath, readableVersion } from "../live-definition.ts";
import { objectLabel } from "../named-versions.ts";
import { keyOfObject } from "../rewrite/rewrite-request.ts";
import type { StepContext } from "./step-context.ts";

/**
 * How many objects are read at the same time. The number is a choice: each read is a conversion, and the webhook and the API
 * server also serve others.
 */
const parallel = 5;

/** After about this many faults, reading ends. The number is a choice: they fit on a screen and mostly have the same cause. */
const maxReadFaults = 20;

/**
 * A message for each object that can't be read at a version. Reads each object by a request of its own: a list may come from
 * the server's cache, which was filled while the webhook still responded, but a single read converts the stored object.
 */
export async function readFaultsOfAll(
  context: StepContext,
  version: string,
): Promise<readonly string[]> {
  const { client, definition, signal } = context;
  const first = readableVersion(definition) ?? version;
  const faults: string[] = [];
  for await (const page of metadataPages(client, objectsPath(definition, first))) {
    for (let start = 0; start < page.length && !signal.aborted; start += parallel) {
      const some = page.slice(start, start + parallel);
      const found = await Promise.all(some.map((object) => readFaultsOf(context, object, version)));
      faults.push(...found.flat());
      if (faults.length >= maxReadFaults)
        return [...faults, "there may be more: the other objects were not read"];
    }
  }
  return signal.aborted ? ["interrupted while objects were read: run the step again"] : faults;
}

/** Like {@link readFaultsOfAll}, but reads only one object, at each served version: shows whether the webhook responds. */
export async function readFaultsOfSample(context: StepContext): Promise<readonly string[]> {
  const { client, definition } = context;
  const first = readableVersion(definition);
  if (first === undefined)
    return ["no version is served, so no object can be read: serve a version first"];
  const path = objectsPath(definition, first);
  for await (const [object] of pagesOf(client, path, { limit: 1 })) {
    if (object === undefined) return [];
    const served = definition.versions.filter((version) => version.served);
    const found = served.map(({ name }) => readFaultsOf(context, object, name));
    return (await Promise.all(found)).flat();
  }
  return [];
}

async function readFaultsOf(
  { client, definition }: StepContext,
  object: JsonObject,
  version: string,
): Promise<readonly string[]> {
  const metadata = metadataOf(object);
  const reply = await client.get(objectPath(keyOfObject(definition, version, metadata)));
  if (reply.status === 200 || isObjectNotFound(reply)) return [];
  return [
    `${objectLabel(metadata)} can't be read at ${version}: ${replyText(reply)}: correct or delete the object, or fix the webhook`,
  ];
}
