import type { ObjectKey } from "../../cluster/lookup.ts";
import { objectPath } from "../../cluster/object-path.ts";
import { mapAt } from "../../json/members.ts";
import { type JsonObject, member } from "../../json/value.ts";
import { metadataOf } from "../../protocol/object-metadata.ts";
import { type LiveDefinition, objectsPath } from "../live-definition.ts";
import type { ObjectNames } from "../named-versions.ts";
import type { StepRequest } from "../step/step-context.ts";
import { ClientLog } from "./client-log.ts";
import { annotationPrefix } from "./copied-object.ts";
import type { DirectClient } from "./direct-client.ts";
import { type ClientRequest, watchClosed } from "./unavoidable.ts";

/** What the clients of all versions share. */
export interface ClientSetting {
  readonly direct: DirectClient;
  readonly definition: LiveDefinition;
  /** Resolves after a number of milliseconds, or as soon as the signal aborts. Never rejects. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** The time in milliseconds. */
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** A reader, a writer and a watch at one version, which run until they are stopped. */
export interface VersionClients {
  readonly version: string;
  readonly logs: readonly ClientLog[];
  /** Ends the clients, after their pending requests. */
  readonly stop: () => Promise<void>;
  /** Writes once more, at another version, so that managedFields name that version for the writer. */
  readonly moveTo: (version: string) => Promise<void>;
  /** The number of the last successful write of each annotation, by the annotation's key. */
  readonly written: ReadonlyMap<string, number>;
}

/**
 * The milliseconds between two rounds of requests of one client. The number is a choice: short enough to meet a state that
 * lasts for a moment, and long enough that the clients of all versions don't overload the server.
 */
const pauseMs = 20;

/** The milliseconds that a client waits after a 429 or 503, as kube-apiserver demands in the header Retry-After. */
const busyPauseMs = 1000;

/** The most objects that a reader lists, the same as kubectl's default page. */
const pageObjects = 500;

/** Starts the clients of a version. The writer writes annotations of one object, and the reader reads it. */
export function startVersionClients(
  setting: ClientSetting,
  version: string,
  object: ObjectNames,
): VersionClients {
  const { wait, now } = setting;
  const ending = new AbortController();
  const signal = AbortSignal.any([ending.signal, setting.signal]);
  const logs = {
    reader: new ClientLog("reader", version, now),
    writer: new ClientLog("writer", version, now),
    watch: new ClientLog("watch", version, now),
  };
  const client: RunningClient = { setting, version, object, signal };
  const writer = annotationWriter(client);
  const repeatUntilStopped = async (log: ClientLog, act: () => Promise<void>): Promise<void> => {
    while (!signal.aborted) {
      await act();
      await wait(log.mustBackOff ? busyPauseMs : pauseMs, signal);
    }
  };
  const running = Promise.all([
    repeatUntilStopped(logs.reader, () => readObject(client, logs.reader)),
    repeatUntilStopped(logs.writer, () => writer.write(version, logs.writer)),
    repeatUntilStopped(logs.watch, () => watch(client, logs.watch)),
  ]);
  return {
    version,
    logs: Object.values(logs),
    written: writer.written,
    stop: async () => {
      ending.abort();
      await running;
    },
    moveTo: (other) => writer.write(other, logs.writer),
  };
}

interface RunningClient {
  readonly setting: ClientSetting;
  readonly version: string;
  readonly object: ObjectNames;
  readonly signal: AbortSignal;
}

async function readObject(
  { setting, version, object }: RunningClient,
  log: ClientLog,
): Promise<void> {
  const { definition } = setting;
  const list = `${objectsPath(definition, version)}?limit=${pageObjects}`;
  await sendAndRecord(setting, log, "list", { method: "GET", path: list });
  const path = objectPath(keyOf(definition, version, object));
  await sendAndRecord(setting, log, "get", { method: "GET", path });
}

/** Writes one annotation by a merge patch, and another by server-side apply. */
function annotationWriter({ setting, version, object }: RunningClient) {
  const { definition } = setting;
  const fieldManager = `rehearsal-writer-${version}`;
  const written = new Map<string, number>();
  let count = 0;
  const write = async (at: string, log: ClientLog): Promise<void> => {
    count += 1;
    const path = `${objectPath(keyOf(definition, at, object))}?fieldManager=${fieldManager}`;
    const annotated = (key: string): JsonObject => ({
      apiVersion: `${definition.group}/${at}`,
      kind: definition.kind,
      metadata: { ...object, annotations: { [key]: String(count) } },
    });
    const write = { method: "PATCH", path } as const;
    const patched = `${annotationPrefix}patched-${version}`;
    const applied = `${annotationPrefix}applied-${version}`;
    const merge = {
      contentType: "application/merge-patch+json",
      body: annotated(patched),
    } as const;
    if (await sendAndRecord(setting, log, "patch", { ...write, ...merge }))
      written.set(patched, count);
    const apply = {
      contentType: "application/apply-patch+yaml",
      body: annotated(applied),
    } as const;
    if (await sendAndRecord(setting, log, "apply", { ...write, ...apply }))
      written.set(applied, count);
  };
  return { write, written };
}

/** Lists, as a new client does, and watches from the list's resourceVersion until the watch ends. */
async function watch({ setting, version, signal }: RunningClient, log: ClientLog): Promise<void> {
  const { direct, definition } = setting;
  const path = objectsPath(definition, version);
  try {
    const list = await direct.call({ method: "GET", path: `${path}?limit=1` });
    if (list.status !== 200) return log.failed("list", list.status, messageIn(list.body));
    const from = String(metadataOf(list.body)["resourceVersion"]);
    const reply = await direct.watch(`${path}?watch=1&resourceVersion=${from}`, signal);
    if (!("events" in reply)) return log.failed("watch", reply.status, messageIn(reply.body));
    log.opened();
    let end = { status: 200, text: watchClosed };
    for await (const event of reply.events) {
      if (member(event, "type") !== "ERROR") continue;
      const fault = mapAt(event, "object");
      end = { status: Number(member(fault, "code")), text: messageIn(fault) };
    }
    if (!signal.aborted) log.closed(end.status, end.text);
  } catch (fault) {
    if (!signal.aborted) log.closed(0, messageOfThrown(fault));
  }
}

/** Sends a request and records its result. Returns whether it succeeded. */
async function sendAndRecord(
  { direct, signal }: ClientSetting,
  log: ClientLog,
  request: ClientRequest,
  sent: StepRequest,
): Promise<boolean> {
  try {
    const { status, body } = await direct.call(sent);
    if (status !== 200) {
      log.failed(request, status, messageIn(body));
      return false;
    }
    log.succeeded();
    return true;
  } catch (fault) {
    if (!signal.aborted) log.failed(request, 0, messageOfThrown(fault));
    return false;
  }
}

function keyOf(
  { group, plural: resource }: LiveDefinition,
  version: string,
  object: ObjectNames,
): ObjectKey {
  return { group, version, resource, ...object };
}

function messageIn(body: JsonObject): string {
  return String(member(body, "message") ?? "");
}

function messageOfThrown(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}
