import type { CrdFacts } from "../../crd/crd-facts.ts";
import { upgradeCrd } from "../../crd/upgrade/upgrade-crd.ts";
import { isArray, isObject, type JsonObject, member } from "../../json/value.ts";
import { UsageError } from "../command.ts";
import { nameOf } from "../files/read-file.ts";
import { readObjectsAt } from "../files/yaml.ts";
import { factsOf } from "./crd-facts.ts";

/** The CustomResourceDefinitions of a file or of a folder's files, one at least. Throws {@link UsageError}. */
export function readDefinitions(path: string): readonly JsonObject[] {
  const definitions = readObjectsAt(path).filter(
    (object) => member(object, "kind") === "CustomResourceDefinition",
  );
  if (definitions.length > 0) return definitions;
  throw new UsageError(`${nameOf(path)} holds no CustomResourceDefinition`);
}

/** The only CustomResourceDefinition of a file. Throws {@link UsageError} where there are more. */
export function readDefinition(path: string): JsonObject {
  const [definition, ...more] = readDefinitions(path);
  if (definition !== undefined && more.length === 0) return definition;
  throw new UsageError(
    `${nameOf(path)} holds more than one CustomResourceDefinition: make a file of each, and name one`,
  );
}

/** What conversion needs of the CustomResourceDefinitions of a file; those of v1beta1 are upgraded first. */
export function crdFactsIn(file: string): readonly CrdFacts[] {
  return readDefinitions(file).map((definition) => factsOf(upgradeCrd(definition).crd));
}

/** The one CustomResourceDefinition of a file, with the version that is meant: the one named, or the storage version. */
export function readVersion(
  file: string,
  name: string | undefined,
): { readonly crd: JsonObject; readonly version: JsonObject; readonly name: string } {
  const crd = readDefinition(file);
  const spec = member(crd, "spec");
  const list = isObject(spec) ? member(spec, "versions") : undefined;
  const versions = isArray(list) ? list.filter(isObject) : [];
  const names = versions.map((version) => String(member(version, "name")));
  const version = versions.find((each) =>
    name === undefined ? member(each, "storage") === true : member(each, "name") === name,
  );
  if (version !== undefined) return { crd, version, name: String(member(version, "name")) };
  throw new UsageError(
    `${file} has no version ${name ?? "for storage"}: there is ${names.join(", ")}`,
  );
}
