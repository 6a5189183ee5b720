import type { JsonSchemaProps } from "../../schema/definition/crd.ts";
import {
  additionalSchema,
  itemSchema,
  itemSchemas,
  rulesOf,
} from "../../schema/definition/schema-walk.ts";
import { childPath, elementPath, type FieldPath } from "../../schema/field-error/path.ts";
import type { Re2 } from "../../schema/pattern/pattern.ts";
import { parseStructural } from "../../schema/structural/parse.ts";
import type { DeclaredType } from "../schema/declared-type.ts";
import { schemaEnvironment } from "../schema-environment.ts";
import { type CompiledRule, compileRules } from "./compiled-rule.ts";
import { limitedProduct } from "./limited-product.ts";

/** The position of a schema within the root schema. */
interface SchemaLocation {
  readonly path: FieldPath;
  /** The most values of this schema in one object; undefined if there is no limit. */
  readonly cardinality: bigint | undefined;
  /**
   * The path of the outermost schema around this one whose items or members have no corresponding old values; undefined
   * if all have them.
   */
  readonly uncorrelated: FieldPath | undefined;
}

/**
 * A schema with rules: its position, and either the compiled rules or the reason why it has no type to compile them
 * for.
 */
export type RuleLocation = SchemaLocation & (CompiledRules | { readonly fault: string });

interface CompiledRules {
  readonly rules: readonly CompiledRule[];
  /** The type for which the rules are compiled. */
  readonly declared: DeclaredType;
}

/** A schema within the root schema, with what {@link locationsIn} has to know about the schemas around it. */
interface SchemaInWalk extends SchemaLocation {
  readonly schema: JsonSchemaProps;
  readonly isRoot: boolean;
  /** True if this schema or a schema around it has rules, so that its type is needed. */
  readonly isInScope: boolean;
  /** Why a schema around this one has no type; undefined if it has one. */
  readonly fault: string | undefined;
}

/**
 * All schemas with rules in a schema, except those in `allOf`, `anyOf`, `oneOf` and `not`: the server does not compile
 * their rules when the schema is created.
 * Source:
 * https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apis/apiextensions/validation/cel_validation.go.
 */
export function* ruleLocations(
  schema: JsonSchemaProps,
  path: FieldPath,
  re2: Re2 | undefined,
): Generator<RuleLocation> {
  const root: SchemaInWalk = {
    schema,
    path,
    cardinality: 1n,
    uncorrelated: undefined,
    isRoot: true,
    isInScope: false,
    fault: undefined,
  };
  yield* locationsIn(root, re2);
}

function* locationsIn(node: SchemaInWalk, re2: Re2 | undefined): Generator<RuleLocation> {
  const { schema, path, cardinality, uncorrelated } = node;
  const ownRules = rulesOf(schema);
  const isInScope = node.isInScope || ownRules.length > 0;
  const scopedNode: SchemaInWalk = { ...node, isInScope };
  let fault = node.fault;
  if (isInScope && fault === undefined && (ownRules.length > 0 || !isTyped(schema))) {
    const { structural } = parseStructural(schema);
    const isRoot = node.isRoot || schema["x-kubernetes-embedded-resource"] === true;
    const environment = schemaEnvironment(structural, isRoot, re2);
    if (environment === undefined) fault = noType;
    else if (ownRules.length > 0) {
      const rules = compileRules(structural, structural.x.validations ?? [], environment);
      yield { path, cardinality, uncorrelated, rules, declared: environment.declared };
    }
  }
  if (fault !== undefined && ownRules.length > 0) {
    yield { path, cardinality, uncorrelated, fault };
  }
  for (const child of schemasInWalk({ ...scopedNode, fault })) yield* locationsIn(child, re2);
}

const noType =
  "internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations";

/** True if the schema has a type in CEL whatever its items are. */
function isTyped({ type }: JsonSchemaProps): boolean {
  return type !== undefined && type !== "array";
}

function* schemasInWalk(node: SchemaInWalk): Generator<SchemaInWalk> {
  const { schema, path } = node;
  const below: SchemaInWalk = { ...node, isRoot: false, cardinality: childCardinality(node) };
  const additional = additionalSchema(schema);
  if (additional !== undefined) {
    yield { ...below, schema: additional, path: childPath(path, "additionalProperties") };
  }
  const mapType: string | undefined = schema["x-kubernetes-map-type"];
  const hasPast = mapType === undefined || mapType === "granular" || mapType === "atomic";
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    yield {
      ...below,
      schema: property,
      path: elementPath(childPath(path, "properties"), name),
      uncorrelated: hasPast ? node.uncorrelated : (node.uncorrelated ?? path),
    };
  }
  const isMapList = schema["x-kubernetes-list-type"] === "map";
  const uncorrelated = isMapList ? node.uncorrelated : (node.uncorrelated ?? path);
  const item = itemSchema(schema);
  const at = childPath(path, "items");
  if (item !== undefined) yield { ...below, schema: item, path: at, uncorrelated };
  else {
    for (const [index, each] of itemSchemas(schema).entries()) {
      yield { ...below, schema: each, path: elementPath(at, index), uncorrelated };
    }
  }
}

function childCardinality({ schema, cardinality }: SchemaInWalk): bigint | undefined {
  const count = maxChildren(schema);
  return cardinality === undefined || count === undefined
    ? undefined
    : limitedProduct(cardinality, count);
}

/**
 * The most values of a child schema in one value of a schema: items of a list, or values for `additionalProperties`; 1 if
 * the children are declared properties. Undefined if the schema has no limit.
 */
function maxChildren(schema: JsonSchemaProps): bigint | undefined {
  if (schema.type === "array") return limitOf(schema, "maxItems");
  const isMap = schema.type === "object" && schema.additionalProperties !== undefined;
  return isMap ? limitOf(schema, "maxProperties") : 1n;
}

function limitOf(
  schema: JsonSchemaProps,
  keyword: "maxItems" | "maxProperties",
): bigint | undefined {
  const limit = schema[keyword];
  if (typeof limit !== "number" && typeof limit !== "bigint") return undefined;
  return limit < 0 ? 0n : BigInt(limit);
}
