import { ports, tlsFolder } from "../../../hosts/container/settings.ts";
import type { JsonObject } from "../../../json/value.ts";

/** The options of `container` that its Kubernetes objects depend on. */
export interface WorkloadOptions {
  readonly namespace: string;
  readonly image: string;
  /** True for `--no-key`: no Secret of keys, and everybody who reaches the Service may call it. */
  readonly isKeyless: boolean;
}

/** The name of all objects of the container. */
export const workloadName = "customhouse";

/** The Secret with `tls.crt` and `tls.key`. */
export const tlsSecretName = "customhouse-tls";

/** The Secret with the clusters that may call the service. `file` is the key in its data, `folder` where the pods mount it. */
export const clustersSecret = {
  name: "customhouse-clusters",
  file: "clusters.json",
  folder: "/etc/customhouse/clusters",
} as const;

/** The label by which Service, PodDisruptionBudget and PodMonitor find the pods. */
export const selector: JsonObject = { "app.kubernetes.io/name": workloadName };

/** The names of the pods' ports. */
export const portNames = { reviews: "https", metrics: "metrics" } as const;

/** The user and group `nonroot` of the base image. */
const nonroot = 65_532;

/** The Namespace. The API server refuses pods in it that violate the Pod Security profile `restricted`. */
export function namespaceObject(namespace: string): JsonObject {
  return {
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { name: namespace, labels: { "pod-security.kubernetes.io/enforce": "restricted" } },
  };
}

/** A ServiceAccount without permissions. Its token is not mounted, because lookups use the token in the Secret of clusters. */
export const serviceAccount: JsonObject = {
  apiVersion: "v1",
  kind: "ServiceAccount",
  metadata: { name: workloadName },
  automountServiceAccountToken: false,
};

/** The Service that `manifests --service` names. It does not publish the metrics. */
export const service: JsonObject = {
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: workloadName },
  spec: {
    selector,
    ports: [{ name: portNames.reviews, port: 443, targetPort: portNames.reviews }],
  },
};

/** Allows only one pod to be unavailable because of evictions. */
export const disruptionBudget: JsonObject = {
  apiVersion: "policy/v1",
  kind: "PodDisruptionBudget",
  metadata: { name: workloadName },
  spec: {
    maxUnavailable: 1,
    unhealthyPodEvictionPolicy: "AlwaysAllow",
    selector: { matchLabels: selector },
  },
};

/** Two pods, on different nodes and in different zones if possible. In an update, a new pod is ready before an old one stops. */
export function deployment({ image, isKeyless }: WorkloadOptions): JsonObject {
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: workloadName },
    spec: {
      replicas: 2,
      strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
      selector: { matchLabels: selector },
      template: {
        metadata: { labels: selector },
        spec: {
          serviceAccountName: workloadName,
          automountServiceAccountToken: false,
          // On SIGTERM the pod is not ready for 5 s, then finishes its open reviews for at most 30 s; 10 s are a reserve.
          terminationGracePeriodSeconds: 45,
          securityContext: {
            runAsNonRoot: true,
            runAsUser: nonroot,
            runAsGroup: nonroot,
            fsGroup: nonroot,
            seccompProfile: { type: "RuntimeDefault" },
          },
          topologySpreadConstraints: ["kubernetes.io/hostname", "topology.kubernetes.io/zone"].map(
            (topologyKey) => ({
              maxSkew: 1,
              topologyKey,
              whenUnsatisfiable: "ScheduleAnyway",
              labelSelector: { matchLabels: selector },
            }),
          ),
          containers: [container(image, isKeyless)],
          volumes: volumes(isKeyless),
        },
      },
    },
  };
}

function container(image: string, isKeyless: boolean): JsonObject {
  return {
    name: workloadName,
    image,
    ...(isKeyless && { args: ["--no-key"] }),
    env: environment(isKeyless),
    ports: [
      { name: portNames.reviews, containerPort: ports.reviews },
      { name: portNames.metrics, containerPort: ports.metrics },
    ],
    startupProbe: { ...probe("/healthz"), periodSeconds: 1, failureThreshold: 30 },
    livenessProbe: { ...probe("/healthz"), periodSeconds: 10, failureThreshold: 3 },
    readinessProbe: { ...probe("/readyz"), periodSeconds: 2, failureThreshold: 1 },
    resources: {
      requests: { cpu: "100m", memory: "192Mi" },
      limits: { memory: "512Mi" },
    },
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    },
    volumeMounts: [
      { name: "tls", mountPath: tlsFolder, readOnly: true },
      ...(isKeyless
        ? []
        : [{ name: "clusters", mountPath: clustersSecret.folder, readOnly: true }]),
    ],
  };
}

/**
 * The environment of the container. The rate limits are high, because kube-apiserver sends one request for each object when
 * it fills an empty cache, and each of the two pods gets about half of a cluster's requests.
 */
function environment(isKeyless: boolean): readonly JsonObject[] {
  if (isKeyless) return [];
  return [
    { name: "CUSTOMHOUSE_SECRETS_FILE", value: `${clustersSecret.folder}/${clustersSecret.file}` },
    { name: "CUSTOMHOUSE_CLUSTER_RATE", value: "500" },
    { name: "CUSTOMHOUSE_CLUSTER_BURST", value: "1000" },
  ];
}

/** An HTTPS probe of a path. kubelet does not verify the certificate. */
function probe(path: string): JsonObject {
  return {
    httpGet: { path, port: portNames.reviews, scheme: "HTTPS" },
    timeoutSeconds: 5,
  };
}

/**
 * The volumes with the Secrets. They are not mounted with `subPath`, because kubelet does not update such mounts when a
 * Secret changes.
 */
function volumes(isKeyless: boolean): readonly JsonObject[] {
  const volumeOf = (name: string, secretName: string): JsonObject => ({
    name,
    secret: { secretName, defaultMode: 0o440 },
  });
  return [
    volumeOf("tls", tlsSecretName),
    ...(isKeyless ? [] : [volumeOf("clusters", clustersSecret.name)]),
  ];
}
