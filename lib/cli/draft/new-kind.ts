import type { CrdFacts } from "../../crd/crd-facts.ts";
import { upgradeCrd } from "../../crd/upgrade/upgrade-crd.ts";
import { member } from "../../json/value.ts";
import { blockYaml } from "../../json/write-yaml.ts";
import { objectsInText } from "../files/yaml.ts";
import { factsOf, requireNames } from "../kinds/crd-facts.ts";
import { conversionText } from "./conversion-text.ts";
import type { DraftedLens } from "./draft-lens.ts";
import { sampleObject } from "./sample-object.ts";

/** A file to write. `path`: relative to the folder that the caller writes to. */
export interface NewFile {
  readonly path: string;
  readonly text: string;
}

/** A CustomResourceDefinition, and the text of its crd.yaml. */
export interface NewDefinition {
  readonly crd: CrdFacts;
  /**
   * The text for crd.yaml: that of the source, with its comments, if the source has only this definition and the definition is
   * of apiextensions.k8s.io/v1; otherwise a generated text.
   */
  readonly text: string;
}

/**
 * The CustomResourceDefinitions in a text. Throws {@link UsageError} if it is not YAML, or if a definition lacks its group, kind,
 * plural or versions. `label` names the text in messages.
 */
export function newDefinitions(text: string, label: string): readonly NewDefinition[] {
  const objects = objectsInText(text, label);
  const isAlone = objects.length === 1 && /^kind: *CustomResourceDefinition\s*$/m.test(text);
  return objects
    .filter((object) => member(object, "kind") === "CustomResourceDefinition")
    .map((definition) => {
      const { crd } = upgradeCrd(definition);
      const isUnchanged = isAlone && definition["apiVersion"] === crd["apiVersion"];
      const facts = factsOf(crd);
      requireNames(facts, label);
      return { crd: facts, text: isUnchanged ? text : blockYaml(crd) };
    });
}

/** The file of a sample object of a version. `faults`: what is wrong with the object. */
export interface NewSample extends NewFile {
  readonly version: string;
  readonly faults: readonly string[];
}

/** A sample of each version of a kind. */
export function newSamples(crd: CrdFacts): readonly NewSample[] {
  return crd.versions.map((version) => {
    const { object, faults } = sampleObject(crd, version);
    const { name } = version;
    return { version: name, path: `samples/${name}.yaml`, text: blockYaml(object), faults };
  });
}

/** The conversion.yaml of drafted lenses. `schema` is the path of its JSON schema from the kind's folder, for editors. */
export function newConversion(lenses: readonly DraftedLens[], schema: string | undefined): string {
  const head = schema === undefined ? "" : `# yaml-language-server: $schema=${schema}\n`;
  const none = "# one version: there is nothing to convert yet\n";
  return head + (lenses.length === 0 ? none : conversionText(lenses, guardLines));
}

/**
 * A new kind has the conversion guard, because one object that can't be converted makes every list of a version fail. Authors who
 * want no admission webhook for the kind remove the line.
 */
const guardLines = [
  "# Denies writes of objects that can't be converted to every version, or would not be valid in it.",
  "conversionGuard: true",
];
