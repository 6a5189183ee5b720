import type { CrdFacts, CrdVersion } from "../../crd/crd-facts.ts";
import { mapAt, textAt } from "../../json/members.ts";
import { isArray, isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";

/** The parts of a v1 CustomResourceDefinition that conversion and admission need, without descriptions. */
export function factsOf(crd: JsonObject): CrdFacts {
  const spec = mapAt(crd, "spec");
  const names = mapAt(spec, "names");
  const versions = member(spec, "versions");
  return {
    group: textAt(spec, "group"),
    kind: textAt(names, "kind"),
    plural: textAt(names, "plural"),
    scope: textAt(spec, "scope"),
    versions: (isArray(versions) ? versions : []).filter(isObject).map((version) => ({
      name: textAt(version, "name"),
      served: version["served"] === true,
      storage: version["storage"] === true,
      schema: withoutDescriptions(mapAt(mapAt(version, "schema"), "openAPIV3Schema")),
      ...subresourcesOf(mapAt(version, "subresources")),
    })),
  };
}

/** The names of fields that Customhouse needs and a CustomResourceDefinition lacks. */
export function missingIn({ group, kind, plural, versions }: CrdFacts): readonly string[] {
  return [
    ...(group === "" ? ["spec.group"] : []),
    ...(kind === "" ? ["spec.names.kind"] : []),
    ...(plural === "" ? ["spec.names.plural"] : []),
    ...(versions.length === 0 ? ["spec.versions"] : []),
    ...(versions.some(({ name }) => name === "") ? ["the name of a version"] : []),
  ];
}

function subresourcesOf(subresources: JsonObject): Pick<CrdVersion, "hasStatus" | "scale"> {
  return {
    ...(isObject(member(subresources, "status")) && { hasStatus: true }),
    ...scaleOf(subresources),
  };
}

function scaleOf(subresources: JsonObject): Pick<CrdVersion, "scale"> {
  const scale = member(subresources, "scale");
  if (!isObject(scale)) return {};
  const selector = textAt(scale, "labelSelectorPath");
  return {
    scale: {
      specReplicasPath: textAt(scale, "specReplicasPath"),
      statusReplicasPath: textAt(scale, "statusReplicasPath"),
      ...(selector !== "" && { labelSelectorPath: selector }),
    },
  };
}

/** A schema without its `description`s, which have no effect on validation. A property named `description` stays. */
function withoutDescriptions(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => key !== "description")
      .map(([key, value]) => [
        key,
        key === "properties" ? eachSchema(value) : withoutNestedDescriptions(value),
      ]),
  );
}

function eachSchema(properties: JsonValue): JsonValue {
  if (!isObject(properties)) return properties;
  return Object.fromEntries(
    Object.entries(properties).map(([key, value]) => [key, withoutNestedDescriptions(value)]),
  );
}

function withoutNestedDescriptions(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutNestedDescriptions);
  return isObject(value) ? withoutDescriptions(value) : value;
}
