import { deepFreeze } from "../json/deep-freeze.ts";
import type { JsonObject } from "../json/value.ts";
import { type ClusterAccess, readAccess } from "./access.ts";
import {
  type ClusterRequest,
  type ClusterResponse,
  openTransport,
  type Transport,
} from "./https-transport.ts";
import type { CollectionKey, Lookup, ObjectKey } from "./lookup.ts";
import {
  type CachedResult,
  type CacheLimits,
  type CacheRequest,
  LookupCache,
} from "./lookup-cache.ts";
import { collectionPath, isPathSegmentName, objectPath } from "./object-path.ts";
import { type ListLimits, listAll } from "./paged-list.ts";
import { existsIn, metadataOnly, objectIn } from "./read-responses.ts";
import {
  type LookupSubject,
  lookupMisconfigured,
  lookupTimedOut,
  lookupUnreachable,
} from "./unavailable.ts";

/** The connections to one cluster's API server, and the cache of lookup results. */
export interface ClusterConnection {
  /** Returns lookups for one review, with `fresh` for results that came from the cache. The objects that they give are frozen. */
  lookup(): Lookup;
  /** Closes idle connections. Running requests still complete. */
  close(): void;
}

/** Options of a connection. Each limit has a default. */
export interface ClusterOptions extends Partial<ClusterLimits> {
  /** The time of a monotonic clock in ms. */
  readonly now?: () => number;
}

/** The limits of a connection. Sizes are in bytes of responses. */
export interface ClusterLimits extends CacheLimits, ListLimits {
  /** How long an object that was found, or the result that it exists, is cached, in ms. */
  readonly foundMs: number;
  /** How long a list, or the result that an object does not exist, is cached, in ms. */
  readonly missingMs: number;
  readonly maxObjectBytes: number;
  /** A connection that has been idle for longer, in ms, is not used again. */
  readonly idleMs: number;
}

/** The default limits. etcd accepts objects of 1.5 MiB; conversion and JSON make them larger. */
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
 * Creates a connection to a cluster, which connects at the first lookup. With invalid settings every lookup fails, but
 * reviews without lookups still get a response.
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
  const state: ConnectionState = {
    limits,
    transport,
    order,
    exists: new LookupCache(limits, now, order),
    get: new LookupCache(limits, now, order),
    list: new LookupCache(limits, now, order),
  };
  return { lookup: () => reviewLookups(state, order(), 0), close: () => transport.close() };
}

interface ConnectionState {
  readonly limits: ClusterLimits;
  readonly transport: Transport;
  readonly order: () => number;
  readonly exists: LookupCache<boolean>;
  readonly get: LookupCache<JsonObject | undefined>;
  readonly list: LookupCache<readonly JsonObject[]>;
}

/**
 * The lookups of one review. `start` and `notBefore` are numbers of requests in their order. A cached result is used if
 * its request is not earlier than `notBefore`. A result whose request is earlier than `start` counts as coming from the
 * cache.
 */
function reviewLookups(state: ConnectionState, start: number, notBefore: number): Lookup {
  let usedCache = false;
  const lookUp = async <T>(
    cache: LookupCache<T>,
    request: CacheableRequest<T>,
    signal: AbortSignal,
  ) => {
    const late = (): Error => lookupTimedOut(signal.reason);
    const result: CachedResult<T> = await cache.lookUp({ ...request, notBefore, signal, late });
    if (result.requested < start) usedCache = true;
    return result.value;
  };
  return {
    exists: async (key, signal) =>
      mayHoldObjects(key) &&
      isPathSegmentName(key.name) &&
      lookUp(state.exists, existsRequest(state, key), signal),
    get: async (key, signal) =>
      mayHoldObjects(key) && isPathSegmentName(key.name)
        ? lookUp(state.get, getRequest(state, key), signal)
        : undefined,
    list: async (key, signal) =>
      mayHoldObjects(key) ? lookUp(state.list, listRequest(state, key), signal) : [],
    fresh: () => {
      if (!usedCache) return undefined;
      const now = state.order();
      return reviewLookups(state, now, now);
    },
  };
}

/** False if no namespace can have this name, so that no object can be in it. */
function mayHoldObjects({ namespace }: CollectionKey): boolean {
  return namespace === undefined || isPathSegmentName(namespace);
}

/** How to get a result from the cluster, and its key in the cache. */
type CacheableRequest<T> = Pick<CacheRequest<T>, "key" | "fetch">;

function existsRequest(
  { transport, limits }: ConnectionState,
  key: ObjectKey,
): CacheableRequest<boolean> {
  const [path, maxBytes] = [objectPath(key), limits.maxObjectBytes];
  const fetch = async (signal: AbortSignal) => {
    const request = { path, accept: metadataOnly, maxBytes, signal };
    const value = existsIn(await sendLookup(transport, { verb: "get", key }, request), key);
    return { value, bytes: 0, lifetimeMs: value ? limits.foundMs : limits.missingMs };
  };
  return { key: path, fetch };
}

function getRequest(
  { transport, limits }: ConnectionState,
  key: ObjectKey,
): CacheableRequest<JsonObject | undefined> {
  const [path, maxBytes] = [objectPath(key), limits.maxObjectBytes];
  const fetch = async (signal: AbortSignal) => {
    const request = { path, accept: json, maxBytes, signal };
    const response = await sendLookup(transport, { verb: "get", key }, request);
    const value = objectIn(response, key);
    if (value === undefined) return { value, bytes: 0, lifetimeMs: limits.missingMs };
    return { value: deepFreeze(value), bytes: response.body.length, lifetimeMs: limits.foundMs };
  };
  return { key: path, fetch };
}

function listRequest(
  { transport, limits }: ConnectionState,
  key: CollectionKey,
): CacheableRequest<readonly JsonObject[]> {
  const fetch = async (signal: AbortSignal) => {
    const { items, bytes } = await listAll(key, limits, (path, maxBytes) =>
      sendLookup(transport, { verb: "list", key }, { path, accept: json, maxBytes, signal }),
    );
    for (const item of items) deepFreeze(item);
    return { value: Object.freeze(items), bytes, lifetimeMs: limits.missingMs };
  };
  return { key: collectionPath(key), fetch };
}

const json = "application/json";

async function sendLookup(
  transport: Transport,
  subject: LookupSubject,
  request: ClusterRequest,
): Promise<ClusterResponse> {
  try {
    return await transport.get(request);
  } catch (error) {
    throw lookupUnreachable(subject, error);
  }
}

function unusableConnection(fault: string): ClusterConnection {
  const fail = async (): Promise<never> => {
    throw lookupMisconfigured(fault);
  };
  return { lookup: () => ({ exists: fail, get: fail, list: fail }), close: () => undefined };
}
