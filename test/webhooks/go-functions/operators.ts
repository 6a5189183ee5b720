import type { GoServerSource } from "./go-server.ts";

/** An operator whose own Go functions convert its kinds. */
interface GoOperator extends GoServerSource {
  /** Folders of `test/operators`, which have the CRDs. */
  readonly kinds: readonly string[];
}

/** The share of the fields that differ for which rules have to be found. */
export const leastShare = 0.6;

/** The operators whose modules the Go module proxy has. */
export const goOperators: readonly GoOperator[] = [
  {
    folder: "kueue",
    module: "sigs.k8s.io/kueue",
    version: "v0.15.0",
    kinds: ["kueue-cluster-queue", "kueue-multi-kueue-cluster", "kueue-workload"],
  },
  {
    folder: "prometheus-operator",
    module: "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring",
    version: "v0.85.0",
    kinds: ["alertmanager-config"],
  },
  {
    folder: "cluster-api",
    module: "sigs.k8s.io/cluster-api",
    version: "v1.12.0",
    kinds: [
      "cluster-api-machine-health-check",
      "cluster-api-machine",
      "cluster-api-kubeadm-config",
      "cluster-api-cluster-class",
    ],
  },
];
