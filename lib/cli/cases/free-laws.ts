import { type ConversionCall, convertTo } from "../../api-server/convert-stored.ts";
import type { StatusError } from "../../api-server/failure.ts";
import { handleRequest, type ObjectRequest } from "../../api-server/handle-request.ts";
import type { ObjectOutcome } from "../../api-server/object-outcome.ts";
import type { AskWebhook, ServedKind } from "../../api-server/served-kind.ts";
import { equal } from "../../json/equal.ts";
import type { JsonObject } from "../../json/value.ts";
import { metadataOf } from "../../protocol/object-metadata.ts";
import { servedVersions } from "../server/served-object.ts";
import { deletionTime } from "./case-request.ts";

/** A test case with its request and the server's outcome. */
interface HandledCase {
  readonly kind: ServedKind;
  readonly request: ObjectRequest;
  readonly outcome: ObjectOutcome;
  readonly ask: AskWebhook;
}

/**
 * Tries every case for four laws for which nothing needs to be written in the tests. Returns a text for each law that
 * fails.
 */
export async function lawFaults(handled: HandledCase): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const law of [idempotent, dryRunEqual, finalizerGoes, sameInEachVersion]) {
    faults.push(...(await law(handled)));
  }
  return faults;
}

/** A second mutate changes nothing: the server may call the webhook again after another one. */
async function idempotent({
  kind,
  request,
  outcome,
  ask,
}: HandledCase): Promise<readonly string[]> {
  if (outcome.mutation === undefined) return [];
  const again = { ...request, object: outcome.mutation.after, fieldValidation: "ignore" } as const;
  const { mutation } = await handleRequest(kind, again, ask);
  if (mutation === undefined) return [];
  const paths = mutation.patch.map(({ op, path }) => `${op} ${path}`).join(", ");
  return [
    `a second mutate changes the object again: ${paths}. Let mutate return what it already changed as it is`,
  ];
}

/** A dry run gives the same decision and the same object. */
async function dryRunEqual({
  kind,
  request,
  outcome,
  ask,
}: HandledCase): Promise<readonly string[]> {
  const other = await handleRequest(kind, { ...request, dryRun: !request.dryRun }, ask);
  const isSame =
    other.failure?.message === outcome.failure?.message &&
    equal([...other.warnings], [...outcome.warnings]) &&
    equal(other.stored, outcome.stored);
  if (isSame || isCrash(outcome.failure)) return [];
  return [
    `a dry run has another result: ${decisionOf(outcome)} becomes ${decisionOf(other)}. A decision must not depend on dryRun`,
  ];
}

/** True for the failure of a crashed handler, whose message names the review. */
function isCrash(failure: StatusError | undefined): boolean {
  return failure?.code === 500;
}

/** Removing the last finalizer of an object that is being deleted is allowed: else it, and its namespace, would stay. */
export async function finalizerGoes({
  kind,
  request,
  outcome,
  ask,
}: HandledCase): Promise<readonly string[]> {
  const object = objectToFinalize(request, outcome);
  if (object === undefined) return [];
  const deletion = { deletionTimestamp: deletionTime, deletionGracePeriodSeconds: 0 };
  const finalizers = ["customhouse.example.com/law"];
  const removal = {
    ...request,
    object: withMetadata(object, deletion),
    old: withMetadata(object, { ...deletion, finalizers }),
    fieldValidation: "ignore",
    subresource: undefined,
  } as const;
  const { failure } = await handleRequest(kind, removal, ask);
  if (!isByWebhook(failure)) return [];
  return [
    `removing the last finalizer while the object is being deleted is denied: ${failure?.message}. Allow updates of objects with a deletionTimestamp`,
  ];
}

/** The whole object after a request. One for /status writes only a part, so it is what was stored. */
function objectToFinalize(
  { version, subresource }: ObjectRequest,
  { mutation, decoded, versions }: ObjectOutcome,
): JsonObject | undefined {
  if (subresource === undefined) return mutation?.after ?? decoded;
  const stored = versions.get(version);
  return stored?.ok === true ? stored.value : undefined;
}

function withMetadata(object: JsonObject, more: JsonObject): JsonObject {
  const { finalizers: _, ...metadata } = metadataOf(object);
  return { ...object, metadata: { ...metadata, ...more } };
}

/** The webhooks decide the same in each served version whose schema accepts the object. */
async function sameInEachVersion(handled: HandledCase): Promise<readonly string[]> {
  const { kind, request, outcome, ask } = handled;
  const { decoded, failure } = outcome;
  if (decoded === undefined || (failure !== undefined && !isByWebhook(failure))) return [];
  const call: ConversionCall = { kind, ask, uid: () => "00000000-0000-4000-8000-00000000000c" };
  const faults: string[] = [];
  for (const version of otherVersions(kind, request)) {
    const converted = await convertTo(call, decoded, version);
    if (!converted.ok) continue;
    const there = {
      ...request,
      version,
      object: converted.value,
      fieldValidation: "ignore",
    } as const;
    const other = await handleRequest(kind, there, ask);
    const isDecided = other.failure === undefined || isByWebhook(other.failure);
    if (!isDecided || (other.failure === undefined) === (failure === undefined)) continue;
    faults.push(
      `${version} decides otherwise: ${decisionOf(outcome)} at ${request.version}, ${decisionOf(other)} at ${version}. Rules must decide by what every version has`,
    );
  }
  return faults;
}

/** The other versions in which the same request can be sent. */
function otherVersions(
  kind: ServedKind,
  { version, subresource }: ObjectRequest,
): readonly string[] {
  const { versions } = kind.resource;
  const others = servedVersions(kind).filter((each) => each !== version);
  if (subresource === undefined) return others;
  return others.filter((each) => versions.get(each)?.subresources[subresource] !== undefined);
}

function isByWebhook(failure: StatusError | undefined): boolean {
  return failure?.step === "mutating" || failure?.step === "validating";
}

function decisionOf({ failure }: ObjectOutcome): string {
  return failure === undefined ? "allowed" : `denied (${failure.message})`;
}
