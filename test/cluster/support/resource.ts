import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../../../lib/json/value.ts";
import type { Call, Client, Query } from "./client.ts";

/** A resource of the API server in one version, and in one namespace unless it is cluster-scoped. */
export interface Resource {
  create(object: JsonObject, query?: WriteQuery): Promise<JsonObject>;
  get(name: string, query?: Query): Promise<JsonObject>;
  /** The items alone; {@link listing} gives the whole list. */
  list(query?: Query): Promise<JsonObject[]>;
  listing(query?: Query): Promise<JsonObject>;
  /** Opens a watch; it begins with the objects there are unless `query` says otherwise. */
  watch(query?: Query): Promise<Watch>;
  update(object: JsonObject, query?: WriteQuery): Promise<JsonObject>;
  patch(name: string, type: PatchType, patch: JsonValue, query?: WriteQuery): Promise<JsonObject>;
  /** Server-side apply. */
  apply(object: JsonObject, query: ApplyQuery): Promise<JsonObject>;
  delete(name: string, query?: WriteQuery): Promise<JsonObject>;
  /** The same verbs on `status` or `scale` of an object. */
  sub(name: "status" | "scale"): Resource;
}

export type PatchType = "json" | "merge" | "strategic" | "apply";

export interface WriteQuery {
  readonly dryRun?: "All";
  readonly fieldManager?: string;
  readonly fieldValidation?: "Strict" | "Warn" | "Ignore";
}

export interface ApplyQuery extends WriteQuery {
  readonly fieldManager: string;
  readonly force?: boolean;
}

/** A watch that is open. */
export interface Watch {
  /** The next event that fits. */
  next(fits?: (event: JsonObject) => boolean): Promise<JsonObject>;
  close(): void;
}

export interface ResourceName {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  /** Left out for a cluster-scoped resource. */
  readonly namespace?: string;
}

const contentTypes: Readonly<Record<PatchType, string>> = {
  json: "application/json-patch+json",
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
  apply: "application/apply-patch+yaml",
};

/** The verbs of a resource. Each throws an `ApiError` where the API server says no. */
export function openResource(client: Client, name: ResourceName): Resource {
  const space = name.namespace === undefined ? "" : `/namespaces/${name.namespace}`;
  const prefix = name.group === "" ? "/api" : `/apis/${name.group}`;
  return verbs(client, `${prefix}/${name.version}${space}/${name.plural}`, "");
}

function verbs(client: Client, base: string, suffix: string): Resource {
  const path = (name: string): string => `${base}/${encodeURIComponent(name)}${suffix}`;
  const patch = (name: string, type: PatchType, body: JsonValue, query?: WriteQuery) =>
    client.ask(call("PATCH", path(name), { query, body, contentType: contentTypes[type] }));
  const listing = (query?: Query) => client.ask(call("GET", base, { query }));
  return {
    create: (body, query) => client.ask(call("POST", base, { query, body })),
    get: (name, query) => client.ask(call("GET", path(name), { query })),
    list: async (query) => itemsOf(await listing(query)),
    listing,
    watch: (query) => openWatch(client, base, query),
    update: (body, query) => client.ask(call("PUT", path(nameOf(body)), { query, body })),
    patch,
    apply: (object, query) => patch(nameOf(object), "apply", object, query),
    delete: (name, query) => client.ask(call("DELETE", path(name), { query })),
    sub: (name) => verbs(client, base, `/${name}`),
  };
}

interface CallParts {
  readonly query?: object | undefined;
  readonly body?: JsonValue;
  readonly contentType?: string;
}

function call(method: Call["method"], path: string, parts: CallParts): Call {
  return { method, path, ...parts, query: { ...parts.query } };
}

async function openWatch(client: Client, path: string, query: Query = {}): Promise<Watch> {
  const abort = new AbortController();
  const events = await client.stream(
    { method: "GET", path, query: { ...query, watch: true } },
    abort.signal,
  );
  const iterator = events[Symbol.asyncIterator]();
  const next = async (fits: (event: JsonObject) => boolean = () => true): Promise<JsonObject> => {
    for (;;) {
      const { done, value } = await iterator.next();
      if (done === true) throw new Error("the watch ended");
      if (fits(value)) return value;
    }
  };
  return { next, close: () => abort.abort() };
}

/** metadata.name of an object. */
export function nameOf(object: JsonObject): string {
  const metadata = member(object, "metadata");
  const name = metadata !== undefined && isObject(metadata) ? member(metadata, "name") : undefined;
  return typeof name === "string" ? name : "";
}

function itemsOf(list: JsonObject): JsonObject[] {
  const items = member(list, "items");
  return isArray(items) ? items.filter(isObject) : [];
}
