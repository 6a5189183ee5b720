import { sortedMembers } from "../../go/sorted-members.ts";
import { mapAt } from "../../json/members.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import { stringify } from "../../json/write.ts";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import {
  convertedObjectsOf,
  objectFault,
  responseTypeFault,
} from "../../protocol/gate/conversion.ts";
import type { ReviewVersion } from "../../protocol/review.ts";
import { restoreMetadata } from "../../protocol/webhook-client/convert-by-webhook.ts";
import { reviewIn } from "../../protocol/webhook-client/http-response.ts";
import { oneLine } from "./one-line.ts";
import type { ReceivedReview } from "./received-review.ts";
import type { ReviewPort } from "./review-port.ts";
import { WebhookFault } from "./webhook-fault.ts";

/** The conversion that a review requests. */
export interface RequestedConversion {
  readonly objects: readonly JsonObject[];
  /** The target version, as `group/version`. */
  readonly to: string;
  readonly reviewVersion: ReviewVersion;
}

/** The result of sending a review. `crashed`: no response came, or kube-apiserver would not accept it. */
export type Exchange =
  | {
      readonly type: "converted";
      /** The objects as the webhook sent them, in the order of the request; members are sorted by name. */
      readonly returned: readonly JsonObject[];
      /**
       * The objects as kube-apiserver accepts them: labels and annotations are those of the response, all other metadata is that
       * of the request.
       */
      readonly accepted: readonly ReviewObject[];
    }
  | { readonly type: "refused"; readonly message: string }
  | { readonly type: "crashed"; readonly fault: WebhookFault };

/** The ConversionReview that kube-apiserver sends. The uid is fixed: no response of a webhook may depend on it. */
export function conversionReview({ objects, to, reviewVersion }: RequestedConversion): JsonObject {
  return {
    kind: "ConversionReview",
    apiVersion: `apiextensions.k8s.io/${reviewVersion}`,
    request: { uid, desiredAPIVersion: to, objects },
    response: { uid: "", convertedObjects: null, result: { metadata: {} } },
  };
}

const uid = "705ab4f5-6393-11e8-b7cc-42010a800002";

/**
 * Sends a review and reads the response as kube-apiserver does. The members of objects are sorted by name, because their order
 * has no meaning.
 */
export function exchangeReview(port: ReviewPort, requested: RequestedConversion): Exchange {
  return readReceived(port.send(stringify(conversionReview(requested))), requested);
}

function readReceived(received: ReceivedReview, requested: RequestedConversion): Exchange {
  if (received.type === "lost") return crashedExchange("review", received.reason);
  const { response } = received;
  const head = {
    apiVersion: `apiextensions.k8s.io/${requested.reviewVersion}`,
    kind: "ConversionReview",
  };
  const review = reviewIn(response, head);
  if (!review.ok)
    return crashedExchange("review", `HTTP ${response.status ?? 200}: ${review.error}`);
  const isV1 = requested.reviewVersion === "v1";
  const wrongType = isV1 ? responseTypeFault(head, review.value) : undefined;
  if (wrongType !== undefined) return crashedExchange("review", wrongType.message);
  const refusal = refusalIn(review.value, isV1);
  if (refusal !== undefined) return { type: "refused", message: refusal };
  const objects = convertedObjectsOf(review.value, isV1 ? uid : undefined);
  if (!objects.ok) return crashedExchange("review", objects.error.message);
  return acceptedExchange(objects.value, requested);
}

/**
 * The message of a well-formed failure, one with the status Failed or Failure and, for v1, the uid of the request. Undefined for
 * any other response.
 */
function refusalIn(review: JsonObject, isV1: boolean): string | undefined {
  const response = mapAt(review, "response");
  const result = mapAt(response, "result");
  const status = member(result, "status");
  const isFailure = status === "Failed" || status === "Failure";
  if (!isFailure || (isV1 && member(response, "uid") !== uid)) return undefined;
  const message = member(result, "message");
  return typeof message === "string" ? oneLine(message) : "";
}

function acceptedExchange(
  objects: readonly JsonValue[],
  { objects: sent, to }: RequestedConversion,
): Exchange {
  if (objects.length !== sent.length) {
    return crashedExchange(
      "objects",
      `returned ${objects.length} objects, expected ${sent.length}`,
    );
  }
  const returned: JsonObject[] = [];
  const accepted: ReviewObject[] = [];
  for (const [index, original] of sent.entries()) {
    const object = objects[index] ?? null;
    const fault = objectFault(original, object, to);
    if (fault !== undefined || !isObject(object)) {
      return crashedExchange(
        "objects",
        `returned invalid object: ${fault?.message ?? "not a map"}`,
      );
    }
    const sorted = sortedMembers(object);
    const kind = String(member(object, "kind"));
    returned.push(sorted);
    accepted.push({ ...restoreMetadata(original, sorted), apiVersion: to, kind });
  }
  return { type: "converted", returned, accepted };
}

function crashedExchange(part: WebhookFault["part"], message: string): Exchange {
  return { type: "crashed", fault: new WebhookFault(part, oneLine(message)) };
}
