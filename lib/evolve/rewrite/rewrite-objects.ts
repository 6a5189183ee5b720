import { type JsonObject, member } from "../../json/value.ts";
import { metadataOf } from "../../protocol/object-metadata.ts";
import type { ClusterClient } from "../cluster-client.ts";
import { type ClusterReply, itemsOf, metadataPages, ReadFailure } from "../cluster-reader.ts";
import { type LiveDefinition, objectsPath, storageVersion } from "../live-definition.ts";
import { objectLabel } from "../named-versions.ts";
import { type Patience, patiently, RewriteStop, replyText } from "./patience.ts";
import { hasManagedFields, rewriteRequest, singleObjectListPath } from "./rewrite-request.ts";

/** How objects are rewritten. */
export interface RewriteOptions {
  /** The release of kube-apiserver, as `/version` names it: `v1.36.3`. */
  readonly kubeApiServer: string;
  /** Resolves after a time, or as soon as the signal aborts. It never rejects. */
  readonly wait: Patience["wait"];
  /** Requests at the same time: more than five gained nothing where it was measured. */
  readonly parallel?: number;
  /** Objects that are begun in a second, at most. */
  readonly perSecond?: number;
  /** Objects that an earlier run was through with. */
  readonly checkpoint?: RewriteCheckpoint;
  /** Called after each object. */
  readonly onProgress?: (report: RewriteReport) => void;
  /** Ends the run behind the requests that are under way. */
  readonly signal?: AbortSignal;
}

/** The names of objects (`namespace/name`, or `name`) that are through. What it lacks is only done again. */
export interface RewriteCheckpoint {
  readonly has: (object: string) => boolean;
  readonly add: (object: string) => void;
}

/** What became of the objects, as numbers unless it needs somebody. */
export interface RewriteReport {
  /** Objects that were listed. */
  readonly objects: number;
  /** Stored anew: the server had them in another version, or sets a default. */
  readonly rewritten: number;
  /** Nothing was written, as the server has just what it would store now. */
  readonly unchanged: number;
  /** Of the checkpoint. */
  readonly skipped: number;
  /** Written by others again and again meanwhile, and so stored at the storage version. */
  readonly changedByOthers: number;
  /** Deleted meanwhile. */
  readonly gone: number;
  readonly refused: readonly RefusedRewrite[];
  /** Objects (`namespace/name`) that had managedFields before the rewrite, and none after it. */
  readonly wiped: readonly string[];
  /** Why not every object was tried; absent where each was. */
  readonly stopped?: string;
}

/** An object that the server refuses to store anew, by which it stays at its version. */
export interface RefusedRewrite {
  /** `namespace/name`, or `name`. */
  readonly object: string;
  /** Of the HTTP response. */
  readonly status: number;
  readonly message: string;
}

/** A report while the run goes on. */
type OpenReport = {
  -readonly [Key in keyof RewriteReport]: RewriteReport[Key];
} & { readonly refused: RefusedRewrite[]; readonly wiped: string[] };

/** What one object counts as. */
type Outcome =
  | { readonly counts: "rewritten" | "unchanged" | "changedByOthers" | "gone" }
  | { readonly refusedBy: ClusterReply };

/** One run. */
interface Rewriting {
  readonly client: ClusterClient;
  readonly definition: LiveDefinition;
  readonly options: RewriteOptions;
  readonly patience: Patience;
  readonly report: OpenReport;
  /** Resolves when the next object may begin. */
  readonly turn: () => Promise<void>;
}

/**
 * Has the server store every object anew at the storage version, page by page, by requests that change nothing and never
 * win over another writer. A fault that passes is waited for; what the server refuses is reported, and the others go on.
 * An object that is invalid at the storage version is written by another served one.
 *
 * A user needs `list` and `patch` on the resource. Errors: none for what the server responds; those of `client` and of the
 * checkpoint.
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
  const patience: Patience = { wait, signal, rewritten: () => report.rewritten };
  let next = Promise.resolve();
  const turn = (): Promise<void> => {
    const mine = next;
    next = next.then(() => wait(1000 / perSecond, signal));
    return mine;
  };
  const run: Rewriting = { client, definition, options, patience, report, turn };
  /** Records why the run ends, and ends what is under way. */
  const stopping = (fault: unknown): void => {
    stop.abort();
    if (!(fault instanceof RewriteStop || fault instanceof ReadFailure)) throw fault;
    report.stopped ??= fault.message;
  };
  const reader = {
    get: (path: string, accept?: string) => patiently(() => client.get(path, accept), patience),
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
 * Proves that every object is stored at the storage version: a second pass of requests that change nothing. The server
 * compares what it would store with what it has, so that an unchanged resourceVersion means that both are the same. Whatever
 * says that objects were migrated, this says whether they are: {@link provesRewritten}.
 */
export function verifyRewritten(
  client: ClusterClient,
  definition: LiveDefinition,
  { checkpoint: _, ...options }: RewriteOptions,
): Promise<RewriteReport> {
  return rewriteObjects(client, definition, options);
}

/** True where every object was tried, and none is left at its version or lost its managedFields. */
export function isComplete({ refused, wiped, stopped }: RewriteReport): boolean {
  return refused.length === 0 && wiped.length === 0 && stopped === undefined;
}

/** True for the report of a pass that found every object stored as it would be stored now. */
export function provesRewritten(report: RewriteReport): boolean {
  return isComplete(report) && report.rewritten === 0;
}

async function countObject(run: Rewriting, metadata: JsonObject): Promise<void> {
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

/** Rewrites one object; one that changed since it was listed is read again and tried once more. */
async function rewriteObject(run: Rewriting, listed: JsonObject): Promise<Outcome> {
  const first = await attempt(run, listed);
  if (first.status !== 409) return outcomeOf(run, listed, first);
  const now = await readAgain(run, listed);
  if (now === undefined || now["uid"] !== listed["uid"]) return { counts: "gone" };
  // A conflict without a change is a denial: an admission webhook may deny with any status.
  if (now["resourceVersion"] === listed["resourceVersion"]) return { refusedBy: first };
  const second = await attempt(run, now);
  // Whoever changed it twice since the list wrote it at the storage version.
  return second.status === 409 ? { counts: "changedByOthers" } : outcomeOf(run, now, second);
}

/** The response at the storage version; where the object is invalid there, that of the first version that accepts it. */
async function attempt(run: Rewriting, metadata: JsonObject): Promise<ClusterReply> {
  const { client, definition, options, patience } = run;
  const { kubeApiServer } = options;
  const send = (version: string): Promise<ClusterReply> => {
    const write = rewriteRequest(definition, metadata, { version, kubeApiServer });
    return patiently(() => client.send(write), patience);
  };
  const first = await send(storageVersion(definition));
  if (!isInvalid(first)) return first;
  for (const version of otherVersions(definition)) {
    const reply = await send(version);
    if (!isInvalid(reply)) return reply;
  }
  return first;
}

/** The served versions but the storage version, the ones that objects may be stored at first. */
function otherVersions(definition: LiveDefinition): readonly string[] {
  const { versions, storedVersions } = definition;
  const others = versions.filter(({ served, storage }) => served && !storage);
  const names = others.map(({ name }) => name);
  const isStored = (name: string): boolean => storedVersions.includes(name);
  return [...names.filter(isStored), ...names.filter((name) => !isStored(name))];
}

function outcomeOf({ report }: Rewriting, before: JsonObject, reply: ClusterReply): Outcome {
  if (reply.status === 404) return { counts: "gone" };
  if (isForbidden(reply)) throw new RewriteStop(replyText(reply));
  if (reply.status !== 200) return { refusedBy: reply };
  const after = metadataOf(reply.body);
  if (hasManagedFields(before) && !hasManagedFields(after)) report.wiped.push(objectLabel(before));
  const isUnchanged = after["resourceVersion"] === before["resourceVersion"];
  return { counts: isUnchanged ? "unchanged" : "rewritten" };
}

async function readAgain(run: Rewriting, metadata: JsonObject): Promise<JsonObject | undefined> {
  const { client, definition, patience } = run;
  const path = singleObjectListPath(definition, storageVersion(definition), metadata);
  const reply = await patiently(() => client.get(path), patience);
  if (reply.status !== 200) throw new ReadFailure(path, reply);
  const [object] = itemsOf(reply.body);
  return object === undefined ? undefined : metadataOf(object);
}

/** True where validation refuses the object, and not admission, whose denial another version must not go round. */
function isInvalid(reply: ClusterReply): boolean {
  return reply.status === 422 && !/denied (?:the )?request/.test(replyText(reply));
}

/** True where the user may not write: no other object would fare better. A denial by admission has another text. */
function isForbidden(reply: ClusterReply): boolean {
  const { status } = reply;
  return status === 401 || (status === 403 && /cannot patch resource/.test(replyText(reply)));
}
