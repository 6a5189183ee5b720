import type { Re2 } from "../../schema/pattern/pattern.ts";
import type {
  NestedValueValidation,
  Structural,
  ValidationRule,
} from "../../schema/structural/structural.ts";
import { escapeName } from "../schema/escaping.ts";
import {
  elementSource,
  fieldSource,
  hasType,
  ownSource,
  type TypeSource,
} from "../schema/type-source.ts";
import { schemaEnvironment } from "../schema-environment.ts";
import { type CompiledRule, compileRules, noDeclaredType } from "./compiled-rule.ts";

/** The rules of a schema and of the schemas within it, in the form in which they are evaluated. */
export interface RuleTree {
  /** The schema by which expressions read values. */
  readonly schema: Structural;
  readonly isRoot: boolean;
  /** The rules of this schema, compiled at the first call; an error as a string if the schema has no type in CEL. */
  rules(): readonly CompiledRule[] | string;
  readonly items: RuleTree | undefined;
  readonly properties: ReadonlyMap<string, RuleTree>;
  readonly additionalProperties: RuleTree | undefined;
  readonly allOf: readonly RuleTree[];
}

/** A source of rules: a schema, or a branch of its `allOf`. */
interface RuleSource {
  readonly rules: readonly ValidationRule[];
  readonly items: RuleSource | undefined;
  readonly properties: ReadonlyMap<string, RuleSource>;
  readonly additionalProperties: RuleSource | undefined;
  readonly allOf: readonly NestedValueValidation[];
}

/**
 * The rules of a schema; undefined if it has no rules at any depth. Rules that are only below an `allOf` are ignored,
 * as on the server.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apiserver/schema/cel/validation.go
 * NewValidator.
 */
export function ruleTree(
  structural: Structural,
  isRoot: boolean,
  re2: Re2 | undefined,
): RuleTree | undefined {
  if (!hasRules(structural)) return undefined;
  const node = { schema: structural, isRoot, type: { structural, isRoot } };
  return treeOf(ruleSource(structural), node, re2);
}

/** A schema whose rules are evaluated. */
interface RuledSchema extends Pick<RuleTree, "schema" | "isRoot"> {
  /** Where the type of `self` comes from; undefined if the schemas around the schema give it no type. */
  readonly type: TypeSource | undefined;
}

function hasRules({ x, items, additionalProperties, properties }: Structural): boolean {
  if ((x.validations ?? []).length > 0) return true;
  if (items !== undefined && hasRules(items)) return true;
  if (typeof additionalProperties === "object" && hasRules(additionalProperties)) return true;
  return [...(properties?.values() ?? [])].some(hasRules);
}

function ruleSource(structural: Structural): RuleSource {
  const { x, items, properties, additionalProperties, validation } = structural;
  return {
    rules: x.validations ?? [],
    items: items === undefined ? undefined : ruleSource(items),
    properties: mappedSources(properties, ruleSource),
    additionalProperties:
      typeof additionalProperties === "object" ? ruleSource(additionalProperties) : undefined,
    allOf: validation?.allOf ?? [],
  };
}

function nestedSource(nested: NestedValueValidation): RuleSource {
  const { validations, items, properties, additionalProperties, allOf } = nested;
  return {
    rules: validations ?? [],
    items: items === undefined ? undefined : nestedSource(items),
    properties: mappedSources(properties, nestedSource),
    additionalProperties:
      additionalProperties === undefined ? undefined : nestedSource(additionalProperties),
    allOf: allOf ?? [],
  };
}

function mappedSources<T>(
  map: ReadonlyMap<string, T> | undefined,
  source: (value: T) => RuleSource,
): ReadonlyMap<string, RuleSource> {
  return new Map([...(map ?? [])].map(([name, value]) => [name, source(value)]));
}

/** The rules of a source and of the sources within it; undefined if there are none at any depth. */
function treeOf(source: RuleSource, node: RuledSchema, re2: Re2 | undefined): RuleTree | undefined {
  const { schema, isRoot, type } = node;
  const element = type && elementSource(type);
  const treeBelow = (part: RuleSource | undefined, at: Structural | boolean | undefined) =>
    part === undefined || typeof at !== "object"
      ? undefined
      : treeOf(part, { schema: at, isRoot: at.x.embeddedResource, type: element }, re2);
  const items = treeBelow(source.items, schema.items);
  const additionalProperties = treeBelow(source.additionalProperties, schema.additionalProperties);
  const properties = propertyTrees(source, node, re2);
  const allOf = source.allOf
    .map((nested) => treeOf(nestedSource(nested), node, re2))
    .filter((branch) => branch !== undefined);
  const isEmpty =
    source.rules.length === 0 &&
    items === undefined &&
    additionalProperties === undefined &&
    properties.size === 0 &&
    allOf.length === 0;
  if (isEmpty) return undefined;
  let rules: readonly CompiledRule[] | string | undefined;
  return {
    schema,
    isRoot,
    rules: () => {
      rules ??= compiledRulesOf(source.rules, node, re2);
      return rules;
    },
    items,
    properties,
    additionalProperties,
    allOf,
  };
}

function compiledRulesOf(
  rules: readonly ValidationRule[],
  { schema, type }: RuledSchema,
  re2: Re2 | undefined,
): readonly CompiledRule[] | string {
  if (rules.length === 0) return [];
  const environment = type && schemaEnvironment(type, re2);
  return environment === undefined ? noDeclaredType : compileRules(schema, rules, environment);
}

/**
 * The rules of properties. Those of a property that is not a field of the type of the object around it are not evaluated,
 * except those of a property whose name can't be escaped: it has a type of its own.
 */
function propertyTrees(
  source: RuleSource,
  { schema, type }: RuledSchema,
  re2: Re2 | undefined,
): ReadonlyMap<string, RuleTree> {
  const trees = new Map<string, RuleTree>();
  for (const [name, part] of source.properties) {
    const property = schema.properties?.get(name);
    const own = property && hasType(property) ? ownSource(property) : undefined;
    const field = escapeName(name) === undefined ? own : type && fieldSource(type, name);
    if (property === undefined || field === undefined) continue;
    const isRoot = property.x.embeddedResource;
    const tree = treeOf(part, { schema: property, isRoot, type: field }, re2);
    if (tree !== undefined) trees.set(name, tree);
  }
  return trees;
}
