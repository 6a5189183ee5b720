import type { JsonValue } from "../../json/value.ts";
import { pruneDefaults } from "../../schema/defaulting/prune-defaults.ts";
import type { CrdSpecVersion, CrdSubresources } from "../../schema/definition/crd.ts";
import { anySchemaMatches, hasRule, propertySchema } from "../../schema/definition/schema-walk.ts";
import { parseStructural } from "../../schema/structural/parse.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import type { RuleEngine } from "../../schema/validation/rule-engine.ts";
import { compileValidator, type Validator } from "../../schema/validation/validate.ts";
import { RuleEngineMissingError, type SchemaEngines } from "../engines/engines.ts";
import { readCrd } from "../read-crd.ts";

/** A kind as the server serves it, with compiled schemas. */
export interface ResourceKind {
  readonly group: string;
  readonly kind: string;
  readonly scope: "Namespaced" | "Cluster";
  /** Empty if no version is marked as the storage version. */
  readonly storageVersion: string;
  readonly preservesUnknownFields: boolean;
  readonly versions: ReadonlyMap<string, ResourceVersion>;
}

/** A version of a kind. */
export interface ResourceVersion {
  readonly name: string;
  readonly isServed: boolean;
  /** The structural schema, with pruned defaults; undefined if the version has no schema. */
  readonly structural: Structural | undefined;
  readonly validator: Validator;
  /** Validates only `status`; undefined if the schema does not declare it. */
  readonly statusValidator: Validator | undefined;
  readonly subresources: CrdSubresources;
  /** Evaluates the rules of the version's schema; undefined if the schema has no rules. */
  readonly rules: RuleEngine | undefined;
}

/**
 * Compiles a CustomResourceDefinition without checking it; `checkCrd` checks it.
 *
 * Errors: throws {@link RuleEngineMissingError} if a schema has rules and `engines` has no engine for them. For a value
 * that is not a CustomResourceDefinition, the result has an empty kind.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apiserver/customresource_handler.go
 * getOrCreateServingInfoFor.
 */
export function compileKind(crd: JsonValue, engines: SchemaEngines): ResourceKind {
  const { spec } = readCrd(crd).crd;
  const versions = spec.versions ?? [];
  return {
    group: spec.group,
    kind: spec.names.kind,
    scope: spec.scope === "Cluster" ? "Cluster" : "Namespaced",
    storageVersion: versions.find((version) => version.storage)?.name ?? "",
    preservesUnknownFields: spec.preserveUnknownFields ?? false,
    versions: new Map(versions.map((version) => [version.name, compileVersion(version, engines)])),
  };
}

function compileVersion(version: CrdSpecVersion, engines: SchemaEngines): ResourceVersion {
  const schema = version.schema?.openAPIV3Schema;
  const status = schema === undefined ? undefined : propertySchema(schema, "status");
  return {
    name: version.name,
    isServed: version.served,
    structural:
      schema === undefined ? undefined : pruneDefaults(parseStructural(schema).structural),
    validator: compileValidator(schema ?? {}, engines.re2),
    statusValidator: status === undefined ? undefined : compileValidator(status, engines.re2),
    subresources: version.subresources ?? {},
    rules:
      schema !== undefined && anySchemaMatches(schema, hasRule)
        ? requiredRuleEngine(engines)
        : undefined,
  };
}

function requiredRuleEngine({ rules }: SchemaEngines): RuleEngine {
  if (rules === undefined) throw new RuleEngineMissingError();
  return rules;
}

/** The apiVersion of a version of the kind: `group/version`. */
export function kindApiVersion(kind: ResourceKind, version: string): string {
  return `${kind.group}/${version}`;
}
