import type { CrdFacts, CrdVersion } from "../../crd/crd-facts.ts";
import { mapAt, textAt } from "../../json/members.ts";
import { isArray, isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import {
  dns1035LabelFaults,
  dns1123SubdomainFaults,
  lowerCase,
} from "../../schema/metadata/names.ts";
import { UsageError } from "../command.ts";

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

/**
 * Throws {@link UsageError} if a definition lacks a name that Customhouse needs, or has one that the API server refuses: such
 * names become parts of file paths and URLs. `label` names the definition's source in messages.
 */
export function requireNames(facts: CrdFacts, label: string): void {
  const missing = missingIn(facts);
  if (missing.length > 0) throw new UsageError(`${label} lacks ${missing.join(", ")}`);
  const { group, kind, plural, versions } = facts;
  const labels = [
    { field: "spec.names.kind", name: kind, faults: dns1035LabelFaults(lowerCase(kind)) },
    { field: "spec.names.plural", name: plural, faults: dns1035LabelFaults(plural) },
    ...versions.map(({ name }, index) => ({
      field: `spec.versions[${index}].name`,
      name,
      faults: dns1035LabelFaults(name),
    })),
  ];
  const names = [{ field: "spec.group", name: group, faults: dns1123SubdomainFaults(group) }];
  for (const { field, name, faults } of [...names, ...labels]) {
    const [fault] = faults;
    if (fault !== undefined)
      throw new UsageError(`${label}: ${field} ${JSON.stringify(name)} is not allowed: ${fault}`);
  }
}

/** The names of fields that Customhouse needs and a CustomResourceDefinition lacks. */
function missingIn({ group, kind, plural, versions }: CrdFacts): readonly string[] {
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
