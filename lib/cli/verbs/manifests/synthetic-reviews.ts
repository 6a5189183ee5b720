import { convertObject } from "../../../conversion/convert-object.ts";
import type { ConversionRegistry } from "../../../conversion/registry.ts";
import { Allowance } from "../../../converter/allowance.ts";
import { preparedValidators } from "../../../crd/validator/object-validator.ts";
import { isObject, type JsonObject, member } from "../../../json/value.ts";
import type { Kind } from "../../../kind/kind.ts";
import { isReviewObject } from "../../../protocol/conversion-review.ts";
import {
  type ConversionSetting,
  conversionRequest,
} from "../../../protocol/webhook-client/conversion-request.ts";
import { convertByWebhook } from "../../../protocol/webhook-client/convert-by-webhook.ts";
import type { WebhookResponse } from "../../../protocol/webhook-client/http-response.ts";
import type { Verb } from "../../../request/routes.ts";
import { UsageError } from "../../command.ts";
import { isConverted, mutatedResources, validatedResources } from "../../kinds/registered-kind.ts";
import { admissionFault } from "./admission-answer.ts";
import type { Part } from "./registration-objects.ts";

/** A review to send, as kube-apiserver would, and how to judge what comes. */
export interface SyntheticReview {
  /** What it asks: `Pizza.example.com v1 to v2, sample margherita`. */
  readonly title: string;
  readonly verb: Verb;
  readonly review: JsonObject;
  /** What kube-apiserver would say against an answer; undefined where it takes it. */
  readonly faultOf: (response: WebhookResponse) => string | undefined;
}

/** What all reviews have in common. */
export interface ReviewSource {
  readonly registry: ConversionRegistry;
  readonly reviewVersions: readonly string[];
  /** A fresh uid. */
  readonly uid: () => string;
}

/** An object to ask about, at each version. */
interface Specimen {
  readonly name: string;
  readonly at: (version: string) => JsonObject;
}

/**
 * A ConversionReview for every pair of versions of every kind, an AdmissionReview for every version that has a webhook:
 * each of the kind's samples, and of an object with nothing but its metadata, which server-side apply sends too. Only of
 * what is registered.
 */
export function syntheticReviews(
  kinds: readonly Kind[],
  source: ReviewSource,
  parts: readonly Part[],
): readonly SyntheticReview[] {
  return kinds.flatMap((kind) => {
    const specimens = specimensOf(kind, source);
    return [
      ...(parts.includes("crd") ? conversionReviews(kind, specimens, source) : []),
      ...(parts.includes("webhooks") ? admissionReviews(kind, specimens, source) : []),
    ];
  });
}

function specimensOf(kind: Kind, { registry }: ReviewSource): readonly Specimen[] {
  const { group, scope } = kind.crd;
  const namespace = scope === "Cluster" ? {} : { namespace: "default" };
  const samples = kind.samples.filter(isReviewObject).map((sample) => {
    const metadata = member(sample, "metadata");
    const whole = { ...sample, metadata: { ...namespace, ...(isObject(metadata) && metadata) } };
    return {
      name: `sample ${String(member(whole.metadata, "name") ?? "without a name")}`,
      at: (version: string) => {
        const made = convertObject(
          registry,
          whole,
          { group, version },
          new Allowance({ validators: preparedValidators }),
        );
        if (made.ok) return made.value;
        const { path, message } = made.error;
        throw new UsageError(
          `a sample of ${kind.kind}.${group} has no ${version}: ${path}: ${message}`,
        );
      },
    };
  });
  const bare = (version: string): JsonObject => ({
    apiVersion: `${group}/${version}`,
    kind: kind.kind,
    metadata: { name: "customhouse-check", ...namespace },
  });
  return [...samples, { name: "an object without fields", at: bare }];
}

function conversionReviews(
  kind: Kind,
  specimens: readonly Specimen[],
  { reviewVersions, uid }: ReviewSource,
): readonly SyntheticReview[] {
  if (!isConverted(kind)) return [];
  const versions = kind.crd.versions.map(({ name }) => name);
  const setting: ConversionSetting = {
    group: kind.group,
    kind: kind.kind,
    listKind: `${kind.kind}List`,
    versions,
    strategy: "Webhook",
    reviewVersions,
  };
  const pairs = versions.flatMap((from) =>
    versions.filter((to) => to !== from).map((to) => ({ from, to })),
  );
  return pairs.flatMap(({ from, to }) =>
    specimens.flatMap(({ name, at }): readonly SyntheticReview[] => {
      const object = at(from);
      const id = uid();
      const review = conversionRequest(setting, { object }, to, id);
      if (!review.ok || review.value === undefined) return [];
      return [
        {
          title: `${kind.kind}.${kind.group} ${from} to ${to}, ${name}`,
          verb: "convert",
          review: review.value,
          faultOf: (response) => {
            const answer = () => response;
            const exchange = convertByWebhook(setting, { object }, to, { uid: id, answer });
            return exchange.ok ? undefined : exchange.error;
          },
        },
      ];
    }),
  );
}

function admissionReviews(
  kind: Kind,
  specimens: readonly Specimen[],
  source: ReviewSource,
): readonly SyntheticReview[] {
  const verbs: readonly ("mutate" | "validate")[] = [
    ...(mutatedResources(kind).length > 0 ? (["mutate"] as const) : []),
    ...(validatedResources(kind).length > 0 ? (["validate"] as const) : []),
  ];
  const versions = kind.crd.versions.filter(({ served }) => served);
  return verbs.flatMap((verb) =>
    versions.flatMap((version) =>
      specimens.map(({ name, at }) => {
        const review = admissionReview(kind, at(version.name), version.name, source);
        return {
          title: `CREATE of ${kind.kind}.${kind.group} ${version.name}, ${name}`,
          verb,
          review,
          faultOf: (response: WebhookResponse) =>
            admissionFault(review, verb === "mutate", response),
        };
      }),
    ),
  );
}

/** A dry run, so that nobody takes it for a real request. */
function admissionReview(
  { group, kind, resource }: Kind,
  object: JsonObject,
  version: string,
  { reviewVersions, uid }: ReviewSource,
): JsonObject {
  const metadata = member(object, "metadata");
  const { name = "", namespace = "" } = isObject(metadata) ? metadata : {};
  return {
    apiVersion: `admission.k8s.io/${reviewVersions[0]}`,
    kind: "AdmissionReview",
    request: {
      uid: uid(),
      kind: { group, version, kind },
      resource: { group, version, resource },
      requestKind: { group, version, kind },
      requestResource: { group, version, resource },
      name,
      namespace,
      operation: "CREATE",
      userInfo: { username: "customhouse manifests --check" },
      object,
      oldObject: null,
      dryRun: true,
      options: { apiVersion: "meta.k8s.io/v1", kind: "CreateOptions" },
    },
  };
}
