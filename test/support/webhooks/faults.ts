import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../../../lib/json/value.ts";
import type { LawName } from "../../../lib/verify/laws/law.ts";
import { convertJob, mapAt, stash, withAnnotations, withSpec } from "./job-conversion.ts";
import { Refused, type WebhookFault, type WebhookReply } from "./webhook.ts";

/** A webhook with one fault, which was reported of a real webhook or follows from the API. */
export interface PlantedFault {
  readonly name: string;
  /** The GitHub issue or pull request in which such a fault was reported; left out if it only follows from the API. */
  readonly thread?: string;
  /** The law that it is written for; faults.yaml has the others that it breaks. */
  readonly law: LawName;
  /** For a webhook with state: a function that returns it in its first state. */
  readonly fault: WebhookFault | (() => WebhookFault);
}

/** The fault of a webhook; one with state is in its first state. */
export function begun({ fault }: Pick<PlantedFault, "fault">): WebhookFault {
  return typeof fault === "function" ? fault() : fault;
}

/** A webhook that converts correctly, then changes the result. */
function then(
  change: (object: JsonObject, source: JsonObject, to: string) => JsonObject,
): WebhookFault {
  return { convert: (object, to) => change(convertJob(object, to), object, to) };
}

function thenSpec(change: (spec: JsonObject, to: string) => JsonObject): WebhookFault {
  return then((object, _, to) => withSpec(object, (spec) => change(spec, to)));
}

function without(object: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** A map without the members whose values pass a test. */
function omitting(map: JsonObject, test: (value: JsonValue) => boolean): JsonObject {
  return Object.fromEntries(Object.entries(map).filter(([, value]) => !test(value)));
}

function isOlder(to: string): boolean {
  return to.endsWith("/v1alpha1");
}

function httpError(status: number, body: string): WebhookReply {
  return { status, body };
}

/** Responds with HTTP 500 to a request that has the text in it, and to some requests after it. */
function stoppedBy(text: string): NonNullable<WebhookFault["body"]> {
  let left = 0;
  return (body) => {
    if (body.includes(text)) left = 10;
    left--;
    return left > 0 ? httpError(500, "closed") : undefined;
  };
}

/** Refuses an object whose spec is not a map, with a message that names the first object of the review instead. */
function blamingTheFirst(): WebhookFault {
  let first = "";
  return {
    isNameless: true,
    reply: ([object = {}]) => {
      first = String(mapAt(object, "metadata")["name"]);
      return undefined;
    },
    convert: (object, to) => {
      if (isObject(member(object, "spec") ?? {})) return convertJob(object, to);
      throw new Refused(`${first}: spec is not a map`);
    },
  };
}

/** Responds with HTTP 404 to every other request. */
function onlyTheLeader(): WebhookFault {
  let calls = 0;
  return {
    reply: () => {
      calls += 1;
      return calls % 2 === 0 ? httpError(404, "404 page not found") : undefined;
    },
  };
}

/** Writes the number of conversions so far into `status.phase`. */
function countingCalls(): WebhookFault {
  let calls = 0;
  return then((object) => {
    calls += 1;
    const status = member(object, "status");
    return isObject(status) ? { ...object, status: { ...status, phase: `${calls}` } } : object;
  });
}

/** One fault for each way in which a webhook fails: each must be found, by its law. */
export const plantedFaults: readonly PlantedFault[] = [
  {
    name: "the status is not converted",
    thread: "otterize/intents-operator#465",
    law: "round-trip",
    fault: then((object) => without(object, "status")),
  },
  {
    name: "a field is lost on the way down",
    thread: "tektoncd/pipeline#5813",
    law: "round-trip",
    fault: thenSpec((spec, to) => (isOlder(to) ? without(spec, "labels") : spec)),
  },
  {
    name: "one item of a list is converted",
    thread: "kubernetes-sigs/cluster-api#10709",
    law: "round-trip",
    fault: thenSpec((spec) => {
      const { steps } = spec;
      return isArray(steps) ? { ...spec, steps: steps.slice(0, 1) } : spec;
    }),
  },
  {
    name: "an explicit false is removed",
    thread: "kubernetes-sigs/cluster-api-provider-openstack#2408",
    law: "explicit-values",
    fault: thenSpec((spec) => omitting(spec, (value) => value === false)),
  },
  {
    name: "zero values are removed",
    thread: "kubernetes-sigs/kubebuilder#2109",
    law: "explicit-values",
    fault: thenSpec((spec) => omitting(spec, (value) => value === 0 || value === "")),
  },
  {
    name: "an empty list becomes absent",
    law: "explicit-values",
    fault: thenSpec((spec) => omitting(spec, (value) => isArray(value) && value.length === 0)),
  },
  {
    name: "null becomes absent",
    law: "explicit-values",
    fault: thenSpec((spec) => omitting(spec, (value) => value === null)),
  },
  {
    name: "an empty struct is made",
    thread: "Dynatrace/dynatrace-operator#6942",
    law: "fragments",
    fault: then((object) => ({ ...object, spec: member(object, "spec") ?? {} })),
  },
  {
    name: "integers beyond 2^53 are rounded",
    thread: "plain JSON.parse",
    law: "explicit-values",
    fault: thenSpec((spec) =>
      typeof spec["quota"] === "bigint" ? { ...spec, quota: Number(spec["quota"]) + 0 } : spec,
    ),
  },
  {
    name: "what was preserved wins over an edit",
    thread: "kubernetes-sigs/cluster-api#9375",
    law: "edits-survive",
    fault: {
      convert: (object, to) => {
        const kept = "example.com/was-paused";
        const converted = convertJob(object, to);
        const annotations = mapAt(converted, "metadata", "annotations");
        if (isOlder(to)) {
          const paused = mapAt(object, "spec")["paused"];
          return typeof paused === "boolean"
            ? withAnnotations(converted, { ...annotations, [kept]: String(paused) })
            : converted;
        }
        const was = annotations[kept];
        if (was === undefined) return converted;
        const rest = withAnnotations(converted, without(annotations, kept));
        return withSpec(rest, (spec) => ({ ...spec, paused: was === "true" }));
      },
    },
  },
  {
    name: "it panics where a part was deleted at the older version",
    thread: "kubernetes-sigs/cluster-api-provider-openstack#1606",
    law: "edits-survive",
    fault: {
      reply: (objects, to) => {
        const isPanic = objects.some(
          (object) =>
            to.endsWith("/v1") &&
            mapAt(object, "metadata", "annotations")[stash] !== undefined &&
            member(object, "spec") === undefined,
        );
        return isPanic ? httpError(500, "nil pointer dereference") : undefined;
      },
    },
  },
  {
    name: "an empty spec is refused",
    thread: "kubevirt/hyperconverged-cluster-operator#4549",
    law: "converts",
    fault: {
      convert: (object, to) => {
        if (Object.keys(mapAt(object, "spec")).length === 0) throw new Refused("spec is empty");
        return convertJob(object, to);
      },
    },
  },
  {
    name: "a served version is refused",
    thread: "kubernetes-csi/external-snapshotter#1450",
    law: "converts",
    fault: {
      convert: (object, to) => {
        if (to.endsWith("/v1beta1")) throw new Refused(`${to} is not supported`);
        return convertJob(object, to);
      },
    },
  },
  {
    name: "an old word of an enum is refused",
    thread: "open-telemetry/opentelemetry-operator#4288",
    law: "converts-outdated",
    fault: {
      convert: (object, to) => {
        const mode = mapAt(object, "spec")["mode"];
        if (typeof mode === "string" && !["Fast", "Safe"].includes(mode)) {
          throw new Refused(`unknown mode ${mode}`);
        }
        return convertJob(object, to);
      },
    },
  },
  {
    name: "the type of the object is emptied",
    thread: "crossplane-contrib/provider-upjet-aws#1422",
    law: "acceptable",
    fault: then((object) => without(object, "apiVersion", "kind")),
  },
  {
    name: "the apiVersion stays the old one",
    thread: "kubernetes-sigs/cluster-api-provider-aws#5739",
    law: "acceptable",
    fault: then((object, { apiVersion = "" }) => ({ ...object, apiVersion })),
  },
  {
    name: "between two old versions no object is returned",
    thread: "dotnet/dotnet-operator-sdk#1193",
    law: "acceptable",
    fault: {
      list: (objects) => objects.filter(({ apiVersion }) => apiVersion !== "example.com/v1beta1"),
    },
  },
  {
    name: "the namespace is lost",
    law: "acceptable",
    fault: then((object) => ({
      ...object,
      metadata: without(mapAt(object, "metadata"), "namespace"),
    })),
  },
  {
    name: "between two old versions a field keeps its old name",
    law: "path-independence",
    fault: {
      convert: (object, to) => {
        const isDirect =
          object["apiVersion"] === "example.com/v1alpha1" && to === "example.com/v1beta1";
        const { suspended } = mapAt(object, "spec");
        const converted = convertJob(object, to);
        return isDirect && suspended !== undefined
          ? withSpec(converted, (spec) => without(spec, "paused"))
          : converted;
      },
    },
  },
  {
    name: "it panics on a value of another type",
    thread: "tektoncd/pipeline#6823",
    law: "responds",
    fault: {
      reply: (objects) =>
        objects.some((object) => {
          const { steps } = mapAt(object, "spec");
          return steps !== undefined && !isArray(steps);
        })
          ? "cut"
          : undefined,
    },
  },
  {
    name: "a refusal is HTTP 500",
    thread: "grafana/grafana-app-sdk#116",
    law: "responds",
    fault: {
      reply: (objects) =>
        objects.some((object) => !isObject(member(object, "spec") ?? {}))
          ? httpError(500, "spec is not a map")
          : undefined,
    },
  },
  {
    name: "only the leader responds",
    thread: "crossplane/upjet#712",
    law: "responds",
    fault: onlyTheLeader,
  },
  {
    name: "the uid is missing",
    law: "responds",
    fault: {
      review: (review) => ({ ...review, response: without(mapAt(review, "response"), "uid") }),
    },
  },
  {
    name: "the result depends on the call",
    thread: "tektoncd/pipeline#5964",
    law: "deterministic",
    fault: countingCalls,
  },
  {
    name: "a batch comes back in another order",
    law: "batch",
    fault: { list: (objects) => objects.toReversed() },
  },
  {
    name: "all objects of a batch become the first",
    law: "batch",
    fault: {
      list: (objects) =>
        objects.map((object) => ({
          ...object,
          ...(objects[0]?.["spec"] !== undefined && { spec: objects[0]["spec"] }),
        })),
    },
  },
  {
    name: "a v1beta1 review is answered in v1",
    law: "review-versions",
    fault: { review: (review) => ({ ...review, apiVersion: "apiextensions.k8s.io/v1" }) },
  },
  {
    name: "a body of more than 100 kB is refused",
    thread: "the default of Express",
    law: "large-reviews",
    fault: {
      body: (text) => (text.length > 100 * 1024 ? httpError(413, "too large") : undefined),
    },
  },
  {
    name: "objects of a long list are emptied",
    law: "large-reviews",
    fault: {
      list: (objects) =>
        objects.length > 60 ? objects.map((object) => ({ ...object, spec: {} })) : objects,
    },
  },
  {
    name: "it panics on a deeply nested body",
    law: "hostile-bodies",
    fault: { body: (text) => (text.includes("[".repeat(10_000)) ? "cut" : undefined) },
  },
  {
    name: "a body that is not JSON stops it for some time",
    law: "hostile-bodies",
    fault: () => ({ body: stoppedBy("<html>") }),
  },
  {
    name: "it is broken over HTTP/2",
    law: "http2",
    fault: { way: (way) => (way === "http2" ? httpError(500, "misdirected") : undefined) },
  },
  {
    name: "the path is compared with its query",
    law: "short-timeout",
    fault: { way: (way) => (way === "short-timeout" ? httpError(404, "not found") : undefined) },
  },
  {
    name: "each response closes the connection",
    law: "keep-alive",
    fault: { way: (way) => (way === "kept-connection" ? "cut" : undefined) },
  },
  {
    name: "a label is written",
    law: "metadata-kept",
    fault: then((object) => {
      const metadata = mapAt(object, "metadata");
      const labels = { ...mapAt(metadata, "labels"), converted: "true" };
      return { ...object, metadata: { ...metadata, labels } };
    }),
  },
  {
    name: "annotations are dropped",
    law: "metadata-kept",
    fault: then((object) => withAnnotations(object, {})),
  },
  {
    name: "a finalizer is added",
    law: "metadata-kept",
    fault: then((object) => {
      const metadata = mapAt(object, "metadata");
      return { ...object, metadata: { ...metadata, finalizers: ["example.com/converted"] } };
    }),
  },
  {
    name: "empty metadata is left out",
    thread: "kubernetes/kubernetes#117356",
    law: "no-metadata",
    fault: then((object) =>
      Object.keys(mapAt(object, "metadata")).length === 0 ? without(object, "metadata") : object,
    ),
  },
  {
    name: "an object without metadata is refused",
    law: "no-metadata",
    fault: {
      convert: (object, to) => {
        if (member(object, "metadata") === undefined) throw new Refused("metadata is required");
        return convertJob(object, to);
      },
    },
  },
  {
    name: "the scale of a version counts from one",
    law: "scale",
    fault: {
      convert: (object, to) => {
        const by = isOlder(to) ? 1 : object["apiVersion"] === "example.com/v1alpha1" ? -1 : 0;
        return withSpec(convertJob(object, to), (spec) =>
          typeof spec["replicas"] === "number"
            ? { ...spec, replicas: spec["replicas"] + by }
            : spec,
        );
      },
    },
  },
  {
    name: "an enum is written in another case",
    thread: "crossplane-contrib/provider-keycloak#669",
    law: "valid-result",
    fault: thenSpec((spec, to) => {
      const { mode } = spec;
      if (typeof mode !== "string") return spec;
      return {
        ...spec,
        mode: isOlder(to) ? mode.toLowerCase() : mode.replace(/^./, (first) => first.toUpperCase()),
      };
    }),
  },
  {
    name: "a field that the version does not have is left in place",
    law: "server-in-between",
    fault: {
      convert: (object, to) => {
        const converted = convertJob(object, to);
        const { priority } = mapAt(object, "spec");
        if (priority === undefined) return converted;
        const annotations = without(mapAt(converted, "metadata", "annotations"), stash);
        return withSpec(withAnnotations(converted, annotations), (spec) => ({ ...spec, priority }));
      },
    },
  },
  {
    name: "each conversion adds to a text",
    thread: "kubernetes-sigs/karpenter-provider-aws#6867",
    law: "settles",
    fault: thenSpec((spec) =>
      typeof spec["note"] === "string" ? { ...spec, note: `${spec["note"]}.` } : spec,
    ),
  },
  {
    name: "an object of the same version is refused",
    law: "same-version",
    fault: {
      convert: (object, to) => {
        if (object["apiVersion"] === to) throw new Refused("no conversion to itself");
        return convertJob(object, to);
      },
    },
  },
  {
    name: "a refusal names the first object of the list",
    law: "refusal-named",
    fault: blamingTheFirst(),
  },
  {
    name: "a refusal has no message",
    thread: "kubernetes-sigs/controller-runtime#3278",
    law: "refusal-named",
    fault: {
      message: "internal error",
      convert: (object, to) => {
        if (!isObject(member(object, "spec") ?? {})) throw new Refused("spec is not a map");
        return convertJob(object, to);
      },
    },
  },
];
