import { assertDefined } from "../../json/invariant.ts";
import { isArray, isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import type { ConstraintViolation } from "../constraint/constraint-violation.ts";
import type { FieldError } from "../field-error/field-error.ts";
import { invalid, required } from "../field-error/field-faults.ts";
import { childPath, type FieldPath, rootPath } from "../field-error/path.ts";
import { asResource } from "../pruning/prune.ts";
import type { Structural } from "../structural/structural.ts";
import { schemaPathOf } from "../validation/result.ts";
import { itemPlace, memberPlace, type ValuePlace, valuePlace } from "../validation/value-place.ts";
import { decodeMetadata } from "./decoding.ts";
import { dns1035LabelFaults, lowerCase, pathSegmentFaults } from "./names.ts";
import { declaresResource } from "./object-meta.ts";
import { objectMetaErrors } from "./object-meta-rules.ts";

interface EmbeddedResourceOptions {
  /** True if the value itself is a resource, so that its own metadata is validated too. */
  readonly isResourceRoot: boolean;
  /** The path of the value. Fields in errors begin with it. */
  readonly path?: FieldPath;
}

/**
 * Validates `apiVersion`, `kind` and `metadata` of a resource and of its embedded resources. The first two are
 * required; `metadata.name` is not.
 *
 * Errors: in the order of the object's members, with map keys in brackets.
 *
 * Source:
 * https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apiserver/schema/objectmeta/validation.go
 * Validate.
 */
export function validateEmbeddedResources(
  object: JsonValue,
  structural: Structural | undefined,
  options: EmbeddedResourceOptions,
): readonly FieldError[] {
  return embeddedResourceRefusals(object, structural, options).map(({ error }) => error);
}

/**
 * The errors of {@link validateEmbeddedResources}, each with its constraint. The constraint is always `embedded`, at
 * the path of the resource, even for an error in the resource's metadata.
 */
export function embeddedResourceRefusals(
  object: JsonValue,
  structural: Structural | undefined,
  options: EmbeddedResourceOptions,
): readonly ConstraintViolation[] {
  const refusals: ConstraintViolation[] = [];
  const root = options.isResourceRoot ? asResource(structural) : structural;
  collectEmbedded(object, root, { path: options.path ?? rootPath, at: undefined }, refusals);
  return refusals;
}

function collectEmbedded(
  value: JsonValue,
  structural: Structural | undefined,
  place: ValuePlace,
  refusals: ConstraintViolation[],
): void {
  if (structural === undefined || !declaresResource(structural)) return;
  if (isObject(value)) {
    if (structural.x.embeddedResource) {
      for (const error of resourceErrors(value, place.path)) {
        const constraint = { path: schemaPathOf(place.at), keyword: "embedded" } as const;
        refusals.push({ error: { ...error, origin: constraint.keyword }, constraint });
      }
    }
    for (const key of Object.keys(value)) collectMember(value, key, structural, place, refusals);
  } else if (isArray(value)) {
    for (const [index, item] of value.entries()) {
      collectEmbedded(item, structural.items, itemPlace(place, index), refusals);
    }
  }
}

function collectMember(
  map: JsonObject,
  key: string,
  { properties, additionalProperties }: Structural,
  place: ValuePlace,
  refusals: ConstraintViolation[],
): void {
  const value = assertDefined(map[key], "a map has a value for each of its keys");
  const property = properties?.get(key);
  if (property !== undefined) collectEmbedded(value, property, memberPlace(place, key), refusals);
  else if (typeof additionalProperties === "object") {
    collectEmbedded(value, additionalProperties, valuePlace(place, key), refusals);
  }
}

function resourceErrors(resource: JsonObject, path: FieldPath): readonly FieldError[] {
  return [
    ...textErrors(resource, "apiVersion", path, apiVersionFaults),
    ...textErrors(resource, "kind", path, kindFaults),
    ...metadataErrors(member(resource, "metadata"), childPath(path, "metadata")),
  ];
}

function textErrors(
  resource: JsonObject,
  key: string,
  path: FieldPath,
  faultsOf: (text: string) => readonly string[],
): readonly FieldError[] {
  const value = member(resource, key);
  const at = childPath(path, key);
  if (value === undefined) return [required(at)];
  if (typeof value !== "string") return [invalid(at, value, "must be a string")];
  const faults = value === "" ? ["must not be empty"] : faultsOf(value);
  return faults.map((fault) => invalid(at, value, fault));
}

function apiVersionFaults(apiVersion: string): readonly string[] {
  const isGroupVersion = apiVersion.split("/").length <= 2;
  return isGroupVersion ? [] : [`unexpected GroupVersion string: ${apiVersion}`];
}

function kindFaults(kind: string): readonly string[] {
  const faults = dns1035LabelFaults(lowerCase(kind));
  return faults.length === 0
    ? []
    : [`may have mixed case, but should otherwise match: ${faults.join(",")}`];
}

function metadataErrors(metadata: JsonValue | undefined, path: FieldPath): readonly FieldError[] {
  if (metadata === undefined) return [];
  const decoded = decodeMetadata(metadata);
  if (!decoded.ok) return [invalid(path, metadata, decoded.error)];
  const meta = { name: "fakename", ...decoded.metadata };
  const scope = member(decoded.metadata, "namespace") === undefined ? "Cluster" : "Namespaced";
  return objectMetaErrors(meta, { scope, nameFaults: pathSegmentFaults }, path);
}
