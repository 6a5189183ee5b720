import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "../../lib/json/value.ts";
import { bodyIn, bodyOf, type KindUnderTest, objectIn } from "../cluster/support/kinds.ts";
import type { Resource } from "../cluster/support/resource.ts";
import type { World } from "./world.ts";

/** Clients that write and read through the API server, one request after another each, while the ground moves. */
export interface Traffic {
  /** Requests with a response. */
  count(): number;
  /** Resolves after so many more. */
  more(requests: number): Promise<void>;
  /** Ends after the requests that are under way: what went wrong in all this time. */
  stop(): Promise<readonly string[]>;
}

/** What one client needs. */
interface Client {
  readonly kind: KindUnderTest;
  readonly name: string;
  readonly versions: readonly VersionedResource[];
}

interface VersionedResource {
  readonly version: string;
  readonly resource: Resource;
}

/** Starts `clients` clients of a kind, each with an object of its own that exists. */
export async function startTraffic(
  world: World,
  kinds: readonly KindUnderTest[],
  clients: number,
): Promise<Traffic> {
  const faults: string[] = [];
  let count = 0;
  let isStopped = false;
  const run = async (client: Client): Promise<void> => {
    while (!isStopped) {
      for await (const fault of round(client)) {
        count++;
        if (fault !== undefined) faults.push(fault);
      }
    }
  };
  const all = kinds.flatMap((kind) => clientsOf(world, kind, clients));
  await Promise.all(all.map(create));
  const running = Promise.all(all.map(run));
  return {
    count: () => count,
    more: async (requests) => {
      const goal = count + requests;
      while (count < goal) await new Promise((resolve) => setTimeout(resolve, 20));
    },
    stop: async () => {
      isStopped = true;
      await running;
      return faults;
    },
  };
}

function clientsOf(world: World, kind: KindUnderTest, count: number): readonly Client[] {
  const versions = kind.versions.map((version) => ({
    version,
    resource: world.objects(kind, version),
  }));
  return Array.from({ length: count }, (_, index) => ({ kind, name: `busy-${index}`, versions }));
}

async function create({ kind, name, versions }: Client): Promise<void> {
  const [first] = versions;
  await first?.resource.create(objectIn(kind, first.version, name));
}

/**
 * A write in each version, another state each time, and after each a read in every version: a text for each request that
 * did not go as it must.
 */
async function* round({ kind, name, versions }: Client): AsyncIterable<string | undefined> {
  for (const [index, { version, resource }] of versions.entries()) {
    const state = index % 2 === 0 ? "after" : "before";
    const place = `${kind.kind} ${name}, ${state} in ${version}`;
    yield faultOf(place, resource.patch(name, "merge", bodyIn(kind, version, state)));
    for (const read of versions) {
      const expected = bodyIn(kind, read.version, state);
      yield faultOf(`${place}, read in ${read.version}`, read.resource.get(name), expected);
    }
  }
}

async function faultOf(
  place: string,
  request: Promise<JsonObject>,
  expected?: JsonObject,
): Promise<string | undefined> {
  try {
    const answer = await request;
    if (expected === undefined || isDeepStrictEqual(bodyOf(answer), expected)) return;
    return `${place}: ${JSON.stringify(answer)}`;
  } catch (error) {
    return `${place}: ${error}`;
  }
}
