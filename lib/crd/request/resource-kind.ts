import type { JsonValue } from "../../json/value.ts";
import { pruneDefaults } from "../../schema/defaulting/prune-defaults.ts";
import type { CrdSubresources, CrdVersion } from "../../schema/definition/crd.ts";
import { hasRule, propertySchema, someSchema } from "../../schema/definition/schema-walk.ts";
import { parseStructural } from "../../schema/structural/parse.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import { compileValidator, type Validator } from "../../schema/validation/validate.ts";
import { readCrd } from "../read-crd.ts";

/** A kind as the server serves it, its schemas compiled once. */
export interface ResourceKind {
  readonly group: string;
  readonly kind: string;
  readonly scope: "Namespaced" | "Cluster";
  /** Empty where no version is marked. */
  readonly storageVersion: string;
  readonly preservesUnknownFields: boolean;
  readonly versions: ReadonlyMap<string, ResourceVersion>;
}

export interface ResourceVersion {
  readonly name: string;
  readonly isServed: boolean;
  /** With pruned defaults; undefined where the version has no schema. */
  readonly structural: Structural | undefined;
  readonly validator: Validator;
  /** For `status` alone; undefined where the schema does not name it. */
  readonly statusValidator: Validator | undefined;
  readonly subresources: CrdSubresources;
  readonly hasRules: boolean;
}

/**
 * Compiles a CustomResourceDefinition, taken as it is: what `checkCrd` finds wrong with it is not looked for.
 *
 * Await `prepareSchema` for it first. Never throws on what is no definition: the kind is then empty.
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

function compileVersion(version: CrdVersion): ResourceVersion {
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
