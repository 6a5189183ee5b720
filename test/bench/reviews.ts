import type { JsonObject } from "../../lib/json/value.ts";

/** Makes the objects of one kind at the version that is converted from. */
export interface Source {
  readonly kind: string;
  readonly group: string;
  readonly from: string;
  readonly to: string;
  readonly body: (index: number) => JsonObject;
}

export const cronTab: Source = {
  kind: "CronTab",
  group: "stable.example.com",
  from: "v1beta1",
  to: "v1",
  body: (index) => ({
    spec: {
      cronSpec: `${index % 60} 4 * * *`,
      image: "registry.example.com/billing/report:2.14.1",
      hostPort: `reports-${index}.billing.example.com:${1024 + (index % 60_000)}`,
      replicas: 1 + (index % 5),
    },
  }),
};

const toppings = ["tomato", "mozzarella", "salami", "basil", "olive"];

export const pizza: Source = {
  kind: "Pizza",
  group: "restaurant.programming-kubernetes.info",
  from: "v1beta1",
  to: "v1alpha1",
  body: (index) => ({
    spec: {
      toppings: toppings.slice(index % 2).map((name, at) => ({ name, quantity: 1 + (at % 3) })),
    },
    status: { cost: (index % 2000) / 100 },
  }),
};

/** A ConversionReview of `count` objects of about 2 kB, as they come from a cluster where Helm and a controller write. */
export function conversionReview(source: Source, count: number): string {
  const objects = Array.from({ length: count }, (_, index) => objectOf(source, index));
  return JSON.stringify({
    kind: "ConversionReview",
    apiVersion: "apiextensions.k8s.io/v1",
    request: {
      uid: "4f0f7d0c-61d3-4a6e-9a35-8a3c6f1d2b90",
      desiredAPIVersion: `${source.group}/${source.to}`,
      objects,
    },
  });
}

/** One of them; `index` makes it unique. */
export function objectOf({ kind, group, from, body }: Source, index: number): JsonObject {
  const apiVersion = `${group}/${from}`;
  const name = `${kind.toLowerCase()}-${String(index).padStart(4, "0")}`;
  const own = body(index);
  const labels = {
    "app.kubernetes.io/instance": name,
    "app.kubernetes.io/managed-by": "Helm",
    "app.kubernetes.io/name": kind.toLowerCase(),
    team: `team-${index % 12}`,
  };
  const applied = JSON.stringify({ apiVersion, kind, metadata: { labels, name }, ...own });
  const annotations = {
    "kubectl.kubernetes.io/last-applied-configuration": `${applied}\n`,
    "meta.helm.sh/release-name": "billing",
    "meta.helm.sh/release-namespace": "billing-prod",
  };
  const metadata = {
    annotations,
    creationTimestamp: "2026-02-03T04:05:06Z",
    generation: 1 + (index % 9),
    labels,
    managedFields: [
      managed("helm", apiVersion, { labels, annotations, own }),
      managed("billing-controller", apiVersion, { labels: {}, annotations: {}, own: {} }),
    ],
    name,
    namespace: "billing-prod",
    resourceVersion: String(271_828 + index * 31),
    uid: `5c1e0000-9d1f-4c0b-8f6a-${index.toString(16).padStart(12, "0")}`,
  };
  return { apiVersion, kind, metadata, ...own };
}

interface Owned {
  readonly labels: JsonObject;
  readonly annotations: JsonObject;
  readonly own: JsonObject;
}

function managed(manager: string, apiVersion: string, { labels, annotations, own }: Owned) {
  return {
    apiVersion,
    fieldsType: "FieldsV1",
    fieldsV1: {
      "f:metadata": { "f:annotations": keysOf(annotations), "f:labels": keysOf(labels) },
      ...Object.fromEntries(Object.keys(own).map((key) => [`f:${key}`, keysOf(own[key] ?? {})])),
    },
    manager,
    operation: "Update",
    time: "2026-02-03T04:05:07Z",
  };
}

function keysOf(map: unknown): JsonObject {
  const fields = Object.keys(Object(map)).map((key) => [`f:${key}`, {}]);
  return { ".": {}, ...Object.fromEntries(fields) };
}

/** A ClusterQueue's body with these fields of its version. */
export function clusterQueueBody(own: JsonObject): JsonObject {
  return {
    spec: {
      ...own,
      namespaceSelector: {},
      queueingStrategy: "BestEffortFIFO",
      flavorFungibility: { whenCanBorrow: "MayStopSearch", whenCanPreempt: "TryNextFlavor" },
      preemption: { reclaimWithinCohort: "Never", withinClusterQueue: "LowerPriority" },
      resourceGroups: [
        {
          coveredResources: ["cpu", "memory"],
          flavors: [
            {
              name: "default",
              resources: [
                { name: "cpu", nominalQuota: "10", borrowingLimit: "2" },
                { name: "memory", nominalQuota: "36Gi" },
              ],
            },
          ],
        },
      ],
    },
    status: { admittedWorkloads: 3, pendingWorkloads: 1, reservingWorkloads: 3 },
  };
}
