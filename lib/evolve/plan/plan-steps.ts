import { createHash } from "node:crypto";
import { stringify } from "../../json/write.ts";
import {
  type LiveDefinition,
  storageVersion,
  successorOf,
  versionPointer,
} from "../live-definition.ts";
import { reasonsAgainst, type VersionEnd } from "../reasons-against.ts";
import {
  definitionPatch,
  migrationRemedy,
  type Remedies,
  trimRemedy,
  versionRemedy,
} from "../remedies.ts";
import type { VersionReport } from "../version-report.ts";

/** One step: what must hold before it, what is done, what must hold after it, and the way back. */
export interface VersionPlanStep {
  readonly title: string;
  /** The conditions that must hold before the step, as far as the cluster does not meet them; empty if the step can be done now. */
  readonly first: readonly string[];
  /** The command of the step. */
  readonly run: string;
  /** What must hold after the step. */
  readonly after: string;
  /** The command that takes the step back; null if nothing does. */
  readonly undo: string | null;
}

/** The steps that make a version the storage version, and leave no object at another one. */
export function storageSteps(
  { definition }: VersionReport,
  version: string,
  remedies: Remedies,
): readonly VersionPlanStep[] {
  const steps = allStorageSteps(definition, version, remedies);
  // If the version is the storage version already, the step that makes it so is left out.
  return storageVersion(definition) === version ? steps.toSpliced(1, 1) : steps;
}

function allStorageSteps(
  definition: LiveDefinition,
  version: string,
  remedies: Remedies,
): readonly VersionPlanStep[] {
  const { kubectl } = remedies;
  const { name, group, kind, plural } = definition;
  const before = storageVersion(definition);
  const after = withStorage(definition, version);
  const backup = `${name}.backup.json`;
  const hash = storageVersionHash(group, version, kind);
  const isFlipped = before === version;
  const back = versionRemedy(after, { version: before, field: "storage", value: true }, remedies);
  const rewrite = migrationRemedy(after, remedies);
  return [
    {
      title: "back up all objects and the definition",
      first: [],
      run: `(set -e; umask 077; ${kubectl} get ${plural}.${before}.${group} -A -o json --show-managed-fields > ${backup}; ${kubectl} get crd ${name} -o json > ${name}.json)`,
      after: `both files are there`,
      undo: "remove the files",
    },
    {
      title: `store at ${version}`,
      first: [],
      run: versionRemedy(definition, { version, field: "storage", value: true }, remedies),
      after: `${kubectl} get --raw /apis/${group}/${version} shows storageVersionHash ${hash} for ${plural}; with several API servers wait until each does. All watches are closed once, and lists may answer 429 for some seconds`,
      undo: back,
    },
    {
      title: `rewrite every object at ${version}`,
      first: [],
      run: rewrite,
      after: `the command ends with 0, and a second run says "(no change)" for every object. Objects that were refused are mended, and the command runs again. The webhook must answer all the while`,
      undo: isFlipped ? null : `${back}, and then: ${migrationRemedy(definition, remedies)}`,
    },
    {
      title: `trim storedVersions to ${version}`,
      first: [
        `the step before it left no object behind: a wrong trim makes objects unreadable later`,
      ],
      run: trimRemedy(after, remedies),
      after: `customhouse versions ${name} shows storedVersions ${version}`,
      undo: `${kubectl} patch crd ${name} --subresource=status --type=merge -p '${stringify({ status: { storedVersions: after.storedVersions } })}'`,
    },
  ];
}

/** The definition as it is after the step that makes a version the storage version. */
function withStorage(definition: LiveDefinition, version: string): LiveDefinition {
  const { versions, storedVersions } = definition;
  return {
    ...definition,
    versions: versions.map((each) => ({ ...each, storage: each.name === version })),
    storedVersions: [...new Set([...storedVersions, version])],
  };
}

/**
 * The `storageVersionHash` that discovery shows for a resource whose storage version is `version`: the first 8 bytes of the
 * SHA-256 of `group/version/kind`, in base64.
 */
export function storageVersionHash(group: string, version: string, kind: string): string {
  const digest = createHash("sha256").update(`${group}/${version}/${kind}`).digest();
  return digest.subarray(0, 8).toString("base64");
}

/** The steps that end the serving of a version. */
export function unserveSteps(
  report: VersionReport,
  wanted: VersionEnd,
  remedies: Remedies,
): readonly VersionPlanStep[] {
  const { definition } = report;
  const { version } = wanted;
  const { name, versions } = definition;
  const successor = successorOf(definition, version) ?? "another";
  const warning = `${version} is deprecated; use ${successor}`;
  const at = versionPointer(versions, version);
  const test = { op: "test", path: `${at}/name`, value: version };
  const deprecate = [
    test,
    { op: "add", path: `${at}/deprecated`, value: true },
    { op: "add", path: `${at}/deprecationWarning`, value: warning },
  ];
  const undo = [
    test,
    { op: "remove", path: `${at}/deprecationWarning` },
    { op: "replace", path: `${at}/deprecated`, value: false },
  ];
  const deprecation = {
    title: `deprecate ${version}`,
    first: [],
    run: definitionPatch(definition, `mark ${version} as deprecated`, deprecate, remedies),
    after: `kubectl get ${definition.plural}.${version}.${definition.group} prints the warning`,
    undo: definitionPatch(definition, `take back that ${version} is deprecated`, undo, remedies),
  };
  const isDeprecated = versions.some((each) => each.name === version && each.deprecated);
  return [
    ...(isDeprecated ? [] : [deprecation]),
    {
      title: `stop serving ${version}`,
      first: reasonLines(report, { ...wanted, end: "unserve" }, remedies),
      run: versionRemedy(definition, { version, field: "served", value: false }, remedies),
      after: `customhouse versions ${name} shows it as not served; requests at ${version} are answered with 404`,
      undo: versionRemedy(definition, { version, field: "served", value: true }, remedies),
    },
  ];
}

/** The step that takes a version out of the definition. */
export function removeSteps(
  report: VersionReport,
  wanted: VersionEnd,
  remedies: Remedies,
): readonly VersionPlanStep[] {
  const { definition } = report;
  const { version } = wanted;
  const { name, versions } = definition;
  const at = versionPointer(versions, version);
  const patch = [
    { op: "test", path: `${at}/name`, value: version },
    { op: "test", path: `${at}/served`, value: false },
    { op: "remove", path: at },
  ];
  return [
    {
      title: "back up the definition",
      first: [],
      run: `(set -e; umask 077; ${remedies.kubectl} get crd ${name} -o json > ${name}.json)`,
      after: "the file is there",
      undo: "remove the file",
    },
    {
      title: `remove ${version}`,
      first: reasonLines(report, { ...wanted, end: "remove" }, remedies),
      run: definitionPatch(definition, `remove ${version}`, patch, remedies),
      after: `all objects are listed, and a server-side apply of one, as a dry run, succeeds`,
      undo: `put ${version} back from ${name}.json with served: false; managedFields that an older server wiped don't come back`,
    },
  ];
}

function reasonLines(
  report: VersionReport,
  end: VersionEnd,
  remedies: Remedies,
): readonly string[] {
  return reasonsAgainst(report, end, remedies).map(
    ({ because, remedy }) => `${because}: ${remedy}`,
  );
}
