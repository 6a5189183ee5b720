import { isObject, type JsonObject, type JsonValue } from "../json/value.ts";
import { declaresDefaults } from "./defaulting.ts";
import { validateEmbeddedResources } from "./embedded-resources.ts";
import type { FieldError } from "./field-error.ts";
import { invalid } from "./field-faults.ts";
import { fieldMessage, joinedMessage } from "./field-message.ts";
import { coerceMetadata } from "./object-meta.ts";
import { childPath, keyPath, type Path, rootPath } from "./path.ts";
import { asResource, isMetaField, prune } from "./pruning.ts";
import { rewriteMap } from "./rewrite.ts";
import { propertiesOf, schemaOf } from "./schema-keywords.ts";
import type { Structural } from "./structural.ts";
import { type Steps, surround } from "./surroundings.ts";
import { compileValidator } from "./validate.ts";

export interface DefaultOptions {
  /** Where the schema stands, put before the fields of errors. */
  readonly path?: Path;
  /** Refuse defaults that pruning would change; the server lets them be where an older version of the CRD has some. */
  readonly requirePrunedDefaults: boolean;
}

/**
 * Validates the defaults of a resource's schema: pruned, with metadata in form, and valid by the schema that they stand
 * in. `structural` is the structural form of `schema`. Rules (`x-kubernetes-validations`) are not evaluated; patterns need
 * `preparePatterns` first.
 *
 * Errors: the first kind of fault of each default, at its `default`.
 *
 * Source: k8s.io/apiextensions-apiserver@v0.36.3 pkg/apiserver/schema/defaulting/validation.go ValidateDefaults.
 */
export function defaultErrors(
  schema: JsonObject,
  structural: Structural,
  options: DefaultOptions,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  const resource = asResource(structural);
  const untyped = withoutIntOrString(schema);
  const root = { schema: untyped, structural: resource, path: options.path ?? rootPath };
  checkNode(root, { resource, steps: [], isInMeta: false }, options, errors);
  return errors;
}

/**
 * The schema as the server validates defaults with it: by way of the structural form, on which int-or-string gets lost, so
 * that such a value may be anything.
 * Source: k8s.io/apiextensions-apiserver@v0.36.3 pkg/apiserver/schema/kubeopenapi.go ToKubeOpenAPI.
 */
function withoutIntOrString(schema: JsonObject): JsonObject {
  const below = (value: JsonValue): JsonValue =>
    isObject(value) ? withoutIntOrString(value) : value;
  return rewriteMap(schema, (value, keyword) => {
    if (keyword === "x-kubernetes-int-or-string") return undefined;
    if (keyword === "items" || keyword === "additionalProperties") return below(value);
    return keyword === "properties" && isObject(value) ? rewriteMap(value, below) : value;
  });
}

/** A schema in both forms, and where it stands. */
interface Node {
  readonly schema: JsonObject;
  readonly structural: Structural;
  readonly path: Path;
}

/** The nearest resource around a schema, the way to it from there, and whether it goes through the resource's metadata. */
interface Surroundings {
  readonly resource: Structural;
  readonly steps: Steps;
  readonly isInMeta: boolean;
}

/** Defaults below `additionalProperties` are refused elsewhere, so that they are not looked for. */
function checkNode(
  node: Node,
  around: Surroundings,
  options: DefaultOptions,
  errors: FieldError[],
): void {
  const { schema, structural, path } = node;
  const isResource = structural.x.embeddedResource;
  const here = isResource ? { resource: structural, steps: [], isInMeta: false } : around;
  if (structural.default !== undefined) {
    const faults = here.isInMeta ? metadataFaults : valueFaults;
    errors.push(...faults(structural.default, node, here, options));
  }
  if (!declaresDefaults(structural)) return;
  const items = schemaOf(schema, "items");
  if (items !== undefined && structural.items !== undefined) {
    const below = { schema: items, structural: structural.items, path: childPath(path, "items") };
    checkNode(below, { ...here, steps: [...here.steps, undefined] }, options, errors);
  }
  for (const [name, property] of propertiesOf(schema) ?? []) {
    const propertyForm = structural.properties?.get(name);
    if (propertyForm === undefined) continue;
    const below = {
      schema: property,
      structural: propertyForm,
      path: keyPath(childPath(path, "properties"), name),
    };
    const isInMeta = here.isInMeta || (isResource && isMetaField(name));
    checkNode(below, { ...here, steps: [...here.steps, name], isInMeta }, options, errors);
  }
}

/** A default in the metadata of a resource: the resource with nothing else in it must hold. */
function metadataFaults(
  declared: JsonValue,
  { schema, path }: Node,
  { resource, steps }: Surroundings,
): readonly FieldError[] {
  const at = childPath(path, "default");
  const object = withTypeMeta(surround(declared, steps));
  const options = { isResourceRoot: true, dropInvalidFields: false };
  const coerced = coerceMetadata(object, resource, options);
  const broken = (why: string) => [invalid(at, declared, `must result in valid metadata: ${why}`)];
  if (coerced.error !== undefined) return broken(fieldMessage(coerced.error));
  const faults = validateEmbeddedResources(coerced.object, resource, options);
  if (faults.length > 0) return broken(joinedMessage(faults));
  return validationFaults(declared, schema, at);
}

/** The stand-ins that the server puts into a resource which names no kind. */
function withTypeMeta(object: JsonValue): JsonValue {
  return isObject(object) ? { kind: "Validation", apiVersion: "validation/v1", ...object } : object;
}

function valueFaults(
  declared: JsonValue,
  { schema, structural, path }: Node,
  _around: Surroundings,
  { requirePrunedDefaults }: DefaultOptions,
): readonly FieldError[] {
  const at = childPath(path, "default");
  const isResourceRoot = structural.x.embeddedResource;
  const isPruned = prune(declared, structural, { isResourceRoot }).object === declared;
  const unknown =
    requirePrunedDefaults && !isPruned
      ? [invalid(at, declared, "must not have unknown fields")]
      : [];
  const options = { isResourceRoot, dropInvalidFields: false, path: at };
  const coerced = coerceMetadata(declared, structural, options);
  if (coerced.error !== undefined) return [...unknown, coerced.error];
  const faults = validateEmbeddedResources(coerced.object, structural, options);
  return [
    ...unknown,
    ...(faults.length > 0 ? faults : validationFaults(coerced.object, schema, at)),
  ];
}

/** The faults of value validation, below the default's path. */
function validationFaults(value: JsonValue, schema: JsonObject, at: Path): readonly FieldError[] {
  return compileValidator(schema)
    .validate(value)
    .map((error) => ({
      ...error,
      field: error.field === "<nil>" ? at : childPath(at, error.field),
    }));
}
