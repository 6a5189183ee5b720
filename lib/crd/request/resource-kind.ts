import type { JsonValue } from "../../json/value.ts";
import { pruneDefaults } from "../../schema/defaulting/prune-defaults.ts";
import type { CrdSpecVersion, CrdSubresources } from "../../schema/definition/crd.ts";
import { hasRule, propertySchema, someSchema } from "../../schema/definition/schema-walk.ts";
import { parseStructural } from "../../schema/structural/parse.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import { compileValidator, type Validator } from "../../schema/validation/validate.ts";
import { readCrd } from "../read-crd.ts";

/** A kind as the server serves it, with compiled schemas. */
export interface ResourceKind {
  readonly group: string;
  readonly kind: string;
  readonly scope: "Namespaced" | "Cluster";
  /** Empty if no version is marked. */
  readonly storageVersion: string;
  readonly preservesUnknownFields: boolean;
  readonly versions: ReadonlyMap<string, ResourceVersion>;
}

/** A version of a kind. */
export interface ResourceVersion {
  readonly name: string;
  readonly isServed: boolean;
  /** With pruned defaults; undefined if the version has no schema. */
  readonly structural: Structural | undefined;
  readonly validator: Validator;
  /** For `status` alone; undefined if the schema does not declare it. */
  readonly statusValidator: Validator | undefined;
  readonly subresources: CrdSubresources;
  readonly hasRules: boolean;
}

/**
 * Compiles a CustomResourceDefinition without the checks of `checkCrd`. Await `prepareSchema` for it first.
 *
 * Errors: never throws. The kind of a value that is not a definition is empty.
 * Source: k8s.io/apiextensions-apiserver@v0.36.3 pkg/apiserver/customresource_handler.go getOrCreateServingInfoFor.
 */
export function compileKind(crd: JsonValue): ResourceKind {
  const { spec } = readCrd(crd).crd;
  const versions = spec.versions ?? [];
  return {
    group: spec.group,
    kind: spec.names.kind,
    scope: spec.scope === "Cluster" ? "Cluster" : "Namespaced",
    storageVersion: versions.find((version) => version.storage)?.name ?? "",
    preservesUnknownFields: spec.preserveUnknownFields ?? false,
    versions: new Map(versions.map((version) => [version.name, compileVersion(version)])),
  };
}

function compileVersion(version: CrdSpecVersion): ResourceVersion {
  const schema = version.schema?.openAPIV3Schema;
  const status = schema === undefined ? undefined : propertySchema(schema, "status");
  return {
    name: version.name,
    isServed: version.served,
    structural:
      schema === undefined ? undefined : pruneDefaults(parseStructural(schema).structural),
    validator: compileValidator(schema ?? {}),
    statusValidator: status === undefined ? undefined : compileValidator(status),
    subresources: version.subresources ?? {},
    hasRules: schema !== undefined && someSchema(schema, hasRule),
  };
}

/** The apiVersion of one of a kind's versions. */
export function apiVersionOf(kind: ResourceKind, version: string): string {
  return `${kind.group}/${version}`;
}
