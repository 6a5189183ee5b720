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
import type { Structural } from "../../schema/structural/structural.ts";
import type { DeclaredType } from "../schema/declared-type.ts";
import { elementSource, fieldSource, hasType, type TypeSource } from "../schema/type-source.ts";
import { schemaEnvironment } from "../schema-environment.ts";
import { type CompiledRule, compileRules, noDeclaredType } from "./compiled-rule.ts";
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

/** The structural form of a schema, and where the type of `self` in its rules comes from. */
interface TypeInfo {
  readonly structural: Structural;
  /** Undefined if the schemas around the schema give it no type. */
  readonly type: TypeSource | undefined;
}

/** A schema within the root schema, with what {@link locationsIn} has to know about the schemas around it. */
interface SchemaInWalk extends SchemaLocation {
  readonly schema: JsonSchemaProps;
  readonly isRoot: boolean;
  /**
   * The type info that the enclosing schema gives this one, or the server's error if the enclosing schema has no type info.
   * Undefined if no schema around this one has rules, or the enclosing schema gives it none: then its own type info is used.
   */
  readonly given: TypeInfo | string | undefined;
  /** True if a schema around this one has rules. */
  readonly isInScope: boolean;
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
    given: undefined,
    isInScope: false,
  };
  yield* locationsIn(root, re2);
}

function* locationsIn(node: SchemaInWalk, re2: Re2 | undefined): Generator<RuleLocation> {
  const { schema, path, cardinality, uncorrelated } = node;
  const hasRules = rulesOf(schema).length > 0;
  const isInScope = node.isInScope || hasRules;
  const info = isInScope ? (node.given ?? ownTypeInfo(node)) : undefined;
  if (hasRules && info !== undefined) {
    yield { path, cardinality, uncorrelated, ...compiledRules(info, re2) };
  }
  for (const child of schemasInWalk({ ...node, isInScope }, info)) yield* locationsIn(child, re2);
}

const noType =
  "internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations";

/** The type info that is made from the schema itself; the server's error if the schema has no type. */
function ownTypeInfo({ schema, isRoot }: SchemaInWalk): TypeInfo | string {
  const { structural } = parseStructural(schema);
  if (!hasType(structural)) return noType;
  return { structural, type: { structural, isRoot: isRoot || structural.x.embeddedResource } };
}

function compiledRules(
  info: TypeInfo | string,
  re2: Re2 | undefined,
): CompiledRules | { readonly fault: string } {
  if (typeof info === "string") return { fault: info };
  const { structural, type } = info;
  const environment = type && schemaEnvironment(type, re2);
  if (environment === undefined) return { fault: noDeclaredType };
  const rules = compileRules(structural, structural.x.validations ?? [], environment);
  return { rules, declared: environment.declared };
}

function* schemasInWalk(
  node: SchemaInWalk,
  info: TypeInfo | string | undefined,
): Generator<SchemaInWalk> {
  const { schema, path } = node;
  const cardinality = childCardinality(node);
  const below: SchemaInWalk = { ...node, isRoot: false, cardinality, given: undefined };
  const additional = additionalSchema(schema);
  if (additional !== undefined) {
    const given = elementInfo(info, ({ additionalProperties }) => additionalProperties);
    yield { ...below, given, schema: additional, path: childPath(path, "additionalProperties") };
  }
  const mapType: string | undefined = schema["x-kubernetes-map-type"];
  const hasPast = mapType === undefined || mapType === "granular" || mapType === "atomic";
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    yield {
      ...below,
      given: fieldInfo(info, name),
      schema: property,
      path: elementPath(childPath(path, "properties"), name),
      uncorrelated: hasPast ? node.uncorrelated : (node.uncorrelated ?? path),
    };
  }
  const isMapList = schema["x-kubernetes-list-type"] === "map";
  const uncorrelated = isMapList ? node.uncorrelated : (node.uncorrelated ?? path);
  const item = itemSchema(schema);
  const at = childPath(path, "items");
  if (item !== undefined) {
    const given = elementInfo(info, ({ items }) => items);
    yield { ...below, given, schema: item, path: at, uncorrelated };
  } else {
    for (const [index, each] of itemSchemas(schema).entries()) {
      yield { ...below, schema: each, path: elementPath(at, index), uncorrelated };
    }
  }
}

/** The type info that an object gives to a property; undefined if the property is not a field of the object's type. */
function fieldInfo(
  info: TypeInfo | string | undefined,
  name: string,
): TypeInfo | string | undefined {
  if (info === undefined || typeof info === "string") return info;
  const structural = info.structural.properties?.get(name);
  const type = info.type && fieldSource(info.type, name);
  return structural && type && { structural, type };
}

/** The type info that a list or map gives to the schema of its items or values. */
function elementInfo(
  info: TypeInfo | string | undefined,
  schemaIn: (structural: Structural) => Structural | boolean | undefined,
): TypeInfo | string | undefined {
  if (info === undefined || typeof info === "string") return info;
  const structural = schemaIn(info.structural);
  if (typeof structural !== "object") return undefined;
  return { structural, type: info.type && elementSource(info.type) };
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
