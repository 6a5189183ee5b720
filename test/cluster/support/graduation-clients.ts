import { expect } from "vitest";
import { abortableDelay } from "../../../lib/cli/server/abortable-delay.ts";
import { tokenEndpoint } from "../../../lib/cli/server/api-request.ts";
import { directClient } from "../../../lib/cli/server/direct-client.ts";
import { liveDefinition } from "../../../lib/evolve/live-definition.ts";
import type { ClientRecord } from "../../../lib/evolve/rehearse/client-log.ts";
import { RehearsalClients } from "../../../lib/evolve/rehearse/rehearsal-clients.ts";
import type { JsonObject } from "../../../lib/json/value.ts";
import { asMap } from "../../support/as-map.ts";
import { cronTab, metadataOf } from "./kinds.ts";
import { startWriter, type Writer } from "./live-writes.ts";
import type { World } from "./world.ts";

/** The objects that clients write. */
export const busyNames = [
  "busy-annotations-v1",
  "busy-annotations-v1beta1",
  "busy-v1",
  "busy-v1beta1",
];

/** Between two writes of the renamed fields, so that the other clients and the steps get their share of the machine. */
const pauseMs = 100;

/** Clients of both versions of the crontab kind: readers, watches, writers of annotations, and writers of the renamed fields. */
export interface GraduationClients {
  /** Starts the clients of each served version that has none. */
  start(crd: JsonObject): void;
  /** Notes how often each watch was opened, before a change that closes them. */
  mark(closesWatches: boolean): void;
  /** Waits until each client has seen what changed since the last mark. */
  followed(): Promise<void>;
  /** What the clients did and saw since the last call. */
  cut(): readonly ClientRecord[];
  /** Moves the clients of v1beta1 to v1. */
  leaveOlder(): Promise<void>;
  /** Ends all clients; every write that succeeded must be there. */
  stop(): Promise<void>;
}

/** The clients of a world; `crd` is the definition with its first version. The objects of {@link busyNames} must be there. */
export function graduationClients(world: World, crd: JsonObject): GraduationClients {
  const { server, token, ca } = world;
  const clients = new RehearsalClients(
    {
      direct: directClient(tokenEndpoint(server, token, ca)),
      definition: liveDefinition(crd),
      wait: abortableDelay,
      now: () => performance.now(),
      signal: new AbortController().signal,
    },
    ["v1beta1", "v1"].map((version) => ({
      namespace: "default",
      name: `busy-annotations-${version}`,
    })),
  );
  const writers = new Map<string, Writer>();
  let openings = clients.openings();
  /** Ends the writer of a version: every write must have succeeded, and the last one must be there. */
  const end = async (version: string): Promise<void> => {
    const writer = writers.get(version);
    writers.delete(version);
    if (writer === undefined) return;
    const { count, errors } = await writer.stop();
    expect(errors).toEqual([]);
    expect(await world.objects(cronTab, "v1").get(`busy-${version}`)).toMatchObject({
      spec: { host: "written", port: `${count}` },
    });
  };
  return {
    start: (now) => {
      const { versions } = liveDefinition(now);
      clients.start({ versions });
      for (const { name } of versions.filter(({ served }) => served)) {
        if (writers.has(name)) continue;
        const writer = startWriter(
          world.objects(cronTab, name),
          `busy-${name}`,
          fieldsOf(name),
          pauseMs,
        );
        writers.set(name, writer);
      }
    },
    mark: (closesWatches) => {
      openings = closesWatches ? clients.openings() : new Map();
    },
    followed: async () => {
      await Promise.all([...writers.values()].map((writer) => writer.more(3)));
      expect(await clients.waitForProgress(openings)).toEqual([]);
    },
    cut: () => clients.takeRecords(),
    leaveOlder: async () => {
      await end("v1beta1");
      await clients.moveWriter("v1beta1", "v1");
    },
    stop: async () => {
      await Promise.all([...writers.keys()].map(end));
      await clients.stop();
      for (const { object, annotation, count } of clients.written()) {
        const { annotations } = metadataOf(await world.objects(cronTab, "v1").get(object.name));
        const written = asMap(annotations)[annotation];
        expect(Number(written)).toBeGreaterThanOrEqual(count);
      }
    },
  };
}

function fieldsOf(version: string): (count: number) => JsonObject {
  return (count) =>
    version === "v1"
      ? { spec: { host: "written", port: `${count}` } }
      : { spec: { hostPort: `written:${count}` } };
}
