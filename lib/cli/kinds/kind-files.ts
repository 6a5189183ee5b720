import { existsSync } from "node:fs";
import { join } from "node:path";
import type { DeclaredAdmission } from "../../admission/declared/declared-data.ts";
import type { CrdFacts } from "../../crd/crd-facts.ts";
import { upgradeCrd } from "../../crd/upgrade/upgrade-crd.ts";
import type { JsonObject } from "../../json/value.ts";
import type { LensData } from "../../lens/language/rule.ts";
import { readAdmission } from "../admission-yaml/admission-yaml.ts";
import { readConversion } from "../conversion-yaml/conversion-yaml.ts";
import type { GoneSchemas } from "../conversion-yaml/gone.ts";
import { namesInFolder } from "../files/read-file.ts";
import { readObjects } from "../files/yaml.ts";
import { factsOf, requireNames } from "./crd-facts.ts";
import { crdFactsIn, readDefinition, readDefinitions } from "./definitions.ts";
import { refuseMisnamedFiles } from "./misnamed-files.ts";

/** What the YAML files of a kind's folder declare. */
export interface KindFiles {
  readonly crd: CrdFacts;
  readonly samples: readonly JsonObject[];
  /** Undefined if there is no `conversion.yaml`. */
  readonly lenses: readonly LensData[] | undefined;
  /** The schemas of versions that the CRD no longer lists. */
  readonly gone: GoneSchemas;
  /** Undefined if `conversion.yaml` does not set it. */
  readonly conversionGuard: boolean | undefined;
  /** The annotation `oldStash`; undefined if `conversion.yaml` does not set it. */
  readonly oldStash: string | undefined;
  /** Undefined if there is no `admission.yaml`. */
  readonly admission: DeclaredAdmission | undefined;
}

/** The path of `crd.yaml` or `crd.yaml.gz` in a kind's folder; undefined if it has neither. */
export function crdFile(folder: string): string | undefined {
  return ["crd.yaml", "crd.yaml.gz"].map((name) => join(folder, name)).find(existsSync);
}

/** The CustomResourceDefinition in a kind's folder (a v1beta1 one rewritten as v1); undefined if the folder has none. */
export function definitionInFolder(folder: string): JsonObject | undefined {
  const file = crdFile(folder);
  const definitions = file === undefined ? [] : readDefinitions(file);
  const [definition] = definitions.map((each) => upgradeCrd(each).crd);
  return definition;
}

/** True for a folder with a crd.yaml or crd.yaml.gz, which is a kind even without code. */
export function isKindFolder(folder: string): boolean {
  return crdFile(folder) !== undefined;
}

/**
 * Reads a kind's definition, `samples/`, `conversion.yaml` and `admission.yaml`. Throws {@link UsageError} if a file is wrong.
 */
export function readKindFiles(folder: string): KindFiles {
  const file = crdFile(folder) ?? join(folder, "crd.yaml");
  const crd = factsOf(readDefinition(file));
  requireNames(crd, file);
  refuseMisnamedFiles([folder]);
  const conversion = join(folder, "conversion.yaml");
  const versions = crd.versions.map(({ name }) => name);
  const kind = { group: crd.group, kind: crd.kind, definitionsIn: crdFactsIn };
  const admission = join(folder, "admission.yaml");
  const declared = existsSync(conversion) ? readConversion(conversion, versions, kind) : undefined;
  return {
    crd,
    samples: readSamples(join(folder, "samples")),
    lenses: declared?.lenses,
    gone: declared?.gone ?? {},
    conversionGuard: declared?.conversionGuard,
    oldStash: declared?.oldStash,
    admission: existsSync(admission) ? readAdmission(admission, crd) : undefined,
  };
}

function readSamples(folder: string): readonly JsonObject[] {
  if (!existsSync(folder)) return [];
  return namesInFolder(folder)
    .filter((name) => /\.ya?ml$/.test(name))
    .flatMap((name) => readObjects(join(folder, name)));
}
