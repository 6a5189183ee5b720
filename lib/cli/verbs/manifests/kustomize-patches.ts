import type { JsonObject } from "../../../json/value.ts";
import { manifestYaml } from "../../files/write-yaml.ts";
import type { NamedConversion } from "./registration-objects.ts";

/**
 * A kustomization of `kind: Component` that sets the conversion of CRDs from other sources. It replaces the whole stanza
 * (JSON Patch): merging a url into a stanza that names a service would make it invalid.
 */
export function kustomizePatches(conversions: readonly NamedConversion[]): JsonObject {
  return {
    apiVersion: "kustomize.config.k8s.io/v1alpha1",
    kind: "Component",
    patches: conversions.map(({ name, conversion }) => ({
      target: { group: "apiextensions.k8s.io", kind: "CustomResourceDefinition", name },
      patch: manifestYaml([{ op: "add", path: "/spec/conversion", value: conversion }]),
    })),
  };
}
