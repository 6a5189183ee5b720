import { type ConversionCall, convertTo } from "../../api-server/convert-stored.ts";
import type { StatusError } from "../../api-server/failure.ts";
import { handleRequest, type ObjectRequest } from "../../api-server/handle-request.ts";
import type { ObjectOutcome } from "../../api-server/object-outcome.ts";
import type { SendToWebhook, ServedKind } from "../../api-server/served-kind.ts";
import { equal } from "../../json/equal.ts";
import type { JsonObject } from "../../json/value.ts";
import { metadataOf } from "../../protocol/object-metadata.ts";
import { servedVersions } from "../server/served-object.ts";
import { deletionTime } from "./case-request.ts";

/** The request of a test case, its outcome, and the webhook that was called. */
interface HandledCase {
  readonly kind: ServedKind;
  readonly request: ObjectRequest;
  readonly outcome: ObjectOutcome;
  readonly sendReview: SendToWebhook;
}

/**
 * Tries four laws on a case, for which its author writes no expected results. Returns a text for each failure.
 */
export async function lawFaults(handled: HandledCase): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const law of [idempotentMutation, dryRunEqual, allowsFinalizerRemoval, sameInEachVersion]) {
    faults.push(...(await law(handled)));
  }
  return faults;
}

/** Law: a second mutate changes nothing. The API server may call the webhook again after another webhook changed the object. */
async function idempotentMutation({
  kind,
  request,
  outcome,
  sendReview,
}: HandledCase): Promise<readonly string[]> {
  if (outcome.mutation === undefined) return [];
  const again = { ...request, object: outcome.mutation.after, fieldValidation: "ignore" } as const;
  const { mutation } = await handleRequest(kind, again, sendReview);
  if (mutation === undefined) return [];
  const paths = mutation.patch.map(({ op, path }) => `${op} ${path}`).join(", ");
  return [
    `a second mutate changes the object again: ${paths}. mutate must leave an object unchanged that it has changed before`,
  ];
}

/** Law: with and without dryRun, a request has the same decision, warnings and stored object. */
async function dryRunEqual({
  kind,
  request,
  outcome,
  sendReview,
}: HandledCase): Promise<readonly string[]> {
  const other = await handleRequest(kind, { ...request, dryRun: !request.dryRun }, sendReview);
  const isSame =
    other.failure?.message === outcome.failure?.message &&
    equal([...other.warnings], [...outcome.warnings]) &&
    equal(other.stored, outcome.stored);
  if (isSame || isCrash(outcome.failure)) return [];
  const [decision, expected] = [decisionOf(other), decisionOf(outcome)];
  const what =
    decision === expected
      ? "the warnings or the stored object differ"
      : `the decision is ${decision} instead of ${expected}`;
  return [`with dryRun: ${!request.dryRun} ${what}. A result must not depend on dryRun`];
}

/** True for the failure of a handler that threw. Its message has the review's uid, so it differs for each request. */
function isCrash(failure: StatusError | undefined): boolean {
  return failure?.code === 500;
}

/**
 * Law: removing the last finalizer of an object that is being deleted is allowed. Else the object, and its namespace, could not
 * be deleted.
 */
export async function allowsFinalizerRemoval({
  kind,
  request,
  outcome,
  sendReview,
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
  const { failure } = await handleRequest(kind, removal, sendReview);
  if (!isByWebhook(failure)) return [];
  return [
    `removing the last finalizer while the object is being deleted is denied: ${failure?.message}. Allow updates of objects with a deletionTimestamp`,
  ];
}

/** The whole object after a request. For /status, which writes only a part of the object, this is the stored object. */
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

/** Law: the webhooks make the same decision in each served version whose schema accepts the object. */
async function sameInEachVersion(handled: HandledCase): Promise<readonly string[]> {
  const { kind, request, outcome, sendReview } = handled;
  const { decoded, failure } = outcome;
  if (decoded === undefined || (failure !== undefined && !isByWebhook(failure))) return [];
  const call: ConversionCall = {
    kind,
    sendReview,
    uid: () => "00000000-0000-4000-8000-00000000000c",
  };
  const faults: string[] = [];
  for (const version of otherVersions(kind, request)) {
    const converted = await convertTo(call, decoded, version);
    if (!converted.ok) continue;
    const counterpartRequest = {
      ...request,
      version,
      object: converted.value,
      fieldValidation: "ignore",
    } as const;
    const other = await handleRequest(kind, counterpartRequest, sendReview);
    const isDecided = other.failure === undefined || isByWebhook(other.failure);
    if (!isDecided || (other.failure === undefined) === (failure === undefined)) continue;
    faults.push(
      `the decision differs between versions: ${decisionOf(outcome)} at ${request.version}, ${decisionOf(other)} at ${version}. Rules must use only values that every version has`,
    );
  }
  return faults;
}

/** The other served versions in which the same request can be sent: for a subresource, only those that have it. */
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
