import { objectPath } from "../../cluster/object-path.ts";
import type { JsonObject } from "../../json/value.ts";
import { metadataOf } from "../../protocol/object-metadata.ts";
import { metadataPages, pagesOf } from "../cluster-reader.ts";
import { objectsPath, readableVersion } from "../live-definition.ts";
import { objectLabel } from "../named-versions.ts";
import { replyText } from "../rewrite/patience.ts";
import { keyOfObject } from "../rewrite/rewrite-request.ts";
import type { StepScene } from "./step-scene.ts";

/** Objects that are read at the same time. */
const parallel = 5;

/** The most objects that are named. */
const maxNamed = 20;

/**
 * Objects that can't be read one by one at a version. A list may come from a cache that was filled while the webhook still
 * answered; the read of one object is converted from what is stored.
 */
export async function unreadableObjects(
  scene: StepScene,
  version: string,
): Promise<readonly string[]> {
  const { client, definition, signal } = scene;
  const first = readableVersion(definition) ?? version;
  const faults: string[] = [];
  for await (const page of metadataPages(client, objectsPath(definition, first))) {
    for (let start = 0; start < page.length && !signal.aborted; start += parallel) {
      const some = page.slice(start, start + parallel);
      const found = await Promise.all(some.map((object) => unreadable(scene, object, version)));
      faults.push(...found.flat());
      if (faults.length >= maxNamed) return [...faults, "and perhaps more: the rest was not read"];
    }
  }
  return signal.aborted ? ["interrupted"] : faults;
}

/** As {@link unreadableObjects}, of one object in each served version: whether the webhook answers. */
export async function unreadableSample(scene: StepScene): Promise<readonly string[]> {
  const { client, definition } = scene;
  const first = readableVersion(definition);
  if (first === undefined) return ["no version is served: no object can be read"];
  const path = objectsPath(definition, first);
  for await (const [object] of pagesOf(client, path, { limit: 1 })) {
    if (object === undefined) return [];
    const served = definition.versions.filter((version) => version.served);
    const found = served.map(({ name }) => unreadable(scene, object, name));
    return (await Promise.all(found)).flat();
  }
  return [];
}

async function unreadable(
  { client, definition }: StepScene,
  object: JsonObject,
  version: string,
): Promise<readonly string[]> {
  const metadata = metadataOf(object);
  const reply = await client.get(objectPath(keyOfObject(definition, version, metadata)));
  if (reply.status === 200 || reply.status === 404) return [];
  return [
    `${objectLabel(metadata)} can't be read at ${version}: ${replyText(reply)}: correct or delete it, or mend the webhook`,
  ];
}
