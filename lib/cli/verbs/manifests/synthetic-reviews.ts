import { convertObject } from "../../../conversion/convert-object.ts";
import type { ConversionRegistry } from "../../../conversion/registry.ts";
import { Allowance } from "../../../converter/allowance.ts";
import { objectValidators } from "../../../crd/validator/object-validators.ts";
import { type JsonObject, member } from "../../../json/value.ts";
import type { Kind } from "../../../kind/kind.ts";
import { isReviewObject } from "../../../protocol/conversion-review.ts";
import { groupKindText } from "../../../protocol/gvk.ts";
import { metadataOf } from "../../../protocol/object-metadata.ts";
import { admissionRequest } from "../../../protocol/webhook-client/admission-request.ts";
import {
  type ConversionSetting,
  conversionRequest,
} from "../../../protocol/webhook-client/conversion-request.ts";
import { convertByWebhook } from "../../../protocol/webhook-client/convert-by-webhook.ts";
import type { WebhookResponse } from "../../../protocol/webhook-client/http-response.ts";
import type { Verb } from "../../../request/routes.ts";
import { UsageError } from "../../command.ts";
import {
  mutatedResources,
  needsConversion,
  validatedResources,
} from "../../kinds/registered-kind.ts";
import { admissionFault } from "./admission-response.ts";
import type { RegistrationPart } from "./registration-objects.ts";

/** A review as kube-apiserver would send it, and a function that checks the response. */
export interface SyntheticReview {
  /** What the review is about: `Pizza.example.com v1 to v2, sample margherita`. */
  readonly title: string;
  readonly verb: Verb;
  readonly review: JsonObject;
  /** Why kube-apiserver would refuse a response; undefined if it would accept the response. */
  readonly faultOf: (response: WebhookResponse) => string | undefined;
}

interface ReviewSource {
  readonly registry: ConversionRegistry;
  readonly reviewVersions: readonly string[];
  readonly uid: () => string;
}

/** An object for reviews. `at` returns it at a version, and throws {@link UsageError} if it can't be converted. */
interface TestObject {
  readonly name: string;
  readonly at: (version: string) => JsonObject;
}

/**
 * The reviews of `manifests --check`: a ConversionReview for every pair of versions of a kind (part crd), and an
 * AdmissionReview for every served version and webhook (part webhooks). Each is sent with each of the kind's samples, and with
 * an object that has only metadata, as server-side apply may send it.
 */
export function syntheticReviews(
  kinds: readonly Kind[],
  source: ReviewSource,
  parts: readonly RegistrationPart[],
): readonly SyntheticReview[] {
  return kinds.flatMap((kind) => {
    const testObjects = testObjectsOf(kind, source);
    return [
      ...(parts.includes("crd") ? conversionReviews(kind, testObjects, source) : []),
      ...(parts.includes("webhooks") ? admissionReviews(kind, testObjects, source) : []),
    ];
  });
}

function testObjectsOf(kind: Kind, { registry }: ReviewSource): readonly TestObject[] {
  const { group, scope } = kind.crd;
  const namespace = scope === "Cluster" ? {} : { namespace: "default" };
  const samples = kind.samples.filter(isReviewObject).map((sample) => {
    const whole = { ...sample, metadata: { ...namespace, ...metadataOf(sample) } };
    const name = `sample ${String(member(whole.metadata, "name") ?? "without a name")}`;
    return {
      name,
      at: (version: string) => {
        const converted = convertObject(
          registry,
          whole,
          { group, version },
          new Allowance({ validators: objectValidators }),
        );
        if (converted.ok) return converted.value;
        const { path, message } = converted.error;
        throw new UsageError(
          `${kind.kind}.${group}, ${name}: can't be converted to ${version}: ${path}: ${message}`,
        );
      },
    };
  });
  const withoutFields = (version: string): JsonObject => ({
    apiVersion: `${group}/${version}`,
    kind: kind.kind,
    metadata: { name: "customhouse-check", ...namespace },
  });
  return [...samples, { name: "an object without fields", at: withoutFields }];
}

function conversionReviews(
  kind: Kind,
  testObjects: readonly TestObject[],
  { reviewVersions, uid }: ReviewSource,
): readonly SyntheticReview[] {
  if (!needsConversion(kind)) return [];
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
    testObjects.flatMap(({ name, at }): readonly SyntheticReview[] => {
      const object = at(from);
      const id = uid();
      const review = conversionRequest(setting, { object }, to, id);
      if (!review.ok || review.value === undefined) return [];
      return [
        {
          title: `${groupKindText(kind)} ${from} to ${to}, ${name}`,
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
  testObjects: readonly TestObject[],
  source: ReviewSource,
): readonly SyntheticReview[] {
  const verbs: readonly ("mutate" | "validate")[] = [
    ...(mutatedResources(kind).length > 0 ? (["mutate"] as const) : []),
    ...(validatedResources(kind).length > 0 ? (["validate"] as const) : []),
  ];
  const versions = kind.crd.versions.filter(({ served }) => served);
  return verbs.flatMap((verb) =>
    versions.flatMap((version) =>
      testObjects.map(({ name, at }) => {
        const review = admissionReview(kind, at(version.name), version.name, source);
        return {
          title: `CREATE of ${groupKindText(kind)} ${version.name}, ${name}`,
          verb,
          review,
          faultOf: (response: WebhookResponse) =>
            admissionFault(review, verb === "mutate", response),
        };
      }),
    ),
  );
}

/** The AdmissionReview of a dry run, so that handlers don't take it for a real request. */
function admissionReview(
  { group, kind, resource }: Kind,
  object: JsonObject,
  version: string,
  { reviewVersions, uid }: ReviewSource,
): JsonObject {
  const { name = "", namespace = "" } = metadataOf(object);
  const [reviewVersion = "v1"] = reviewVersions;
  return admissionRequest(
    {
      group,
      version,
      kind,
      resource,
      name: String(name),
      namespace: String(namespace),
      operation: "CREATE",
      userInfo: { username: "customhouse manifests --check" },
      object,
      dryRun: true,
    },
    reviewVersion,
    uid(),
  );
}
