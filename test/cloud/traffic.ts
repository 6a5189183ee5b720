import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "../../lib/json/value.ts";
import { bodyIn, bodyOf, type KindUnderTest, type State } from "../cluster/kinds.ts";
import type { Resource } from "../cluster/resource.ts";
import type { World } from "./world.ts";

/** Clients that write and read through the API server, one request after another each, while the ground moves. */
export interface Traffic {
  /** Requests that were answered. */
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
  readonly resources: readonly (readonly [version: string, Resource])[];
}

const states: readonly State[] = ["after", "before"];

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
    for (let round = 0; !isStopped; round++) {
      for await (const fault of requests(client, round)) {
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
  const resources = kind.versions.map(
    (version) => [version, world.objects(kind, version)] as const,
  );
  return Array.from({ length: count }, (_, index) => ({ kind, name: `busy-${index}`, resources }));
}

async function create({ kind, name, resources }: Client): Promise<void> {
  const [[version, resource] = []] = resources;
  if (version === undefined || resource === undefined) return;
  const apiVersion = `${kind.group}/${version}`;
  const metadata = { name };
  await resource.create({
    apiVersion,
    kind: kind.kind,
    metadata,
    ...bodyIn(kind, version, "before"),
  });
}

/** One write, in one version and another in turn, and a read in each: a text for each that did not go as it must. */
async function* requests(
  { kind, name, resources }: Client,
  round: number,
): AsyncIterable<string | undefined> {
  const state = states[round % states.length] ?? "before";
  const [version = "", resource] = resources[round % resources.length] ?? [];
  const place = `${kind.kind} ${name}, round ${round}`;
  yield faultOf(`${place}, write`, resource?.patch(name, "merge", bodyIn(kind, version, state)));
  for (const [read, own] of resources) {
    yield faultOf(`${place}, read in ${read}`, own.get(name), bodyIn(kind, read, state));
  }
}

async function faultOf(
  place: string,
  request: Promise<JsonObject> | undefined,
  expected?: JsonObject,
): Promise<string | undefined> {
  try {
    const answer = await request;
    if (expected === undefined || isDeepStrictEqual(bodyOf(answer ?? {}), expected)) return;
    return `${place}: ${JSON.stringify(answer)}`;
  } catch (error) {
    return `${place}: ${error}`;
  }
}
