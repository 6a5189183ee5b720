import { parse } from "../../../lib/json/parse.ts";
import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../../../lib/json/value.ts";
import { stringify } from "../../../lib/json/write.ts";
import { base64 } from "../../../lib/protocol/base64.ts";
import type { LawName } from "../../../lib/verify/laws/law.ts";
import { mapAt } from "./job-conversion.ts";
import type { WebhookReply } from "./webhook.ts";

/** The request of an AdmissionReview. */
type Request = JsonObject;
/** The decision of a webhook: to deny with a message, or to allow with the operations of a JSON Patch. */
type Decision = string | readonly JsonObject[];

/** An admission webhook of the tests: correct, or with one fault. */
export interface AdmissionWebhook {
  readonly name: string;
  readonly thread?: string;
  readonly step: "mutating" | "validating";
  /** The law that must find the fault; left out for a correct webhook. */
  readonly law?: LawName;
  readonly decide: (request: Request) => Decision;
  /** Changes the response. */
  readonly response?: (response: JsonObject, request: Request) => JsonObject;
}

/** Returns the response to a review, given as text. HTTP 400 for a request that is not a dry run, which `check` must not send. */
export function admit(text: string, { decide, response: change }: AdmissionWebhook): WebhookReply {
  const parsed = parse(text);
  if (!parsed.ok || !isObject(parsed.value)) return { status: 400, body: "not a review" };
  const { apiVersion = "", kind = "" } = parsed.value;
  const request = mapAt(parsed.value, "request");
  if (request["dryRun"] !== true) return { status: 400, body: "this would have side effects" };
  const decision = decide(request);
  const decided: JsonObject =
    typeof decision === "string"
      ? { allowed: false, status: { message: decision } }
      : { allowed: true, ...patchOf(decision) };
  const response = { uid: request["uid"] ?? "", ...decided };
  return {
    status: 200,
    body: stringify({ apiVersion, kind, response: change?.(response, request) ?? response }),
  };
}

function patchOf(operations: readonly JsonObject[]): JsonObject {
  if (operations.length === 0) return {};
  return { patchType: "JSONPatch", patch: base64(stringify([...operations])) };
}

function specOf(request: Request): JsonObject {
  return mapAt(request, "object", "spec");
}

function hasSpec(request: Request): boolean {
  return member(mapAt(request, "object"), "spec") !== undefined;
}

function isDeleted(request: Request): boolean {
  return mapAt(request, "object", "metadata")["deletionTimestamp"] !== undefined;
}

function setMode(value: JsonValue): Decision {
  return [{ op: "add", path: "/spec/mode", value }];
}

let calls = 0;

/** A text in the objects of a stand-in for a cluster, which must not be sent to admission webhooks. */
export const liveText = "live-secret";

/** Correct admission webhooks. */
export const rightWebhooks: readonly AdmissionWebhook[] = [
  {
    name: "sets a default",
    step: "mutating",
    decide: (request) =>
      hasSpec(request) && specOf(request)["mode"] === undefined ? setMode("Safe") : [],
  },
  {
    name: "denies a word of an enum",
    step: "validating",
    decide: (request) =>
      specOf(request)["mode"] === "Fast" && !isDeleted(request) ? "Fast is not safe" : [],
  },
  {
    name: "denies objects of a cluster, which must not be sent to it",
    step: "validating",
    decide: (request) => (stringify(request).includes(liveText) ? "it is of a cluster" : []),
  },
];

/** Admission webhooks with one fault each. */
export const faultyWebhooks: readonly AdmissionWebhook[] = [
  {
    name: "a validator refuses to let an object go",
    thread: "kedacore/keda#4397",
    step: "validating",
    law: "finalizer-removal",
    decide: (request) => (specOf(request)["mode"] === "Fast" ? "Fast is not safe" : []),
  },
  {
    name: "a patch changes nothing",
    thread: "open-policy-agent/gatekeeper#1026",
    step: "mutating",
    law: "patch-needed",
    decide: (request) => {
      const { mode } = specOf(request);
      return mode === undefined ? [] : [{ op: "replace", path: "/spec/mode", value: mode }];
    },
  },
  {
    name: "each call adds an item",
    step: "mutating",
    law: "idempotent",
    decide: (request) => {
      const { steps } = specOf(request);
      if (!isArray(steps)) return [];
      return [{ op: "add", path: "/spec/steps/-", value: { name: `added-${steps.length}` } }];
    },
  },
  {
    name: "a patch has a path in an absent map",
    step: "mutating",
    law: "patch-applies",
    decide: () => setMode("Safe"),
  },
  {
    name: "a default is not in the enum",
    step: "mutating",
    law: "patch-applies",
    decide: (request) =>
      hasSpec(request) && specOf(request)["mode"] === undefined ? setMode("safe") : [],
  },
  {
    name: "the decision depends on the call",
    step: "validating",
    law: "same-decision",
    decide: () => {
      calls += 1;
      return calls % 2 === 0 ? "not now" : [];
    },
  },
  {
    name: "the uid is missing",
    step: "validating",
    law: "admission-responds",
    decide: () => [],
    response: ({ uid: _, ...response }) => response,
  },
  {
    name: "a validator sends a patch",
    step: "validating",
    law: "admission-responds",
    decide: (request) => (hasSpec(request) ? setMode("Safe") : []),
  },
  {
    name: "a validator knows the names of one version alone",
    step: "validating",
    law: "same-in-versions",
    decide: (request) =>
      specOf(request)["containerImage"] !== undefined && !isDeleted(request) ? "no image" : [],
  },
  {
    name: "a validator has no response for a status",
    step: "validating",
    law: "admission-responds",
    decide: () => [],
    response: (response, request) => (request["subResource"] === "status" ? {} : response),
  },
];
