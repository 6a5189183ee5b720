import type { PatchOperation } from "../../../admission/patch/diff.ts";
import { readPatch } from "../../../admission/patch/read-patch.ts";
import { mapAt } from "../../../json/members.ts";
import { ok } from "../../../json/result.ts";
import { type JsonObject, member } from "../../../json/value.ts";
import { stringify } from "../../../json/write.ts";
import type { ReviewObject } from "../../../protocol/conversion-review.ts";
import { admissionGate } from "../../../protocol/gate/admission.ts";
import { metadataOf } from "../../../protocol/object-metadata.ts";
import { admissionRequest } from "../../../protocol/webhook-client/admission-request.ts";
import { reviewIn } from "../../../protocol/webhook-client/http-response.ts";
import type { Direction } from "../../subject.ts";
import { oneLine } from "../one-line.ts";
import type { ReviewPort } from "../review-port.ts";
import type { AdmissionRegistration } from "./registration.ts";

/** An admission webhook to send reviews to, and its registration. */
export interface AdmissionPort {
  readonly webhook: ReviewPort;
  readonly registration: AdmissionRegistration;
  /** True if the kind's conversion webhook is known, so that the laws can convert objects to other versions. */
  readonly convertsVersions: boolean;
}

/** The object of a write request, and for an update the stored object. */
export interface WriteRequest {
  readonly object: ReviewObject;
  readonly oldObject?: ReviewObject;
  /** Left out if the write is not to a subresource. */
  readonly subresource?: "status";
}

/** The result of an admission review. `crashed`: no response came, or kube-apiserver would not accept it. */
export type AdmissionExchange =
  | {
      readonly type: "decided";
      readonly review: JsonObject;
      readonly allowed: boolean;
      /** The message of a denial; empty for an allowed request. */
      readonly message: string;
      /** The operations of the response's patch; undefined if it has none. */
      readonly patch: readonly PatchOperation[] | undefined;
    }
  | { readonly type: "crashed"; readonly review: JsonObject; readonly message: string };

/** The admission webhook of a direction's subject; undefined if the subject is not an admission webhook. */
export function admissionPort({ subject }: Direction): AdmissionPort | undefined {
  const { webhook, admission, conversion } = subject.blackBox ?? {};
  return webhook === undefined || admission === undefined
    ? undefined
    : { webhook, registration: admission, convertsVersions: conversion !== undefined };
}

/** Sends an admission review of a write, always as a dry run, and reads the response as kube-apiserver does. */
export function exchangeAdmission(
  { webhook, registration }: AdmissionPort,
  { subject, from }: Direction,
  { object, oldObject, subresource }: WriteRequest,
): AdmissionExchange {
  const { name, namespace } = metadataOf(object);
  const review = admissionRequest(
    {
      group: subject.kind.group,
      version: from.name,
      kind: subject.kind.kind,
      resource: registration.resource,
      subresource,
      name: String(name ?? ""),
      namespace: String(namespace ?? ""),
      operation: oldObject === undefined ? "CREATE" : "UPDATE",
      userInfo: { username: "customhouse", groups: ["system:authenticated"] },
      object,
      ...(oldObject !== undefined && { oldObject }),
      dryRun: true,
    },
    "v1",
    uid,
  );
  const received = webhook.send(stringify(review));
  const crashedAdmission = (message: string): AdmissionExchange => ({
    type: "crashed",
    review,
    message: oneLine(message),
  });
  if (received.type === "lost") return crashedAdmission(received.reason);
  const head = { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", uid } as const;
  const returned = reviewIn(received.response, head);
  if (!returned.ok)
    return crashedAdmission(`HTTP ${received.response.status ?? 200}: ${returned.error}`);
  const fault = admissionGate(head, registration.step === "mutating", returned.value);
  if (fault !== undefined) return crashedAdmission(fault);
  const response = mapAt(returned.value, "response");
  const text = member(response, "patch");
  const patch = typeof text === "string" ? readPatch(text) : ok(undefined);
  if (!patch.ok) return crashedAdmission(patch.error);
  const status = mapAt(response, "status");
  return {
    type: "decided",
    review,
    allowed: member(response, "allowed") === true,
    message: oneLine(String(member(status, "message") ?? member(status, "reason") ?? "")),
    patch: patch.value,
  };
}

const uid = "705ab4f5-6393-11e8-b7cc-42010a800003";
