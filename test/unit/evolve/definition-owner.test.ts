import { describe, expect, test } from "vitest";
import { ownerOf } from "../../../lib/evolve/definition-owner.ts";

const helm = {
  labels: { "app.kubernetes.io/managed-by": "Helm" },
  annotations: { "meta.helm.sh/release-name": "crds", "meta.helm.sh/release-namespace": "ops" },
};
const fluxLabels = {
  "kustomize.toolkit.fluxcd.io/name": "apps",
  "kustomize.toolkit.fluxcd.io/namespace": "flux-system",
};

describe("the owner of a definition", () => {
  test.each([
    { name: "is unknown without evidence", metadata: {}, owner: undefined },
    {
      name: "is a person with kubectl",
      metadata: { managedFields: [{ manager: "kubectl", fieldsV1: { "f:spec": {} } }] },
      owner: undefined,
    },
    { name: "Helm", metadata: helm, owner: "Helm release ops/crds" },
    {
      name: "Argo CD by its annotation",
      metadata: {
        annotations: { "argocd.argoproj.io/tracking-id": "shop:apiextensions.k8s.io/x" },
      },
      owner: "Argo CD application shop",
    },
    {
      name: "Argo CD, which applies a Helm chart",
      metadata: { labels: { "argocd.argoproj.io/instance": "shop" } },
      owner: "Argo CD application shop",
    },
    {
      name: "a Flux Kustomization",
      metadata: { labels: fluxLabels },
      owner: "Flux Kustomization flux-system/apps",
    },
    {
      name: "an operator by its owner reference",
      metadata: { ownerReferences: [{ kind: "Operator", name: "shop" }] },
      owner: "Operator shop",
    },
    {
      name: "a controller by its field manager",
      metadata: { managedFields: [{ manager: "argocd-controller", fieldsV1: { "f:spec": {} } }] },
      owner: "Argo CD",
    },
    {
      name: "a controller that only labels it",
      metadata: {
        managedFields: [{ manager: "argocd-controller", fieldsV1: { "f:metadata": {} } }],
      },
      owner: undefined,
    },
  ])("$name", ({ metadata, owner }) => {
    expect(ownerOf({ metadata })?.name).toBe(owner);
  });
});
