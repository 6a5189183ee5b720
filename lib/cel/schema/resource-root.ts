import { memoizedByObject } from "../../json/memoized-by-object.ts";
import type { Structural } from "../../schema/structural/structural.ts";

const plain = { preserveUnknownFields: false, embeddedResource: false, intOrString: false };
const text: Structural = { type: "string", nullable: false, x: plain };

const metadata: Structural = {
  type: "object",
  nullable: false,
  properties: new Map([
    ["name", text],
    ["generateName", text],
  ]),
  x: plain,
};

/**
 * The schema of a resource with what rules can always read: kind, apiVersion, and name and generateName in metadata. If one
 * is not declared, replaces all three properties, and leaves out the schema's default.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apiserver/schema/cel/model/schemas.go
 * WithTypeAndObjectMeta.
 */
export const withTypeAndObjectMeta: (structural: Structural) => Structural = memoizedByObject(
  (structural) => (hasAll(structural) ? structural : withAll(structural)),
);

function hasAll({ properties }: Structural): boolean {
  const declared = properties?.get("metadata");
  const isText = (schema: Structural | undefined): boolean => schema?.type === "string";
  return (
    isText(properties?.get("kind")) &&
    isText(properties?.get("apiVersion")) &&
    declared?.type === "object" &&
    isText(declared.properties?.get("name")) &&
    isText(declared.properties?.get("generateName"))
  );
}

function withAll(structural: Structural): Structural {
  const properties = new Map(structural.properties);
  properties.set("kind", text);
  properties.set("apiVersion", text);
  properties.set("metadata", metadata);
  const { default: _, ...rest } = structural;
  return { ...rest, properties };
}
