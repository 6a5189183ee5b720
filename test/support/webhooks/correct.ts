import { parse } from "../../../lib/json/parse.ts";
import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../../../lib/json/value.ts";
import { stringify } from "../../../lib/json/write.ts";
import { convertJob, mapAt, withAnnotations, withSpec } from "./job-conversion.ts";
import { answer, Refused, type WebhookFault, type WebhookReply } from "./webhook.ts";

/** A correct webhook that is written by hand, and not in the simplest way. */
export interface CorrectWebhook {
  readonly name: string;
  /** How it differs from the simplest webhook. */
  readonly differs: WebhookFault;
}

/** A webhook that converts, then changes the result to one that means the same. */
function then(
  change: (object: JsonObject, source: JsonObject, to: string) => JsonObject,
): WebhookFault {
  return { convert: (object, to) => change(convertJob(object, to), object, to) };
}

/** A webhook that converts, then changes the metadata of the result. */
function thenMetadata(change: (metadata: JsonObject) => JsonObject): WebhookFault {
  return then((object) => ({ ...object, metadata: change(mapAt(object, "metadata")) }));
}

/** A webhook that changes the text of its response. */
function written(change: (text: string) => string): WebhookFault {
  return {
    body: (text) => {
      const reply: WebhookReply = answer(text);
      return typeof reply === "string" ? reply : { ...reply, body: change(reply.body) };
    },
  };
}

/** A value with the members of all its maps in the opposite order. */
function turned(value: JsonValue): JsonValue {
  if (isArray(value)) return value.map(turned);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, each]) => [name, turned(each)]),
  );
}

function asMap(value: JsonValue): JsonObject {
  return isObject(value) ? value : {};
}

/** Converts, but refuses a spec, status or step that is not a map, and steps that are not a list. */
function convertTyped(object: JsonObject, to: string): JsonObject {
  const { spec = {}, status = {} } = object;
  if (!isObject(spec) || !isObject(status)) throw new Refused("spec and status must be maps");
  const steps = member(spec, "steps") ?? [];
  if (!isArray(steps) || !steps.every(isObject)) throw new Refused("spec.steps must be maps");
  return convertJob(object, to);
}

const wholeSpec = "example.com/spec";

/** Converts with the whole spec of v1 preserved in an annotation, from which v1 gets what the other versions can't represent. */
function convertByWholeSpec(object: JsonObject, to: string): JsonObject {
  const isFromNewest = object["apiVersion"] === "example.com/v1";
  const isToNewest = to === "example.com/v1";
  if (isFromNewest === isToNewest) return convertJob(object, to);
  return isToNewest ? withWholeSpec(object, to) : withoutPriority(object, to);
}

function withoutPriority(object: JsonObject, to: string): JsonObject {
  const spec = member(object, "spec");
  if (spec === undefined) return convertJob(object, to);
  const annotations = { ...mapAt(object, "metadata", "annotations"), [wholeSpec]: stringify(spec) };
  const bare = withSpec(object, ({ priority: _, ...rest }) => rest);
  return convertJob(withAnnotations(bare, annotations), to);
}

function withWholeSpec(object: JsonObject, to: string): JsonObject {
  const { [wholeSpec]: text, ...annotations } = mapAt(object, "metadata", "annotations");
  if (text === undefined) return convertJob(object, to);
  const preserved = parse(String(text));
  const priority = preserved.ok ? member(asMap(preserved.value), "priority") : undefined;
  const converted = convertJob(withAnnotations(object, annotations), to);
  return withSpec(converted, (spec) => (priority === undefined ? spec : { ...spec, priority }));
}

/** Correct webhooks for Jobs: no law may fail for them. */
export const correctWebhooks: readonly CorrectWebhook[] = [
  { name: "converts in the simplest way", differs: {} },
  {
    name: "converts by way of the newest version",
    differs: { convert: (object, to) => convertJob(convertJob(object, "example.com/v1"), to) },
  },
  { name: "preserves the whole spec", differs: { convert: convertByWholeSpec } },
  { name: "refuses values of a wrong type", differs: { convert: convertTyped } },
  {
    name: "refuses with the details of a metav1.Status",
    differs: {
      convert: convertTyped,
      review: (review) => {
        const response = mapAt(review, "response");
        const result = mapAt(response, "result");
        const details = { status: "Failure", reason: "Invalid", code: 422, metadata: {} };
        if (result["status"] === "Success") return review;
        return { ...review, response: { ...response, result: { ...result, ...details } } };
      },
    },
  },
  {
    name: "writes the members of maps in another order",
    differs: then((object) => asMap(turned(object))),
  },
  {
    name: "returns of metadata what kube-apiserver takes and compares",
    differs: thenMetadata(({ name, namespace, uid, labels, annotations }) =>
      Object.fromEntries(
        Object.entries({ name, namespace, uid, labels, annotations }).flatMap(([key, value]) =>
          value === undefined ? [] : [[key, value]],
        ),
      ),
    ),
  },
  {
    name: "writes an unset time as null, as Go does",
    differs: thenMetadata((metadata) => ({ creationTimestamp: null, ...metadata })),
  },
  {
    name: "writes empty labels and annotations",
    differs: thenMetadata((metadata) => ({ labels: {}, annotations: {}, ...metadata })),
  },
  {
    name: "notes from which version it converted",
    differs: then((object, { apiVersion = "" }, to) => {
      if (apiVersion === to) return object;
      const annotations = mapAt(object, "metadata", "annotations");
      return withAnnotations(object, { ...annotations, "example.com/converted-from": apiVersion });
    }),
  },
  {
    name: "returns the request with its response",
    differs: { review: (review) => ({ ...review, request: { uid: "", objects: [] } }) },
  },
  {
    name: "writes JSON on several lines",
    differs: written((body) => body.replaceAll(/([[{,])(?=")/g, "$1\n  ")),
  },
  {
    name: "escapes all but ASCII",
    differs: written((body) =>
      body.replaceAll(
        /[\u0080-\uffff]/g,
        (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
      ),
    ),
  },
];
