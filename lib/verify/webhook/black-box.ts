import type { ConversionFault } from "../../converter/converter.ts";
import type { CrdFacts } from "../../crd/crd-facts.ts";
import { mapAt } from "../../json/members.ts";
import type { JsonObject } from "../../json/value.ts";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import { metadataOf } from "../../protocol/object-metadata.ts";
import type { ReviewVersion } from "../../protocol/review.ts";
import { generatedAnnotation } from "../samples/metadata.ts";
import { runRules } from "../schema-rules.ts";
import { type ConversionOutcome, type Subject, subjectVersions } from "../subject.ts";
import type { AdmissionRegistration } from "./admission/registration.ts";
import { exchangeReview } from "./exchange.ts";
import type { ReportedFaults } from "./reported-faults.ts";
import type { ReviewPort } from "./review-port.ts";
import { UnreportedWebhookFault, WebhookFault } from "./webhook-fault.ts";

/** A webhook of any implementation, and the kind that it converts or admits. */
export interface CheckedWebhook {
  readonly crd: CrdFacts;
  readonly webhook: ReviewPort;
  /** The versions of ConversionReview that the CRD lists. Reviews are sent in the first one, as kube-apiserver does. */
  readonly reviewVersions: readonly [ReviewVersion, ...ReviewVersion[]];
  /** For an admission webhook: the conversion webhook of its kind; left out if it is not known. */
  readonly conversion?: ReviewPort;
  /** Objects of the kind that generated objects are derived from. */
  readonly samples: readonly JsonObject[];
  /** True if malformed bodies that may harm the webhook, and reviews of more than 1 MB, may be sent. Default: false. */
  readonly sendsHostile?: boolean;
}

/**
 * A conversion webhook as the subject of laws: each conversion sends it a review. A fault of a response that no law has reported
 * yet becomes a {@link UnreportedWebhookFault}.
 */
export function blackBoxSubject(checked: CheckedWebhook, faults: ReportedFaults): Subject {
  const { group } = checked.crd;
  return subjectWith(checked, (object, version) => {
    const outcome = convertOne(checked, object, `${group}/${version}`);
    if (outcome.type !== "crashed" || !(outcome.error instanceof WebhookFault)) return outcome;
    const { error } = outcome;
    return faults.isNew(error.part)
      ? { type: "crashed", error: new UnreportedWebhookFault(object, error) }
      : outcome;
  });
}

/**
 * An admission webhook as the subject of laws. The conversion webhook converts objects; if it is not known, each conversion is
 * refused.
 */
export function admissionSubject(
  checked: CheckedWebhook,
  admission: AdmissionRegistration,
): Subject {
  const { conversion } = checked;
  const { group } = checked.crd;
  const subject = subjectWith(checked, (object, version) =>
    conversion === undefined
      ? { type: "refused", fault: noConversion }
      : convertOne({ ...checked, webhook: conversion }, object, `${group}/${version}`),
  );
  const { blackBox } = subject;
  if (blackBox === undefined) return subject;
  return {
    ...subject,
    blackBox: { ...blackBox, admission, ...(conversion !== undefined && { conversion }) },
  };
}

const noConversion = webhookFault("an admission webhook converts nothing");

function webhookFault(message: string): ConversionFault {
  return { code: "WebhookFailed", path: "", message };
}

function subjectWith(
  { crd, webhook, samples, reviewVersions, sendsHostile = false }: CheckedWebhook,
  convert: Subject["convert"],
): Subject {
  const { group, kind } = crd;
  const subjectKind = {
    group,
    kind,
    crd,
    versions: crd.versions.map(({ name }) => name),
    lenses: [],
    edges: [],
    samples,
  };
  const written = new Set([generatedAnnotation, ...samples.flatMap(annotationsIn)]);
  const [reviewVersion] = reviewVersions;
  return {
    kind: subjectKind,
    versions: subjectVersions(subjectKind),
    evaluateRules: runRules,
    steps: () => [],
    convert,
    blackBox: {
      webhook,
      reviewVersion,
      reviewVersions,
      isPreserved: (annotation) => !written.has(annotation),
      isKnownLoss: () => false,
      sendsHostile,
    },
  };
}

function convertOne(
  { webhook, reviewVersions: [reviewVersion] }: CheckedWebhook,
  object: ReviewObject,
  to: string,
): ConversionOutcome {
  const exchange = exchangeReview(webhook, { objects: [object], to, reviewVersion });
  if (exchange.type === "refused") {
    return { type: "refused", fault: webhookFault(exchange.message) };
  }
  if (exchange.type === "crashed") return { type: "crashed", error: exchange.fault };
  const [converted] = exchange.accepted;
  return converted === undefined
    ? { type: "crashed", error: new Error("the webhook returned no object") }
    : { type: "converted", object: converted };
}

function annotationsIn(object: JsonObject): readonly string[] {
  return Object.keys(mapAt(metadataOf(object), "annotations"));
}
