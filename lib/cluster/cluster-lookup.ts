import { deepFreeze } from "../json/deep-freeze.ts";
import type { JsonObject } from "../json/value.ts";
import { type ClusterAccess, readAccess } from "./access.ts";
import { AnswerMemory, type Asking, type MemoryLimits, type Told } from "./answer-memory.ts";
import {
  type HttpQuestion,
  type HttpReply,
  openTransport,
  type Transport,
} from "./https-transport.ts";
import type { CollectionKey, Lookup, ObjectKey } from "./lookup.ts";
import { canBeName, collectionPath, objectPath } from "./object-path.ts";
import { type ListLimits, listAll } from "./paged-list.ts";
import { existsIn, metadataOnly, objectIn } from "./reading-replies.ts";
import { type Asked, tooLate, unreachable, unusable } from "./unavailable.ts";

/** A cluster that can be asked: its connections and what is remembered of its answers. */
export interface ClusterConnection {
  /** Questions for one review: so it is known whether an answer was remembered from before. Objects come frozen. */
  lookup(): Lookup;
  /** Keeps no connection from now on; questions under way are still answered. */
  close(): void;
}

/** What a connection may remember, hold and read; each has a default. */
export interface ClusterOptions extends Partial<ClusterLimits> {
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}

/** Sizes in bytes on the wire. */
export interface ClusterLimits extends MemoryLimits, ListLimits {
  /** How long it is remembered that an object is there, and what it is. */
  readonly foundMs: number;
  /** How long it is remembered that there is none; lists as well. */
  readonly missingMs: number;
  readonly maxObjectBytes: number;
  /** After this long unused a connection is not used again. */
  readonly idleMs: number;
}

/** etcd holds objects of 1.5 MiB; conversion and JSON make more of them. */
const defaults: ClusterLimits = {
  foundMs: 30_000,
  missingMs: 5_000,
  maxEntries: 1_000,
  maxEntryBytes: 16_384,
  lingerMs: 5_000,
  maxObjectBytes: 8 * 1024 * 1024,
  maxListObjects: 10_000,
  maxListBytes: 32 * 1024 * 1024,
  idleMs: 30_000,
};

/**
 * Connects to a cluster with the first question. An access that cannot be used is told by each question, so that
 * reviews which ask nothing are answered all the same.
 */
export function connectCluster(
  access: ClusterAccess,
  options: ClusterOptions = {},
): ClusterConnection {
  const { now = () => performance.now(), ...given } = options;
  const limits = { ...defaults, ...given };
  const read = readAccess(access);
  if (!read.ok) return unusableConnection(read.error);
  const transport = openTransport(read.value, { now, idleMs: limits.idleMs });
  let count = 0;
  const order = () => ++count;
  const rooms: Rooms = {
    limits,
    transport,
    order,
    exists: new AnswerMemory(limits, now, order),
    get: new AnswerMemory(limits, now, order),
    list: new AnswerMemory(limits, now, order),
  };
  return { lookup: () => session(rooms, order(), 0), close: () => transport.close() };
}

interface Rooms {
  readonly limits: ClusterLimits;
  readonly transport: Transport;
  readonly order: () => number;
  readonly exists: AnswerMemory<boolean>;
  readonly get: AnswerMemory<JsonObject | undefined>;
  readonly list: AnswerMemory<readonly JsonObject[]>;
}

/** One review's questions: no answer asked for before `notBefore` will do, and one from before `start` is remembered. */
function session(rooms: Rooms, start: number, notBefore: number): Lookup {
  let restsOnMemory = false;
  const hear = async <T>(memory: AnswerMemory<T>, question: Question<T>, signal: AbortSignal) => {
    const late = (): Error => tooLate(signal.reason);
    const told: Told<T> = await memory.ask({ ...question, notBefore, signal, late });
    if (told.asked < start) restsOnMemory = true;
    return told.value;
  };
  return {
    exists: async (key, signal) =>
      canBe(key) && canBeName(key.name) && hear(rooms.exists, existsQuestion(rooms, key), signal),
    get: async (key, signal) =>
      canBe(key) && canBeName(key.name)
        ? hear(rooms.get, getQuestion(rooms, key), signal)
        : undefined,
    list: async (key, signal) =>
      canBe(key) ? hear(rooms.list, listQuestion(rooms, key), signal) : [],
    anew: () => {
      if (!restsOnMemory) return undefined;
      const now = rooms.order();
      return session(rooms, now, now);
    },
  };
}

/** False for what is in a namespace that can be none. */
function canBe({ namespace }: CollectionKey): boolean {
  return namespace === undefined || canBeName(namespace);
}

/** A question and what makes it the same as another. */
type Question<T> = Pick<Asking<T>, "key" | "question">;

function existsQuestion({ transport, limits }: Rooms, key: ObjectKey): Question<boolean> {
  const [path, maxBytes] = [objectPath(key), limits.maxObjectBytes];
  const question = async (signal: AbortSignal) => {
    const request = { path, accept: metadataOnly, maxBytes, signal };
    const value = existsIn(await ask(transport, { verb: "get", key }, request), key);
    return { value, bytes: 0, lifetimeMs: value ? limits.foundMs : limits.missingMs };
  };
  return { key: path, question };
}

function getQuestion(
  { transport, limits }: Rooms,
  key: ObjectKey,
): Question<JsonObject | undefined> {
  const [path, maxBytes] = [objectPath(key), limits.maxObjectBytes];
  const question = async (signal: AbortSignal) => {
    const request = { path, accept: json, maxBytes, signal };
    const reply = await ask(transport, { verb: "get", key }, request);
    const value = objectIn(reply, key);
    if (value === undefined) return { value, bytes: 0, lifetimeMs: limits.missingMs };
    return { value: deepFreeze(value), bytes: reply.body.length, lifetimeMs: limits.foundMs };
  };
  return { key: path, question };
}

function listQuestion(
  { transport, limits }: Rooms,
  key: CollectionKey,
): Question<readonly JsonObject[]> {
  const question = async (signal: AbortSignal) => {
    const { items, bytes } = await listAll(key, limits, (path, maxBytes) =>
      ask(transport, { verb: "list", key }, { path, accept: json, maxBytes, signal }),
    );
    for (const item of items) deepFreeze(item);
    return { value: Object.freeze(items), bytes, lifetimeMs: limits.missingMs };
  };
  return { key: collectionPath(key), question };
}

const json = "application/json";

async function ask(transport: Transport, asked: Asked, question: HttpQuestion): Promise<HttpReply> {
  try {
    return await transport.get(question);
  } catch (error) {
    throw unreachable(asked, error);
  }
}

function unusableConnection(fault: string): ClusterConnection {
  const fail = async (): Promise<never> => {
    throw unusable(fault);
  };
  return { lookup: () => ({ exists: fail, get: fail, list: fail }), close: () => undefined };
}
