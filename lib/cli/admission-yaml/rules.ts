import { checkCrd } from "../../crd/check-crd.ts";
import { allEngines } from "../../crd/engines/all-engines.ts";
import type { JsonObject } from "../../json/value.ts";
import type { YamlFault } from "../conversion-yaml/faults.ts";
import type { AdmittedVersion } from "./admitted-version.ts";

/**
 * The faults of CEL rules for which the API server would refuse them if they were x-kubernetes-validations at the root of the
 * version's schema: expressions that do not compile or may cost too much, wrong messages and paths.
 */
export function ruleFaults(
  rules: readonly JsonObject[],
  { crd, version, schema }: AdmittedVersion,
): readonly YamlFault[] {
  if (rules.length === 0) return [];
  const { errors } = checkCrd(definitionWith(rules, crd, version, schema), allEngines);
  const faults = errors.flatMap(({ field, detail }) => {
    const [, index, name] =
      /openAPIV3Schema\.x-kubernetes-validations\[(\d+)\](?:\.(\w+))?$/.exec(field) ?? [];
    if (index === undefined || Number(index) >= rules.length) return [];
    const yamlPath = ["validate", Number(index), ...(name === undefined ? [] : [name])];
    // The lines after the first one quote the expression.
    const [text = ""] = detail.split("\n");
    return [{ yamlPath, text: text === "" ? "is required" : text }];
  });
  // A rule that costs too much has a second fault for its share of the total cost: only the first fault is reported.
  return [...Map.groupBy(faults, ({ yamlPath }) => yamlPath.join("."))].flatMap(([, [first]]) =>
    first === undefined ? [] : [first],
  );
}

/** A CustomResourceDefinition with only this version, and with the rules at the root of its schema. */
function definitionWith(
  rules: readonly JsonObject[],
  { group, kind, plural, scope }: AdmittedVersion["crd"],
  name: string,
  schema: JsonObject,
): JsonObject {
  const names = { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` };
  const openAPIV3Schema = { ...schema, "x-kubernetes-validations": rules };
  const version = { name, served: true, storage: true, schema: { openAPIV3Schema } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: { group, names, scope, versions: [version] },
  };
}
