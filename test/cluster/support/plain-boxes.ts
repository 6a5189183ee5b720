import type { JsonObject } from "../../../lib/json/value.ts";

/** A cluster-scoped definition whose versions v1 and v2 differ in their name alone, converted by nobody; v1 is stored. */
export function plainBoxes(group: string): JsonObject {
  const version = (name: string): JsonObject => ({
    name,
    served: true,
    storage: name === "v1",
    schema: {
      openAPIV3Schema: {
        type: "object",
        properties: { size: { type: "integer" } },
      },
    },
  });
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `boxes.${group}` },
    spec: {
      group,
      names: { kind: "Box", plural: "boxes" },
      scope: "Cluster",
      versions: [version("v1"), version("v2")],
    },
  };
}

/** An object of the definition. */
export function plainBox(group: string, name: string, version = "v1", size = 1): JsonObject {
  return { apiVersion: `${group}/${version}`, kind: "Box", metadata: { name }, size };
}
