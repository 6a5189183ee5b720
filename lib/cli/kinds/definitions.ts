import type { CrdFacts } from "../../crd/crd-facts.ts";
import { upgradeCrd } from "../../crd/upgrade/upgrade-crd.ts";
import { mapAt, mapsIn } from "../../json/members.ts";
import { type JsonObject, member } from "../../json/value.ts";
import { UsageError } from "../command.ts";
import { fileLabel } from "../files/read-file.ts";
import { readObjectsAt } from "../files/yaml.ts";
import { factsOf } from "./crd-facts.ts";

/** The CustomResourceDefinitions in a file or a folder. Throws {@link UsageError} where there is none. */
export function readDefinitions(path: string): readonly JsonObject[] {
  return definitionsIn(readObjectsAt(path), fileLabel(path));
}

function definitionsIn(objects: readonly JsonObject[], label: string): readonly JsonObject[] {
  const definitions = objects.filter(
    (object) => member(object, "kind") === "CustomResourceDefinition",
  );
  if (definitions.length > 0) return definitions;
  throw new UsageError(`${label} holds no CustomResourceDefinition`);
}

/** The only CustomResourceDefinition of a file. Throws {@link UsageError} where there are more. */
export function readDefinition(path: string): JsonObject {
  return onlyDefinition(readObjectsAt(path), fileLabel(path));
}

/** As {@link readDefinition}, of the objects in a text that `label` names. */
export function onlyDefinition(objects: readonly JsonObject[], label: string): JsonObject {
  const [definition, ...more] = definitionsIn(objects, label);
  if (definition !== undefined && more.length === 0) return definition;
  throw new UsageError(
    `${label} holds more than one CustomResourceDefinition: split it into files, and name one`,
  );
}

/** The facts of the CustomResourceDefinitions in a file. Those of v1beta1 are upgraded first. */
export function crdFactsIn(file: string): readonly CrdFacts[] {
  return readDefinitions(file).map((definition) => factsOf(upgradeCrd(definition).crd));
}

/** The only CustomResourceDefinition of a file, with the version of that name, or else the storage version. */
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
    `${file} has no version ${name ?? "for storage"}: it has ${names.join(", ")}`,
  );
}
