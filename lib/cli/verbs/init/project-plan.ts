import { existsSync } from "node:fs";
import { basename, join, relative } from "node:path";
import type { CrdFacts } from "../../../crd/crd-facts.ts";
import { groupKindText } from "../../../protocol/gvk.ts";
import { UsageError } from "../../command.ts";
import { requireDistinctFolders } from "../../draft/distinct-folders.ts";
import { type DraftedLens, draftLens } from "../../draft/draft-lens.ts";
import { kebabCase } from "../../draft/kebab-case.ts";
import {
  type NewDefinition,
  type NewFile,
  type NewSample,
  newConversion,
  newSamples,
} from "../../draft/new-kind.ts";
import { undecidedLines } from "../../draft/undecided-lines.ts";
import { versionPairs } from "../../draft/version-pairs.ts";
import { isFolder, namesInFolder, readText } from "../../files/read-file.ts";
import { defaultKinds } from "../../kinds/kinds.ts";
import type { OwnPackage } from "../../own-package.ts";
import type { ProjectChoices } from "./choices.ts";
import { dependencyOn } from "./dependency.ts";
import {
  completedPackageJson,
  newPackageJson,
  type RequiredPackageMembers,
} from "./package-json.ts";
import { projectScripts, projectTexts } from "./project-texts.ts";

/** A kind that `init` adds to a project. */
export interface PlannedKind {
  readonly kind: string;
  readonly crd: CrdFacts;
  /** The kind's folder, relative to the project's folder. */
  readonly folder: string;
  readonly files: readonly NewFile[];
  /** The faults in the kind's samples, a line each. */
  readonly notes: readonly string[];
  /** The fields whose conversion the author still has to decide, a line each. */
  readonly undecided: readonly string[];
}

/**
 * The files to write for a project. It is complete before the first file is written. Paths are relative to the project's
 * folder.
 */
export interface ProjectPlan {
  readonly kinds: readonly PlannedKind[];
  readonly files: readonly NewFile[];
  /** The existing package.json with the missing members `added`; undefined if there is no such file or nothing is missing. */
  readonly completed: (NewFile & { readonly added: readonly string[] }) | undefined;
  /** Existing files, and folders of kinds, that are not changed. */
  readonly kept: readonly string[];
  /** How the project depends on this package: a version, or `file:` with a path. */
  readonly dependency: string;
}

/** Plans a project. Throws {@link UsageError} if it would overwrite a file, and if two kinds would get the same folder. */
export function planProject(
  { folder, host, ci }: ProjectChoices,
  definitions: readonly NewDefinition[],
  own: OwnPackage,
): ProjectPlan {
  const all = definitions.map(plannedKind);
  requireDistinctFolders(all);
  const isProject = existsSync(join(folder, "package.json"));
  const keptKinds = all.filter((kind) => isProject && isStarted(join(folder, kind.folder)));
  const kinds = all.filter((kind) => !keptKinds.includes(kind));
  const name = projectName(folder);
  const dependency = dependencyOn(own, folder);
  const needs = {
    name,
    scripts: projectScripts(host, `npx --yes osls@${own.toolVersion("osls")}`),
    dependencies: { customhouse: dependency },
    devDependencies: { esbuild: own.toolVersion("esbuild") },
  };
  const texts = projectTexts({ name, kinds: all.map(({ kind }) => kind), host, ci });
  const wanted = [
    ...(isProject ? [] : [{ path: "package.json", text: newPackageJson(needs) }]),
    ...Object.entries(texts).map(([path, text]) => ({ path, text })),
    ...kinds.flatMap((kind) => kind.files),
  ];
  const existing = wanted.filter(({ path }) => existsSync(join(folder, path)));
  if (!isProject && existing.length > 0) {
    const paths = existing.map(({ path }) => path).join(", ");
    throw new UsageError(
      `${folder} has ${paths} already: nothing was written. In a folder with a package.json, init adds only what is missing`,
    );
  }
  return {
    kinds,
    dependency,
    files: wanted.filter((file) => !existing.includes(file)),
    completed: isProject ? completion(folder, needs) : undefined,
    kept: [...keptKinds.map((kind) => kind.folder), ...existing.map(({ path }) => path)],
  };
}

function plannedKind({ crd, text }: NewDefinition): PlannedKind {
  const folder = join(defaultKinds, kebabCase(crd.kind));
  const lenses = versionPairs(crd, undefined, undefined).map((pair) => draftLens(pair, crd.group));
  const samples = newSamples(crd);
  const shown = shownSamples(samples, lenses);
  const schema = "../../node_modules/customhouse/conversion.schema.json";
  const stored = crd.versions.find(({ storage }) => storage)?.name;
  const files = [
    { path: "crd.yaml", text },
    { path: "conversion.yaml", text: newConversion(lenses, schema) },
    ...shown.map(({ path, text: sample }) => ({ path, text: sample })),
    ...testCase(samples.find(({ version }) => version === stored)),
  ];
  return {
    kind: groupKindText(crd),
    crd,
    folder,
    files: files.map((file) => ({ ...file, path: join(folder, file.path) })),
    notes: shown.flatMap(({ path, faults }) =>
      faults.map((fault) => `${join(folder, path)}: ${fault}`),
    ),
    undecided: undecidedLines(crd.kind, lenses),
  };
}

/** The samples at the two versions whose lens has the most rules and undecided fields; all samples if there is no lens. */
function shownSamples(
  samples: readonly NewSample[],
  lenses: readonly DraftedLens[],
): readonly NewSample[] {
  const [most] = lenses.toSorted((one, other) => draftSize(other) - draftSize(one));
  if (most === undefined) return samples;
  return samples.filter(({ version }) => version === most.from || version === most.to);
}

/** The number of a draft's rules, undecided fields and stricter schemas. */
function draftSize({ rules, todos, stricter }: DraftedLens): number {
  return rules.length + todos.length + stricter.entries;
}

/** A test case that creates the sample of the storage version. */
function testCase(sample: NewSample | undefined): readonly NewFile[] {
  return sample === undefined ? [] : [{ path: "tests/sample.create.yaml", text: sample.text }];
}

/** True if a kind's folder has more files than crd.yaml: somebody has worked on the kind. */
function isStarted(folder: string): boolean {
  return isFolder(folder) && namesInFolder(folder).some((name) => name !== "crd.yaml");
}

function completion(folder: string, needs: RequiredPackageMembers): ProjectPlan["completed"] {
  const file = join(folder, "package.json");
  const { text, added } = completedPackageJson(readText(file), relative(".", file), needs);
  return added.length === 0 ? undefined : { path: "package.json", text, added };
}

/** A project name that npm and CloudFormation accept, from the folder's name; `webhooks` if too little of it is left. */
function projectName(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^[^a-z]+|-+$/g, "");
  return name.length < 2 ? "webhooks" : name;
}
