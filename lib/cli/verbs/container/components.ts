import type { JsonObject } from "../../../json/value.ts";
import { portNames, selector, tlsSecretName, workloadName } from "./workload.ts";

/** A cert-manager Issuer of self-signed certificates, so that the certificate is its own CA. */
export const issuer: JsonObject = {
  apiVersion: "cert-manager.io/v1",
  kind: "Issuer",
  metadata: { name: workloadName },
  spec: { selfSigned: {} },
};

/** A cert-manager Certificate for the Service's DNS name. Its Secret is the one that the Deployment mounts. */
export function certificate(namespace: string): JsonObject {
  return {
    apiVersion: "cert-manager.io/v1",
    kind: "Certificate",
    metadata: { name: workloadName },
    spec: {
      secretName: tlsSecretName,
      dnsNames: [`${workloadName}.${namespace}.svc`],
      issuerRef: { kind: "Issuer", name: workloadName },
      privateKey: { algorithm: "ECDSA", size: 256, rotationPolicy: "Always" },
    },
  };
}

/** A PodMonitor, with which the Prometheus operator scrapes the pods. */
export const podMonitor: JsonObject = {
  apiVersion: "monitoring.coreos.com/v1",
  kind: "PodMonitor",
  metadata: { name: workloadName },
  spec: {
    selector: { matchLabels: selector },
    podMetricsEndpoints: [{ port: portNames.metrics }],
  },
};

interface Alert {
  readonly name: string;
  readonly expression: string;
  /** How long the condition must hold before the alert fires. */
  readonly during: string;
  readonly summary: string;
}

/** Alerts like the alarms of the AWS functions (infra/alarms.yml), from metrics of the pods; and one for pods that are down. */
function alerts(namespace: string): readonly Alert[] {
  return [
    {
      name: "CustomhouseFailed",
      expression: "sum by (Verb, Cluster) (increase(customhouse_Failed[5m])) > 0",
      during: "1m",
      summary: "reviews fail; the log names them by uid",
    },
    {
      name: "CustomhouseUnavailable",
      expression: "sum by (Verb, Cluster) (increase(customhouse_Unavailable[5m])) >= 5",
      during: "1m",
      summary: "lookups in the cluster fail, or the keys are not loaded",
    },
    {
      name: "CustomhouseCallersRefused",
      expression: "sum by (Cluster) (increase(customhouse_Refused[5m])) >= 100",
      during: "1m",
      summary:
        "requests are refused: an unknown cluster, a wrong key or address, too many requests, or a body that is not a review",
    },
    {
      name: "CustomhouseFaults",
      expression: "sum by (Fault) (increase(customhouse_Faults[15m])) > 0",
      during: "1m",
      summary: "the secret or the certificate could not be read; the last one is still used",
    },
    {
      name: "CustomhouseLost",
      expression: "sum by (Cluster) (increase(customhouse_Lost[15m])) > 0",
      during: "1m",
      summary: "preserved values were lost because the annotations of an object are full",
    },
    {
      name: "CustomhouseSlow",
      expression:
        "histogram_quantile(0.99, sum by (le, Verb) (rate(customhouse_Ms_bucket[5m]))) > 5000",
      during: "5m",
      summary: "more than one review in a hundred takes longer than 5 s",
    },
    {
      name: "CustomhouseDown",
      expression: `absent(up{job="${namespace}/${workloadName}"} == 1)`,
      during: "2m",
      summary: "no pod can be scraped: conversions and admissions probably fail",
    },
  ];
}

/** A PrometheusRule with the alerts, for the Prometheus operator. */
export function prometheusRule(namespace: string): JsonObject {
  return {
    apiVersion: "monitoring.coreos.com/v1",
    kind: "PrometheusRule",
    metadata: { name: workloadName },
    spec: {
      groups: [
        {
          name: workloadName,
          rules: alerts(namespace).map(({ name, expression, during, summary }) => ({
            alert: name,
            expr: expression,
            for: during,
            labels: { severity: "warning" },
            annotations: { summary },
          })),
        },
      ],
    },
  };
}
