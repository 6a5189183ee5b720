import { mapsIn } from "../../json/members.ts";
import { member } from "../../json/value.ts";
import { bodyAt, type ClusterReply, replyText } from "../cluster-reader.ts";
import {
  definitionPath,
  type LiveDefinition,
  liveDefinition,
  objectsPath,
} from "../live-definition.ts";
import type { StepContext } from "./step-context.ts";
import { storageVersionHash } from "./storage-version-hash.ts";

/** A cluster, and the name of the definition that was changed. */
interface ChangedDefinition extends Pick<StepContext, "client" | "wait" | "signal"> {
  readonly definition: Pick<LiveDefinition, "name">;
}

/**
 * The most requests to see whether a change is in force. Responses with 429 don't count: the client repeats these requests.
 * The number is a choice: the pauses add up to 19 s, and then a report of what does not hold is worth more than a longer wait.
 */
const attempts = 20;
/** Milliseconds between two attempts. The number is a choice: a change is noticed soon, and the requests cost little. */
const pauseMs = 1000;

/**
 * Waits until an edit of the definition is in force: each served version lists its objects (429 while the server refills its
 * caches), each version that is not served returns 404, and discovery shows the storage version `stores`, if given. The
 * definition's status does not show any of this. Returns a message for each of these that still does not hold in the end.
 */
export async function waitForDefinitionChange(
  { client, definition: { name }, wait, signal }: ChangedDefinition,
  stores: string | undefined,
): Promise<readonly string[]> {
  const definition = liveDefinition(await bodyAt(client, definitionPath(name)));
  const faults: string[] = [];
  const waitFor = async (
    path: string,
    isInForce: (reply: ClusterReply) => boolean,
    what: string,
  ): Promise<void> => {
    const isLate = (reply: ClusterReply): boolean =>
      !isInForce(reply) && reply.status !== 403 && !signal.aborted;
    let reply = await client.get(path);
    for (let attempt = 1; isLate(reply) && attempt < attempts; attempt++) {
      await wait(pauseMs, signal);
      reply = await client.get(path);
    }
    if (!isInForce(reply)) faults.push(`${what}: GET ${path}: ${replyText(reply)}`);
  };
  for (const { name: version, served } of definition.versions) {
    const path = `${objectsPath(definition, version)}?limit=1`;
    if (served) await waitFor(path, ({ status }) => status === 200, `${version} can't be listed`);
    else await waitFor(path, ({ status }) => status === 404, `${version} is still served`);
  }
  if (stores !== undefined && faults.length === 0) {
    await waitFor(
      `/apis/${definition.group}/${stores}`,
      (reply) => shownHash(reply, definition) === storageVersionHash(definition, stores),
      `discovery does not show ${stores} as the storage version`,
    );
  }
  return faults;
}

function shownHash({ body }: ClusterReply, { plural }: LiveDefinition) {
  const resources = mapsIn(member(body, "resources"));
  const own = resources.find((resource) => member(resource, "name") === plural);
  return own && member(own, "storageVersionHash");
}
