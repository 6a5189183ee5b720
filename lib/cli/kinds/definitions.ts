import type { CrdFacts } from "../../crd/crd-facts.ts";
import { upgradeCrd } from "../../crd/upgrade/upgrade-crd.ts";
import { mapAt, mapsIn } from "../../json/members.ts";
import { type JsonObject, member } from "../../json/value.ts";
import { UsageError } from "../command.ts";
import { fileLabel } from "../files/read-file.ts";
import { readObjectsAt } from "../files/yaml.ts";
import { factsOf } from "./crd-facts.ts";

/** The CustomResourceDefinitions in a file or a folder. Throws {@link UsageError} if there is none. */
export function readDefinitions(path: string): readonly JsonObject[] {
  return definitionsIn(readObjectsAt(path), fileLabel(path));
}

function definitionsIn(objects: readonly JsonObject[], label: string): readonly JsonObject[] {
  const definitions = objects.filter(
    (object) => member(object, "kind") === "CustomResourceDefinition",
  );
  if (definitions.length > 0) return definitions;
  throw new UsageError(`${label} has no CustomResourceDefinition`);
}

/** The only CustomResourceDefinition of a file. Throws {@link UsageError} if there is none or more than one. */
export function readDefinition(path: string): JsonObject {
  return onlyDefinition(readObjectsAt(path), fileLabel(path));
}

/** The only CustomResourceDefinition among objects. `label` names their source in messages. Errors as {@link readDefinition}. */
export function onlyDefinition(objects: readonly JsonObject[], label: string): JsonObject {
  const [definition, ...more] = definitionsIn(objects, label);
  if (definition !== undefined && more.length === 0) return definition;
  throw new UsageError(
    `${label} has more than one CustomResourceDefinition: split it into files, and name one`,
  );
}

/** The facts of the CustomResourceDefinitions in a file. A v1beta1 definition is rewritten as v1 first. */
export function crdFactsIn(file: string): readonly CrdFacts[] {
  return readDefinitions(file).map((definition) => factsOf(upgradeCrd(definition).crd));
}

/** The only CustomResourceDefinition of a file, and its version `name`; without a name, its storage version. */
export function readVersion(
  file: string,
  name: string | undefined,
): { readonly crd: JsonObject; readonly version: JsonObject; readonly name: string } {
  const crd = readDefinition(file);
  const versions = mapsIn(member(mapAt(crd, "spec"), "versions"));
  const names = versions.map((version) => String(member(version, "name")));
  const version = versions.find((each) =>
    name === undefined ? member(each, "storage") === true : member(each, "name") === name,
  );
  if (version !== undefined) return { crd, version, name: String(member(version, "name")) };
  throw new UsageError(
    name === undefined
      ? `${file} has no storage version: set storage: true in one of ${names.join(", ")}`
      : `${file} has no version ${name}: it has ${names.join(", ")}`,
  );
}
