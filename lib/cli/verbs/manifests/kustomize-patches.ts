import type { JsonObject } from "../../../json/value.ts";
import { blockYaml } from "../../../json/write-yaml.ts";
import type { NamedConversion } from "./registration-objects.ts";

/**
 * A kustomization of `kind: Component` that sets the conversion of CRDs from other sources. A JSON Patch replaces the whole
 * stanza, because merging a url into a stanza with a service would make it invalid.
 */
export function kustomizePatches(conversions: readonly NamedConversion[]): JsonObject {
  return {
    apiVersion: "kustomize.config.k8s.io/v1alpha1",
    kind: "Component",
    patches: conversions.flatMap((each) => [
      patchOf(each, [{ op: "add", path: "/spec/conversion", value: each.conversion }]),
      ...(each.annotations === undefined ? [] : [patchOf(each, annotationPatch(each))]),
    ]),
  };
}

function patchOf({ name }: NamedConversion, patch: JsonObject | readonly JsonObject[]): JsonObject {
  const target = { group: "apiextensions.k8s.io", kind: "CustomResourceDefinition", name };
  return { target, patch: blockYaml(patch) };
}

/** A strategic merge patch with annotations. A JSON Patch can't add an annotation if `metadata.annotations` may be absent. */
function annotationPatch({ name, annotations = {} }: NamedConversion): JsonObject {
  const type = { apiVersion: "apiextensions.k8s.io/v1", kind: "CustomResourceDefinition" };
  return { ...type, metadata: { name, annotations } };
}
