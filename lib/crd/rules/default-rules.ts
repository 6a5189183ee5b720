import { deepEqual } from "../../go/equal.ts";
import { isObject, type JsonObject, type JsonValue } from "../../json/value.ts";
import { type DefaultPath, objectWithValueAt } from "../../schema/defaulting/default-path.ts";
import { pruneDefaults } from "../../schema/defaulting/prune-defaults.ts";
import type { JsonSchemaProps } from "../../schema/definition/crd.ts";
import {
  anySchemaMatches,
  hasRule,
  itemSchema,
  propertySchema,
} from "../../schema/definition/schema-walk.ts";
import type { FieldError } from "../../schema/field-error/field-error.ts";
import { invalid } from "../../schema/field-error/field-faults.ts";
import { fieldMessage, joinedMessage } from "../../schema/field-error/field-message.ts";
import {
  childPath,
  elementPath,
  errorField,
  type FieldPath,
  rootPath,
} from "../../schema/field-error/path.ts";
import { validateEmbeddedResources } from "../../schema/metadata/embedded-resources.ts";
import { coerceMetadata } from "../../schema/metadata/object-meta.ts";
import type { Re2 } from "../../schema/pattern/pattern.ts";
import { asResource, isMetaField, prune } from "../../schema/pruning/prune.ts";
import { parseStructural } from "../../schema/structural/parse.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import { objectCostLimit, type RuleEngine } from "../../schema/validation/rule-engine.ts";
import { compileValidator } from "../../schema/validation/validate.ts";
import type { CrdEngines } from "../engines/engines.ts";
import { schemaForDefaults } from "./schema-for-defaults.ts";

/** A schema in both of its forms, and where it is. */
interface DefaultContext {
  readonly schema: JsonSchemaProps;
  readonly structural: Structural;
  readonly path: FieldPath;
  /** The nearest resource that contains the schema: the root or an embedded resource. */
  readonly resource: Structural;
  /** The path from that resource to the schema. */
  readonly defaultPath: DefaultPath;
  /** True if the schema is within the resource's `apiVersion`, `kind` or `metadata`. */
  readonly isInsideMetadata: boolean;
}

interface DefaultRuleOptions {
  readonly requirePrunedDefaults: boolean;
  readonly engines: CrdEngines;
}

/**
 * Checks that defaults are pruned and valid, and that defaults in metadata give valid metadata. Defaults in
 * `additionalProperties` are ignored. Rules are evaluated only for defaults that have a valid value. All defaults share
 * one cost budget, and the check stops when the budget is used up.
 * Source:
 * https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apiserver/schema/defaulting/validation.go
 * ValidateDefaults.
 */
export function defaultErrors(
  schema: JsonSchemaProps,
  structural: Structural,
  path: FieldPath,
  rules: DefaultRuleOptions,
): readonly FieldError[] {
  if (!holdsDefault(schema)) return [];
  const root = asResource(structural);
  const errors: FieldError[] = [];
  const rest: DefaultContext[] = [
    {
      schema: schemaForDefaults(schema),
      structural: root,
      path,
      resource: root,
      defaultPath: [],
      isInsideMetadata: false,
    },
  ];
  let budget = objectCostLimit;
  for (let next = rest.pop(); next !== undefined && budget >= 0; next = rest.pop()) {
    const context = next.structural.x.embeddedResource ? asNewResource(next) : next;
    const found = contextFindings(context, rules, budget);
    errors.push(...found.errors);
    budget = found.budget;
    for (const below of contextsBelow(context)) rest.push(below);
  }
  return errors;
}

function asNewResource(context: DefaultContext): DefaultContext {
  return { ...context, resource: context.structural, defaultPath: [], isInsideMetadata: false };
}

function* contextsBelow(context: DefaultContext): Generator<DefaultContext> {
  const { schema, structural, path, defaultPath } = context;
  const item = itemSchema(schema);
  if (structural.items !== undefined && item !== undefined) {
    yield {
      ...context,
      schema: item,
      structural: structural.items,
      path: childPath(path, "items"),
      defaultPath: [...defaultPath, undefined],
    };
  }
  const at = childPath(path, "properties");
  for (const [name, property] of structural.properties ?? []) {
    yield {
      ...context,
      schema: propertySchema(schema, name) ?? {},
      structural: property,
      path: elementPath(at, name),
      defaultPath: [...defaultPath, name],
      isInsideMetadata:
        context.isInsideMetadata || (structural.x.embeddedResource && isMetaField(name)),
    };
  }
}

/** The errors of a default, and what is left of the cost budget after its rules. */
interface DefaultFindings {
  readonly errors: readonly FieldError[];
  readonly budget: number;
}

function contextFindings(
  context: DefaultContext,
  rules: DefaultRuleOptions,
  budget: number,
): DefaultFindings {
  const declared = context.structural.default ?? null;
  if (declared === null) return { errors: [], budget };
  const path = childPath(context.path, "default");
  const { re2, rules: ruleEngine } = rules.engines;
  const checked = context.isInsideMetadata
    ? metadataDefaultErrors(declared, context, path, re2)
    : plainDefaultErrors(declared, context, path, re2);
  const found =
    checked.length === 0 ? ruleFindings(declared, context, path, budget, ruleEngine) : undefined;
  const unpruned =
    rules.requirePrunedDefaults && !context.isInsideMetadata
      ? unprunedErrors(declared, context.structural, path)
      : [];
  return {
    errors: [...unpruned, ...checked, ...(found?.errors ?? [])],
    budget: found?.budget ?? budget,
  };
}

/**
 * Evaluates the rules for a default twice: as an unchanged value and as a new one, because a transition rule may
 * distinguish the two.
 */
function ruleFindings(
  declared: JsonValue,
  { schema, structural, resource }: DefaultContext,
  path: FieldPath,
  budget: number,
  { evaluateRules }: RuleEngine,
): DefaultFindings {
  if (!anySchemaMatches(schema, hasRule)) return { errors: [], budget };
  const isRoot = structural === resource;
  const staying = evaluateRules(structural, isRoot, declared, { path, old: declared, budget });
  if (staying.errors.length > 0) return { errors: staying.errors, budget: staying.remaining };
  const added = evaluateRules(structural, isRoot, declared, { path, budget });
  return { errors: added.errors, budget: Math.min(staying.remaining, added.remaining) };
}

function unprunedErrors(
  declared: JsonValue,
  structural: Structural,
  path: FieldPath,
): readonly FieldError[] {
  const isResourceRoot = structural.x.embeddedResource;
  const { object } = prune(declared, structural, { isResourceRoot });
  return object === declared ? [] : [invalid(path, declared, "must not have unknown fields")];
}

/**
 * The errors of the first check that fails, in this order: the form of metadata, the content of metadata, the value.
 */
function plainDefaultErrors(
  declared: JsonValue,
  { schema, structural }: DefaultContext,
  path: FieldPath,
  re2: Re2,
): readonly FieldError[] {
  const isResourceRoot = structural.x.embeddedResource;
  const options = { isResourceRoot, dropInvalidFields: false, path };
  const { object, error } = coerceMetadata(declared, structural, options);
  if (error !== undefined) return [error];
  const errors = validateEmbeddedResources(object, structural, { isResourceRoot, path });
  return errors.length > 0 ? errors : valueErrors(object, schema, path, re2);
}

/** Checks a default within metadata by a sample resource that has no other value. */
function metadataDefaultErrors(
  declared: JsonValue,
  { schema, resource, defaultPath }: DefaultContext,
  path: FieldPath,
  re2: Re2,
): readonly FieldError[] {
  const options = { isResourceRoot: true, dropInvalidFields: false };
  const { object, error } = coerceMetadata(sampleWith(declared, defaultPath), resource, options);
  const metadataError = (text: string): readonly FieldError[] => [
    invalid(path, declared, `must result in valid metadata: ${text}`),
  ];
  if (error !== undefined) return metadataError(fieldMessage(error));
  const errors = validateEmbeddedResources(object, resource, { isResourceRoot: true });
  return errors.length > 0
    ? metadataError(joinedMessage(errors))
    : valueErrors(declared, schema, path, re2);
}

function sampleWith(declared: JsonValue, defaultPath: DefaultPath): JsonObject {
  const sample = objectWithValueAt(declared, defaultPath);
  const typeMeta = { apiVersion: "validation/v1", kind: "Validation" };
  return isObject(sample) ? { ...typeMeta, ...sample } : typeMeta;
}

function valueErrors(
  value: JsonValue,
  schema: JsonSchemaProps,
  path: FieldPath,
  re2: Re2,
): readonly FieldError[] {
  return compileValidator(schema, re2, { allFormats: true })
    .validate(value)
    .map((error) => ({
      ...error,
      field: error.field === errorField(rootPath) ? path : childPath(path, error.field),
    }));
}

/**
 * True for a structural schema with a default that pruning would change.
 * Source:
 * https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apis/apiextensions/validation/validation.go
 * schemaHasUnprunedDefaults.
 */
export function hasUnprunedDefaults(schema: JsonSchemaProps): boolean {
  if (!holdsDefault(schema)) return false;
  const { structural, errors, unsupported } = parseStructural(schema);
  if (errors.length > 0 || unsupported !== undefined) return false;
  return !haveSameDefaults(structural, pruneDefaults(structural));
}

function holdsDefault(schema: JsonSchemaProps): boolean {
  return anySchemaMatches(schema, (node) => node.default !== undefined);
}

function haveSameDefaults(a: Structural | undefined, b: Structural | undefined): boolean {
  if (a === b || a === undefined || b === undefined) return a === b;
  const names = [...(a.properties?.keys() ?? [])];
  return (
    deepEqual(a.default ?? null, b.default ?? null) &&
    haveSameDefaults(a.items, b.items) &&
    haveSameDefaults(additionalOf(a), additionalOf(b)) &&
    names.every((name) => haveSameDefaults(a.properties?.get(name), b.properties?.get(name)))
  );
}

function additionalOf(structural: Structural): Structural | undefined {
  const { additionalProperties } = structural;
  return typeof additionalProperties === "object" ? additionalProperties : undefined;
}
