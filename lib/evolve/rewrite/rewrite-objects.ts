import { type JsonObject, member } from "../../json/value.ts";
import { metadataOf } from "../../protocol/object-metadata.ts";
import type { ClusterClient } from "../cluster-client.ts";
import {
  type ClusterReply,
  isObjectNotFound,
  itemsOf,
  metadataPages,
  ReadError,
  replyText,
} from "../cluster-reader.ts";
import { type LiveDefinition, objectsPath, storageVersion } from "../live-definition.ts";
import { objectLabel } from "../named-versions.ts";
import { type RetryOptions, RewriteStop, withRetries } from "./retries.ts";
import { hasManagedFields, rewriteRequest, singleObjectListPath } from "./rewrite-request.ts";

/** Options for rewriting objects. */
export interface RewriteOptions {
  /** The release of kube-apiserver, as `/version` names it: `v1.36.3`. */
  readonly kubeApiServer: string;
  /** Resolves after a time, or as soon as the signal aborts. It never rejects. */
  readonly wait: RetryOptions["wait"];
  /** Requests at the same time. Default 5: in measurements, more were not faster. */
  readonly parallel?: number;
  /** The most objects that are started in a second. Default 50. */
  readonly perSecond?: number;
  /** Objects that an earlier run has finished. */
  readonly checkpoint?: RewriteCheckpoint;
  /** Called after each object, with the report so far. */
  readonly onProgress?: (report: RewriteReport) => void;
  /** Ends the run once the requests in progress are finished. */
  readonly signal?: AbortSignal;
}

/** The names of finished objects (`namespace/name`, or `name`). Any other object is rewritten again, which is harmless. */
export interface RewriteCheckpoint {
  readonly has: (object: string) => boolean;
  readonly add: (object: string) => void;
}

/** The result of a run: objects that need somebody's attention by name, all others as numbers. */
export interface RewriteReport {
  /** The number of objects that were listed. */
  readonly objects: number;
  /** Objects that the server stored again, because they were at another version or lacked a default. */
  readonly rewritten: number;
  /** Objects that the server did not write, because they were stored already as it would store them now. */
  readonly unchanged: number;
  /** Objects that were skipped because the checkpoint has them. */
  readonly skipped: number;
  /** Objects that others changed before each of two attempts. Such a write stores the object at the storage version. */
  readonly changedByOthers: number;
  /** Objects that were deleted during the run. */
  readonly gone: number;
  readonly refused: readonly RefusedRewrite[];
  /** Objects (`namespace/name`) that had managedFields before the rewrite, and none after it. */
  readonly wiped: readonly string[];
  /** Why the run ended before every object was tried; absent if each was tried. */
  readonly stopped?: string;
}

/** An object whose rewrite the server refuses, so that it stays stored as it is. */
export interface RefusedRewrite {
  /** `namespace/name`, or `name`. */
  readonly object: string;
  /** The status of the HTTP response. */
  readonly status: number;
  readonly message: string;
}

/** A report that is still being written. */
type OpenReport = {
  -readonly [Key in keyof RewriteReport]: RewriteReport[Key];
} & { readonly refused: RefusedRewrite[]; readonly wiped: string[] };

/** The result for one object: the counter to increase, or the response that refused it. */
type Outcome =
  | { readonly counts: "rewritten" | "unchanged" | "changedByOthers" | "gone" }
  | { readonly refusedBy: ClusterReply };

/** The state of one run. */
interface RewriteRun {
  readonly client: ClusterClient;
  readonly definition: LiveDefinition;
  readonly options: RewriteOptions;
  readonly retryOptions: RetryOptions;
  readonly report: OpenReport;
  /** Resolves when the next object may be started. */
  readonly turn: () => Promise<void>;
}

/**
 * Makes the server store every object at the storage version, page by page, by requests that change nothing and never
 * overwrite another client's change. Temporary failures are repeated. An object that the server refuses is reported, and the
 * run continues. If an object is invalid at the storage version, its request is sent at another served version.
 *
 * The user needs `list` and `patch` on the resource. Does not throw for a response of the server, but passes on exceptions of
 * `client` and of the checkpoint.
 */
export async function rewriteObjects(
  client: ClusterClient,
  definition: LiveDefinition,
  options: RewriteOptions,
): Promise<RewriteReport> {
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, ...(options.signal ? [options.signal] : [])]);
  const { wait, perSecond = 50, parallel = 5, onProgress } = options;
  const report: OpenReport = {
    objects: 0,
    rewritten: 0,
    unchanged: 0,
    skipped: 0,
    changedByOthers: 0,
    gone: 0,
    refused: [],
    wiped: [],
  };
  const retryOptions: RetryOptions = { wait, signal, rewritten: () => report.rewritten };
  let next = Promise.resolve();
  const turn = (): Promise<void> => {
    const mine = next;
    next = next.then(() => wait(1000 / perSecond, signal));
    return mine;
  };
  const run: RewriteRun = { client, definition, options, retryOptions, report, turn };
  /** Ends the run: no more requests are sent, and the report says why. Throws any fault that is not a stop or a ReadError. */
  const stopping = (fault: unknown): void => {
    stop.abort();
    if (!(fault instanceof RewriteStop || fault instanceof ReadError)) throw fault;
    report.stopped ??= fault.message;
  };
  const reader = {
    get: (path: string, accept?: string) =>
      withRetries(() => client.get(path, accept), retryOptions),
  };
  try {
    const path = objectsPath(definition, storageVersion(definition));
    for await (const page of metadataPages(reader, path)) {
      report.objects += page.length;
      const objects = page.values();
      const worker = async (): Promise<void> => {
        for (const object of objects) {
          await countObject(run, metadataOf(object));
          onProgress?.(report);
        }
      };
      await Promise.all(Array.from({ length: parallel }, () => worker().catch(stopping)));
    }
  } catch (fault) {
    stopping(fault);
  }
  return report;
}

/**
 * Verifies that every object is stored at the storage version, by a second pass of requests that change nothing. The server
 * writes only if the stored object differs from what it would store, so an unchanged resourceVersion proves that it is the
 * same. {@link provesRewritten} evaluates the report.
 */
export function verifyRewritten(
  client: ClusterClient,
  definition: LiveDefinition,
  { checkpoint: _, ...options }: RewriteOptions,
): Promise<RewriteReport> {
  return rewriteObjects(client, definition, options);
}

/** True if every object was tried, none was refused and none lost its managedFields. */
export function isComplete({ refused, wiped, stopped }: RewriteReport): boolean {
  return refused.length === 0 && wiped.length === 0 && stopped === undefined;
}

/** True for the report of a pass in which the server had to write no object. */
export function provesRewritten(report: RewriteReport): boolean {
  return isComplete(report) && report.rewritten === 0;
}

async function countObject(run: RewriteRun, metadata: JsonObject): Promise<void> {
  const { options, report } = run;
  const object = objectLabel(metadata);
  if (options.checkpoint?.has(object) === true) {
    report.skipped += 1;
    return;
  }
  await run.turn();
  const outcome = await rewriteObject(run, metadata);
  if ("refusedBy" in outcome) {
    const { status, body } = outcome.refusedBy;
    report.refused.push({ object, status, message: String(member(body, "message") ?? "") });
    return;
  }
  report[outcome.counts] += 1;
  options.checkpoint?.add(object);
}

/** Rewrites one object. If it seems to be changed or deleted since it was listed, reads it again and tries once more. */
async function rewriteObject(run: RewriteRun, listed: JsonObject): Promise<Outcome> {
  const first = await attemptRewrite(run, listed);
  if (!isChangedOrGone(first)) return outcomeOf(run, listed, first);
  const now = await readAgain(run, listed);
  if (now === undefined || now["uid"] !== listed["uid"]) return { counts: "gone" };
  // The object has not changed, so this is a denial: an admission webhook may deny with any status, 404 too.
  if (now["resourceVersion"] === listed["resourceVersion"]) return { refusedBy: first };
  const second = await attemptRewrite(run, now);
  // The object was changed again. That write stored it at the storage version.
  return isChangedOrGone(second) ? { counts: "changedByOthers" } : outcomeOf(run, now, second);
}

function isChangedOrGone(reply: ClusterReply): boolean {
  return reply.status === 409 || isObjectNotFound(reply);
}

/** The response at the storage version; if the object is invalid there, that at the first served version where it is valid. */
async function attemptRewrite(run: RewriteRun, metadata: JsonObject): Promise<ClusterReply> {
  const { client, definition, options, retryOptions } = run;
  const { kubeApiServer } = options;
  const send = (version: string): Promise<ClusterReply> => {
    const write = rewriteRequest(definition, metadata, { version, kubeApiServer });
    return withRetries(() => client.send(write), retryOptions);
  };
  const first = await send(storageVersion(definition));
  if (!isInvalid(first)) return first;
  for (const version of otherVersions(definition)) {
    const reply = await send(version);
    if (!isInvalid(reply)) return reply;
  }
  return first;
}

/** The served versions except the storage version. Those in storedVersions come first. */
function otherVersions(definition: LiveDefinition): readonly string[] {
  const { versions, storedVersions } = definition;
  const others = versions.filter(({ served, storage }) => served && !storage);
  const names = others.map(({ name }) => name);
  const isStored = (name: string): boolean => storedVersions.includes(name);
  return [...names.filter(isStored), ...names.filter((name) => !isStored(name))];
}

function outcomeOf({ report }: RewriteRun, before: JsonObject, reply: ClusterReply): Outcome {
  if (isForbidden(reply)) throw new RewriteStop(replyText(reply));
  if (reply.status !== 200) return { refusedBy: reply };
  const after = metadataOf(reply.body);
  if (hasManagedFields(before) && !hasManagedFields(after)) report.wiped.push(objectLabel(before));
  const isUnchanged = after["resourceVersion"] === before["resourceVersion"];
  return { counts: isUnchanged ? "unchanged" : "rewritten" };
}

async function readAgain(run: RewriteRun, metadata: JsonObject): Promise<JsonObject | undefined> {
  const { client, definition, retryOptions } = run;
  const path = singleObjectListPath(definition, storageVersion(definition), metadata);
  const reply = await withRetries(() => client.get(path), retryOptions);
  if (reply.status !== 200) throw new ReadError(path, reply);
  const [object] = itemsOf(reply.body);
  return object === undefined ? undefined : metadataOf(object);
}

/** True if validation refuses the object. False if admission denies it: another version must not bypass a denial. */
function isInvalid(reply: ClusterReply): boolean {
  return reply.status === 422 && !isDenied(reply);
}

/** True if the user is not authenticated or may not patch, for any object. */
function isForbidden(reply: ClusterReply): boolean {
  const { status } = reply;
  const isRefused = status === 403 && /cannot patch resource/.test(replyText(reply));
  return (status === 401 || isRefused) && !isDenied(reply);
}

/** True for a denial by an admission webhook or policy, which may have any status. */
function isDenied(reply: ClusterReply): boolean {
  return /denied (?:the )?request/.test(replyText(reply));
}
